import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { closeAll, inSight } from './host/editors.ts';
import { HostedReviews, run } from './host/hostedReviews.ts';
import { attended, gitHere, openFindings, pageShown, problems, problemsSettle, uriOf } from './host/window.ts';

const file = 'pictured/a.ts';
const picture = 'pictured/b.png';
const behind = 'pictured/c.ts';
/** Is opened by no test, so that the editor holds no document of it. */
const gone = 'pictured/d.ts';
const comments = [
  { path: file, line: 1, title: 'Before', body: 'Before.' },
  { path: picture, title: 'Of the picture', body: 'It is large.' },
  { path: picture, line: 1, title: 'Of its first line', body: 'It is wide.', suggestion: 'narrow' },
  { path: behind, line: 1, title: 'Behind', body: 'Behind.' },
  { path: gone, line: 1, title: 'Deleted', body: 'Deleted.' },
];

/** The title of the page or the name of the file that is in sight. */
function inFront(): string {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? 'nothing';
}

function comesInFront(label: string): Promise<void> {
  return inSight(
    () => inFront() === label,
    () => `${label}, but ${inFront()}`,
  );
}

describe('findings of files that cannot be opened as text', () => {
  let hosted: HostedReviews;

  before(async () => {
    hosted = await HostedReviews.start('feature/pictured', 51, comments, async () => {
      await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from('export const a = 1;\n'));
      await vscode.workspace.fs.writeFile(uriOf(picture), Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'));
      await vscode.workspace.fs.writeFile(uriOf(behind), Buffer.from('export const c = 1;\n'));
      await vscode.workspace.fs.writeFile(uriOf(gone), Buffer.from('export const d = 1;\n'));
    });
    await run('reviewCurrentBranch', 'Review');
    await problemsSettle(() => problems().length === 5, 'those of the pull request');
  });

  beforeEach(closeAll);

  after(async () => {
    await hosted.dispose();
    await problemsSettle(() => problems().length === 0, 'nothing is left of them');
  });

  it('are pages that Next Finding goes on behind', async () => {
    const pages = [`${picture}: Of the picture`, `${picture}: Of its first line`];
    for (const label of ['a.ts', ...pages, 'c.ts']) {
      assert.equal(await run('nextFinding'), '');
      await comesInFront(label);
    }
    assert.equal(await run('previousFinding'), '');
    await comesInFront(pages[1] ?? '');
  });

  it('say on their page why it is one', async () => {
    const page = await pageShown(() => vscode.commands.executeCommand('codeReview.openFinding', hosted.idOf(1)));
    assert.match(page, /It is large\./);
    assert.match(page, /This file could not be opened as text\./);
  });

  it('have no suggestion that can be applied', async () => {
    const apply = async (): Promise<unknown> =>
      vscode.commands.executeCommand('codeReview.applySuggestion', hosted.idOf(2));
    assert.match((await attended([], apply)).told.join(), /^This file could not be opened as text\. Look at it/);
  });

  it('are without a place where their file is not there, and outdated once its deletion is committed', async () => {
    const isSo = async (wanted: string): Promise<boolean> =>
      (await openFindings()).find(({ path }) => path === gone)?.state === wanted;
    const open = (): Promise<string> =>
      pageShown(() => vscode.commands.executeCommand('codeReview.openFinding', hosted.idOf(4)));
    await rm(uriOf(gone).fsPath);
    // The page looks at the disk; the list learns of it when the editor's Git has looked.
    assert.match(await open(), /This file is not in the working copy\./);
    while (!(await isSo('unplaced')));
    assert.match(await open(), /This file is not in the working copy\./);
    await gitHere('commit', '--quiet', '--all', '--message=Delete it');
    while (!(await isSo('outdated')));
    await problemsSettle(() => problems(gone).length === 0, 'none in a file that is deleted');
    assert.equal(problems().length, 4);
    assert.match(await open(), /The commit that is checked out no longer has this file\./);
  });
});
