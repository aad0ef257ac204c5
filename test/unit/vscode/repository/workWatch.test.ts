import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkWatch } from '../../../../src/vscode/repository/watches/workWatch.ts';
import { needs } from '../../../host/needs.ts';
import { editor, saveDocument, standInForEditor } from '../../security/shown/editor.ts';

/** A repository of the editor's own git, and how often somebody listens to it. */
class StandInRepository {
  readonly rootUri: { readonly fsPath: string };
  listener: (() => void) | undefined;
  readonly state = {
    onDidChange: (listener: () => void): { dispose(): void } => {
      this.listener = listener;
      return { dispose: () => (this.listener = undefined) };
    },
  };

  constructor(fsPath: string) {
    this.rootUri = { fsPath };
  }
}

describe('a window that follows files which others change', () => {
  let folder: string;
  let told: string[];
  let watch: WorkWatch;
  let opened: (repository: StandInRepository) => void;
  let closed: (repository: StandInRepository) => void;
  let isAsked: boolean;
  let one: StandInRepository;

  beforeEach(async () => {
    standInForEditor();
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-work-')));
    for (const name of ['one', 'two']) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, 'one', 'a.ts'), '');
    one = new StandInRepository(path.join(folder, 'one'));
    [told, isAsked] = [[], false];
    const nothing = { dispose: () => undefined };
    const api = {
      get repositories(): unknown {
        isAsked = true;
        return [one];
      },
      onDidOpenRepository: (listener: typeof opened) => ((opened = listener), nothing),
      onDidCloseRepository: (listener: typeof closed) => ((closed = listener), nothing),
    };
    editor.extensions.set('vscode.git', { isActive: true, exports: { getAPI: () => api } });
    const { WorkWatch: Watch } = await import('../../../../src/vscode/repository/watches/workWatch.ts');
    watch = new Watch(
      root => told.push(path.basename(root)),
      error => assert.fail(String(error)),
    );
  });

  afterEach(async () => {
    watch.dispose();
    await rm(folder, { recursive: true });
  });

  const at = (...names: string[]): string => path.join(folder, ...names);
  const settled = (): Promise<void> => wait(600);

  it('asks the editor for nothing before there is a repository to follow', async () => {
    watch.follow([]);
    await settled();
    assert.equal(isAsked, false);
  });

  it('tells once of what the editor has looked through several times at once', async () => {
    watch.follow([at('one'), at('two')]);
    await wait(0);
    for (let time = 0; time < 5; time++) one.listener?.();
    await settled();
    assert.deepEqual(told, ['one']);
    one.listener?.();
    watch.follow([at('two')]);
    await settled();
    one.listener?.();
    await settled();
    assert.deepEqual(told, ['one'], 'what is not followed is not told');
  });

  it('follows a repository that the editor finds later, until it closes it', async () => {
    watch.follow([at('one'), at('two')]);
    await wait(0);
    const two = new StandInRepository(at('two'));
    opened(two);
    two.listener?.();
    await settled();
    assert.deepEqual(told, ['two']);
    closed(two);
    assert.equal(two.listener, undefined);
    watch.dispose();
    assert.equal(one.listener, undefined);
  });

  it('tells of a document that was saved, however its folder is spelled', async function () {
    needs(this, 'symbolic links');
    await symlink(at('one'), at('link'));
    watch.follow([at('one'), at('two')]);
    saveDocument(at('link', 'a.ts'));
    await settled();
    saveDocument(at('elsewhere.ts'));
    await settled();
    assert.deepEqual(told, ['one']);
  });

  it('tells of saved documents where the editor has no git', async () => {
    editor.extensions.clear();
    watch.follow([at('one')]);
    await wait(0);
    saveDocument(at('one', 'a.ts'));
    await settled();
    assert.deepEqual(told, ['one']);
  });
});
