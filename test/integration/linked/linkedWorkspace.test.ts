import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { inSight, quickFixes } from '../host/editors.ts';
import { attended, problems, problemsSettle, sample, uriOf } from '../host/window.ts';

const store = 'src/refunds/refundStore.ts';

/** The files with problems of the extension. */
function filesWithProblems(): string[] {
  return vscode.languages
    .getDiagnostics()
    .filter(([, diagnostics]) => diagnostics.some(({ source }) => source === 'Code Review'))
    .map(([uri]) => uri.fsPath);
}

describe('a workspace behind a link', () => {
  let real: string;

  before(async () => {
    real = await realpath(sample.workspace);
    assert.notEqual(real, sample.workspace);
    const { told } = await attended([], async () => vscode.commands.executeCommand('codeReview.reviewCurrentBranch'));
    assert.match(told.join(' '), /13 issues/);
  });

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('has its findings where its files are opened, and nowhere else', async () => {
    const files = filesWithProblems();
    assert.ok(files.length > 1);
    for (const file of files) assert.ok(file.startsWith(sample.workspace + path.sep), file);
    await vscode.commands.executeCommand('codeReview.nextFinding');
    const fileInSight = (): string => vscode.window.activeTextEditor?.document.fileName ?? 'nothing';
    await inSight(
      () => fileInSight().startsWith(sample.workspace + path.sep),
      () => `a file of ${sample.workspace}, but ${fileInSight()}`,
    );
  });

  it('offers fixes in the editor that is open', async () => {
    const { document } = await vscode.window.showTextDocument(uriOf(store));
    const [problem] = problems(store);
    assert.ok(problem);
    const actions = await quickFixes(document.uri, problem.range);
    assert.ok(actions.some(({ title }) => title.startsWith('Mark as done')));
  });

  it('has them in a document that is open by its real path, as long as it is', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const count = problems(store).length;
    const other = vscode.Uri.file(path.join(real, store));
    const here = (): number => problems(store).length;
    const there = (): number =>
      vscode.languages.getDiagnostics(other).filter(({ source }) => source === 'Code Review').length;
    await vscode.window.showTextDocument(other);
    // The editor keeps a document for a while after its last editor was closed; opened beside each other, the folder's counts.
    await problemsSettle(() => here() + there() === count, 'never twice');
    await vscode.window.showTextDocument(uriOf(store));
    await problemsSettle(() => here() === count && there() === 0, 'where the folder has it');
  });
});
