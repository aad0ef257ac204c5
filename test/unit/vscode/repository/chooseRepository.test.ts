import assert from 'node:assert/strict';
import path from 'node:path';
import type * as vscode from 'vscode';
import { Git } from '../../../../src/git/run/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../../git/pullRequest/layouts.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('the repository of a command, where several are open', () => {
  hermetic();
  let one: TestRepository;
  let two: TestRepository;

  before(async () => {
    standInForEditor();
    one = await TestRepository.create({ 'a.ts': '' });
    two = await TestRepository.create({ 'b.ts': '' });
    editor.folders = [one.folder, two.folder];
  });

  after(async () => {
    editor.folders = [];
    editor.activeFile = undefined;
    await one.dispose();
    await two.dispose();
  });

  /** Top folder of the one that is chosen; a question would fail, since nobody answers. */
  async function chosen(about?: { rootUri?: vscode.Uri }): Promise<string | undefined> {
    const { OpenRepositories } = await import('../../../../src/vscode/repository/openRepositories.ts');
    const { chooseRepository } = await import('../../../../src/vscode/repository/chooseRepository.ts');
    const copies = new OpenRepositories(new Git({ executable: 'git', log: () => undefined }), error =>
      assert.fail(String(error)),
    );
    const repository = await chooseRepository(copies, about);
    copies.dispose();
    return repository?.copy.root;
  }

  const uri = (fsPath: string): vscode.Uri => ({ scheme: 'file', fsPath }) as unknown as vscode.Uri;

  it('is that of the active editor', async () => {
    editor.activeFile = path.join(two.folder, 'b.ts');
    assert.equal(await chosen(), two.folder);
  });

  it('is the one that the command is called about, whatever editor is active', async () => {
    editor.activeFile = path.join(two.folder, 'b.ts');
    assert.equal(await chosen({ rootUri: uri(one.folder) }), one.folder);
    editor.activeFile = undefined;
    assert.equal(await chosen({ rootUri: uri(one.folder) }), one.folder);
    await assert.rejects(chosen(), /showQuickPick/);
  });

  it('is found by its branch and its folder where it is asked for, since names may be the same', async () => {
    editor.activeFile = undefined;
    await two.git('switch', '--quiet', '--create', 'feature/two');
    editor.pick = ([first]) => first;
    for (const typed of ['feature/two', two.folder]) {
      editor.typed = typed;
      assert.equal(await chosen(), two.folder);
    }
    [editor.pick, editor.typed] = [undefined, ''];
  });

  it('is no other one where that is not on disk', async () => {
    editor.activeFile = path.join(two.folder, 'b.ts');
    const rootUri = { scheme: 'vscode-vfs', fsPath: '/acme/orders' } as unknown as vscode.Uri;
    await assert.rejects(chosen({ rootUri }), /not on disk/);
  });
});
