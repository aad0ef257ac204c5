import assert from 'node:assert/strict';
import { Git } from '../../../../../src/git/run/git.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';

describe('adding a tool', () => {
  before(() => standInForEditor());

  afterEach(() => {
    editor.isTrusted = true;
  });

  it('is refused in a sentence where the workspace is not trusted, or holds no repository', async () => {
    const { addTool } = await import('../../../../../src/vscode/commands/setup/addTool.ts');
    const { OpenRepositories } = await import('../../../../../src/vscode/repository/openRepositories.ts');
    const { ScopedLists } = await import('../../../../../src/vscode/platform/changeScopedLists.ts');
    const lists = new ScopedLists('/nowhere/changes');
    const git = new Git({ executable: 'git', log: () => undefined });
    const copies = new OpenRepositories(git, error => assert.fail(String(error)));
    editor.folders = [];
    await assert.rejects(addTool(lists, copies), { kind: 'git', message: 'No folder is open.' });
    editor.isTrusted = false;
    await assert.rejects(addTool(lists, copies), /Restricted Mode, where Code Review runs no tools of the project/);
    copies.dispose();
  });
});
