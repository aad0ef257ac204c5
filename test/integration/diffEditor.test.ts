import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HostedReviews, run } from './host/hostedReviews.ts';
import { attended, problems, problemsSettle, uriOf } from './host/window.ts';

const file = 'diffs/a.txt';
const other = 'diffs/b.txt';
const comments = [
  { path: file, line: 1, body: 'First.', suggested_code: 'ONE', existing_code: 'one' },
  { path: file, line: 3, body: 'Second.' },
  { path: other, line: 2, body: 'Third.' },
];

/** The lines at the cursors of the editors of a file. */
function linesAt(name: string): number[] {
  const editors = vscode.window.visibleTextEditors.filter(
    ({ document: { uri } }) => uri.scheme === 'file' && uri.path === uriOf(name).path,
  );
  return editors.map(({ selection }) => selection.active.line + 1);
}

function isInDiff(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
}

describe('Next Finding', () => {
  let hosted: HostedReviews;

  before(async () => {
    hosted = await HostedReviews.start('feature/diffs', 31, comments, async () => {
      for (const name of [file, other])
        await vscode.workspace.fs.writeFile(uriOf(name), Buffer.from('one\ntwo\nthree\nfour\nfive\n'));
    });
    await run('reviewCurrentBranch', 'Review');
    await problemsSettle(() => problems(file).length + problems(other).length === 3, 'all are open');
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  after(() => hosted.dispose());

  /** Runs a command about the first finding. */
  const about = async (command: string): Promise<string[]> =>
    (await attended([], async () => vscode.commands.executeCommand(`codeReview.${command}`, hosted.idOf(0)))).told;

  it('stays in a diff as long as the next one is in a file of it, on whichever side', async () => {
    for (const [left, right] of [
      [other, file],
      [file, other],
    ] as const) {
      await vscode.window.showTextDocument(uriOf(other), { selection: new vscode.Range(4, 0, 4, 0) });
      await vscode.commands.executeCommand('vscode.diff', uriOf(left), uriOf(right), 'Two files');
      assert.deepEqual(await about('openFinding'), []);
      for (const line of [1, 3]) {
        assert.deepEqual([isInDiff(), linesAt(file)], [true, [line]]);
        await run('nextFinding');
      }
      // The third one is on the other side.
      assert.deepEqual([isInDiff(), linesAt(other)], [true, [2]]);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('stays in the preview of a suggestion, and leaves it for another file', async () => {
    assert.deepEqual(await about('previewSuggestion'), []);
    assert.equal(isInDiff(), true);
    assert.deepEqual(await about('openFinding'), []);
    await run('nextFinding');
    assert.deepEqual([isInDiff(), linesAt(file)], [true, [3]]);
    await run('nextFinding');
    assert.deepEqual([isInDiff(), linesAt(other)], [false, [2]]);
  });

  it('stays in the group of editors that has the focus, where others show the same file', async () => {
    const { One, Two } = vscode.ViewColumn;
    for (const focused of [One, Two]) {
      for (const viewColumn of [One, Two, focused]) await vscode.window.showTextDocument(uriOf(file), { viewColumn });
      assert.deepEqual(await about('openFinding'), []);
      await run('nextFinding');
      assert.deepEqual([vscode.window.activeTextEditor?.viewColumn, linesAt(file).includes(3)], [focused, true]);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
