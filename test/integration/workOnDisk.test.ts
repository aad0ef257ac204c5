import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { run } from './host/hostedReviews.ts';
import { attended, gitHere, placesIn, problems, problemsSettle, sample, uriOf } from './host/window.ts';

const branch = 'feature/changed-work';
const file = 'changedWork.ts';
const added = 'changedWorkLater.ts';
const begun = '// One.\n// Two.\n// Three.\n';
const fine = `${begun}export const same = (a: number) => a;\n`;
const bad = `${begun}export const same = (a: number) => a === a;\n`;
const clean = /completed: no issues\./;

/** What the window says of its reviews, once that is so. */
async function says(isSo: (said: string) => boolean): Promise<string> {
  for (let times = 0; ; times++) {
    const { asked } = await attended([], async () => vscode.commands.executeCommand('codeReview.showMenu'));
    const [said = ''] = asked;
    if (isSo(said)) return said;
    assert.ok(times < 100, `It still says: ${said}`);
    await wait(200);
  }
}

const write = (name: string, text: string): Promise<void> => writeFile(uriOf(name).fsPath, text);
const isChanged = (said: string): boolean => said.includes('The work has changed since.');

describe('reviews of work that is changed outside of the editor', () => {
  before(async () => {
    await gitHere('checkout', '--quiet', '-b', branch, 'main');
    await write(file, begun);
    await gitHere('add', file);
    await gitHere('commit', '--quiet', '--message=Begin');
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(uriOf(added).fsPath, { force: true });
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('branch', '--quiet', '-D', branch);
    await problemsSettle(() => problems(file).length === 0, 'nothing is left of them');
  });

  it('say so while a file differs or is new, and no longer once that is taken back', async () => {
    await write(file, fine);
    assert.match(await run('reviewChanges', 'uncommitted'), clean);
    assert.equal(isChanged(await says(() => true)), false);
    await write(file, bad);
    await says(isChanged);
    await write(file, fine);
    await says(said => !isChanged(said));
    await write(added, fine);
    await says(isChanged);
    await rm(uriOf(added).fsPath);
    await says(said => !isChanged(said));
  });

  it('say so when a document is saved', async () => {
    const editor = await vscode.window.showTextDocument(uriOf(file));
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// A line.\n'));
    assert.equal(isChanged(await says(() => true)), false, 'as long as it is not on disk');
    await editor.document.save();
    await says(isChanged);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('have their findings again after git stash and git stash pop, without an editor', async () => {
    await write(file, bad);
    assert.match(await run('reviewChanges', 'uncommitted'), /completed: 1 issue/);
    await problemsSettle(() => problems(file).length === 1, 'that of the work');
    await gitHere('stash', '--quiet');
    await problemsSettle(() => problems(file).length === 0, 'none while it is stashed');
    await says(said => !said.includes('Uncommitted work'));
    await gitHere('stash', 'pop', '--quiet');
    await problemsSettle(() => placesIn(file).join() === '4 eslint/no-self-compare', 'it is back');
    await says(said => !isChanged(said));
    await write(file, `// A formatter.\n${bad}`);
    await problemsSettle(() => placesIn(file).join() === '5 eslint/no-self-compare', 'one line lower');
    await rm(uriOf(file).fsPath);
    await problemsSettle(() => problems(file).length === 0, 'none of a file that is not there');
    await says(isChanged);
    await gitHere('checkout', '--quiet', '--', file);
    await write(file, bad);
    await problemsSettle(() => placesIn(file).join() === '4 eslint/no-self-compare', 'it is there again');
  });
});
