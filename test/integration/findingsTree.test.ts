import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { decodeReview } from '../../src/api/decode/review.ts';
import { fingerprintsOf } from '../../src/reviews/decisions/fingerprint.ts';
import { clickRow } from './host/findingsRows.ts';
import { HostedReviews, run } from './host/hostedReviews.ts';
import { problems, problemsSettle, uriOf } from './host/window.ts';

const same = 'rows/a.txt';
const other = 'rows/b.txt';
/** Three that are told apart by nothing but their place, and one in a file below. */
const comments = [
  { path: same, line: 1, body: 'Same words.' },
  { path: same, line: 3, body: 'Same words.' },
  { path: same, line: 5, body: 'Same words.' },
  { path: other, line: 2, body: 'Other words.' },
];
const [first, second, third, last] = [0, 1, 2, 3] as const;

const fingerprints = fingerprintsOf(
  decodeReview({ id: 'rows1', status: 'completed', comments }).comments ?? assert.fail(),
);
let hosted: HostedReviews;

async function click(command: string, row: number | 'focused'): Promise<string> {
  const id = row === 'focused' ? undefined : `finding:${hosted.series} ${fingerprints[row]}`;
  return (await clickRow(command, id)).told.join(' ');
}

async function isDrawn(row: number): Promise<boolean> {
  return (await click('copyFinding', row)) === '';
}

/** Resolves when the tree is drawn with the row, or without it. */
async function drawn(row: number, wanted = true): Promise<void> {
  while ((await isDrawn(row)) !== wanted);
}

/** Marks a row as done; again, where the tree was just drawn anew. */
async function markDone(row: number): Promise<void> {
  while ((await click('markDone', row)) !== '');
}

/** The line of the finding that has the focus in the tree; undefined where none has it, or the tree is being drawn anew. */
async function focusedLine(): Promise<unknown> {
  if ((await click('copyFindingAsJson', 'focused')) !== '') return undefined;
  return (JSON.parse(await vscode.env.clipboard.readText()) as { line: unknown }).line;
}

/** Gives the focus to the finding at a line, as far down; again, where the window was still drawing the tree. */
async function focusFinding(line: number, down: number): Promise<void> {
  do await focusRow(down);
  while ((await focusedLine()) !== line);
}

/** The line in focus as soon as the tree knows its rows again. */
async function lineInFocus(): Promise<unknown> {
  let line: unknown;
  while (line === undefined) line = await focusedLine();
  return line;
}

function lines(): number[] {
  return problems(same)
    .map(({ range }) => range.start.line + 1)
    .sort((a, b) => a - b);
}

/** Gives the tree the focus, and from its first row on goes down. */
async function focusRow(down: number): Promise<void> {
  await vscode.commands.executeCommand('codeReview.findings.focus');
  await vscode.commands.executeCommand('list.focusFirst');
  for (let step = 0; step < down; step++) await vscode.commands.executeCommand('list.focusDown');
}

/**
 * Selects a file and folds it, so that two rows on is the finding at a line; again, where the window was still drawing the
 * tree. When the view gets the focus the editor unfolds what the selected row is below.
 */
async function foldFile(down: number, line: number): Promise<void> {
  do {
    await focusRow(down);
    await vscode.commands.executeCommand('list.select');
    await vscode.commands.executeCommand('list.collapse');
    await focusRow(down + 2);
  } while ((await focusedLine()) !== line);
}

describe('the tree of findings while it is drawn anew', () => {
  before(async () => {
    hosted = await HostedReviews.start('feature/rows', 11, comments, async () => {
      for (const file of [same, other])
        await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from('one\ntwo\nthree\nfour\nfive\n'));
    });
  });

  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('codeReview.findings.focus');
    assert.equal(await run('reviewCurrentBranch', 'Review'), '');
    await problemsSettle(() => lines().join() === '1,3,5', 'all are open');
    await drawn(last);
  });

  afterEach(async () => {
    const ids = comments.map((_, index) => hosted.idOf(index));
    for (const id of ids) await vscode.commands.executeCommand('codeReview.reopenFinding', id);
  });

  after(async () => {
    // With the findings in sight the tests that follow would be told nothing.
    await vscode.commands.executeCommand('workbench.view.explorer');
    await hosted.dispose();
  });

  it('knows the row that was clicked when the one above it, which reads the same, is gone', async () => {
    await markDone(first);
    await drawn(first, false);
    await drawn(second);
    await markDone(second);
    await problemsSettle(() => lines().join() === '5', 'the third is left');
  });

  it('takes no finding at the cursor for a row that is gone', async () => {
    await markDone(third);
    await drawn(third, false);
    const editor = await vscode.window.showTextDocument(uriOf(same));
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    assert.match(await click('markDone', third), /just drawn anew, so this was not done\. Choose it again\./);
    assert.deepEqual(lines(), [1, 3]);
    // Without a row it is about the one at the cursor.
    assert.equal(await run('markDone'), '');
    await problemsSettle(() => lines().join() === '3', 'the one at the cursor is done');
  });

  it('asks for the repository where the title of the view has the command, whichever row has the focus', async () => {
    await focusFinding(3, 3);
    assert.equal(await click('reviewPullRequest', 'focused'), '');
  });

  it('keeps the focus on its finding when one above it is gone, and in the next review', async () => {
    await focusFinding(3, 3);
    await markDone(first);
    await drawn(first, false);
    await drawn(third);
    assert.equal(await lineInFocus(), 3);
    assert.equal(await run('reviewCurrentBranch'), '');
    await vscode.commands.executeCommand('codeReview.reopenFinding', hosted.idOf(0));
    await drawn(first);
    await drawn(third);
    assert.equal(await lineInFocus(), 3);
  });

  it('keeps a file folded that a filter took away for a while', async () => {
    await focusFinding(1, 2);
    await foldFile(1, 2);
    assert.equal(await run('filterFindings', `path:${other}`), '');
    await markDone(last);
    // Rows below one that is folded are not drawn.
    await drawn(last, false);
    assert.equal(await isDrawn(first), false);
    await run('clearFindingsFilter');
    await vscode.commands.executeCommand('codeReview.reopenFinding', hosted.idOf(3));
    await drawn(last);
    assert.equal(await isDrawn(first), false);
    do {
      await focusRow(1);
      await vscode.commands.executeCommand('list.expand');
    } while (!(await isDrawn(first)));
  });
});
