import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findGit } from '../../../../src/git/run/findGit.ts';
import { needs } from '../../../host/needs.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('the git of the editor', () => {
  let folder: string;
  let find: () => Promise<string>;

  before(async function () {
    needs(this, 'a POSIX shell');
    standInForEditor();
    ({ findEditorGit: find } = await import('../../../../src/vscode/repository/editorGit.ts'));
  });

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-editor-git-')));
    for (const name of ['of-extension', 'of-setting']) await writeFile(path.join(folder, name), '', { mode: 0o755 });
  });

  afterEach(async () => {
    editor.extensions.clear();
    editor.settings.user = {};
    await rm(folder, { recursive: true, force: true });
  });

  const exports = (file: string): unknown => ({ getAPI: () => ({ git: { path: path.join(folder, file) } }) });
  const set = (value: unknown): unknown => (editor.settings.user['git.path'] = value);

  it('is the one that its own git extension uses, which is activated for it where it is not yet', async () => {
    set(path.join(folder, 'of-setting'));
    editor.extensions.set('vscode.git', { isActive: true, exports: exports('of-extension') });
    assert.equal(await find(), path.join(folder, 'of-extension'));
    editor.extensions.set('vscode.git', { isActive: false, activate: () => Promise.resolve(exports('of-extension')) });
    assert.equal(await find(), path.join(folder, 'of-extension'));
  });

  it('is the first of the setting that is there, where the extension has none', async () => {
    const disabled = {
      getAPI: () => {
        throw new Error('Git model not found');
      },
    };
    for (const extension of [
      undefined,
      { isActive: true, exports: disabled },
      { isActive: true, exports: undefined },
      { isActive: false, activate: () => Promise.reject(new Error('it fails')) },
    ]) {
      editor.extensions.set('vscode.git', extension);
      for (const value of [
        path.join(folder, 'of-setting'),
        [path.join(folder, 'gone'), path.join(folder, 'of-setting')],
      ]) {
        set(value);
        assert.equal(await find(), path.join(folder, 'of-setting'));
      }
    }
  });

  it('is the one on the path, whatever else the setting holds', async () => {
    const onPath = await findGit(['git']);
    for (const value of [undefined, null, '', [], [''], 7, {}, [null, 7], 'relative/git', './git']) {
      set(value);
      assert.equal(await find(), onPath, JSON.stringify(value));
    }
  });
});
