import assert from 'node:assert/strict';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { seriesKey } from '../../src/reviews/current/reviewSeries.ts';
import { git } from '../host/git/git.ts';
import { clickRow, drawnAnew } from './host/findingsRows.ts';
import { HostedReviews, run } from './host/hostedReviews.ts';
import { attended, gitHere, placesIn, problems, problemsSettle, sample, uriOf } from './host/window.ts';

const branch = 'feature/sides';
const file = 'sides/a.ts';
const draft = 'sides/draft.ts';
const nested = path.join(sample.workspace, 'nested');
const comments = [
  { path: file, line: 1, title: 'First', body: 'First.', rule: 'first' },
  { path: file, line: 2, title: 'Second', body: 'Second.', rule: 'second' },
];
const text = 'export const one = 1;\nexport const two = 2;\n';

/** Whether the tree has the row of a series: without it nothing is asked. */
async function hasRow(series: string): Promise<boolean> {
  return (await clickRow('exportRow', `review:${series}`)).asked.includes('In which format?');
}

describe('reviews side by side', () => {
  let hosted: HostedReviews;

  before(async () => {
    hosted = await HostedReviews.start(branch, 21, comments, async () => {
      await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from(text));
    });
    const info = path.join(sample.workspace, '.git/info');
    await mkdir(info, { recursive: true });
    await appendFile(path.join(info, 'exclude'), 'nested/\n');
    await run('reviewCurrentBranch', 'Review');
    await problemsSettle(() => problems().length === 2, 'those of the pull request');
  });

  after(async () => {
    // With the findings in sight the tests that follow would be told nothing.
    await vscode.commands.executeCommand('workbench.view.explorer');
    await gitHere('checkout', '--quiet', '--force', branch);
    await rm(nested, { recursive: true, force: true });
    await rm(uriOf(draft).fsPath, { force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await hosted.dispose();
    await problemsSettle(() => problems(draft).length + problems(file).length === 0, 'nothing is left of them');
  });

  it('of the pull request and of uncommitted work, by two services, are there at once', async () => {
    await writeFile(uriOf(draft).fsPath, 'export const same = (a: number) => a === a;\n');
    assert.match(await run('reviewChanges', 'uncommitted'), /completed: 1 issue/);
    await problemsSettle(() => problems().length === 3, 'all of both reviews');
    assert.deepEqual([placesIn(file), placesIn(draft)], [['1 first', '2 second'], ['1 eslint/no-self-compare']]);
  });

  it('of the pull request stay when work that has no issues is reviewed', async () => {
    await writeFile(uriOf(draft).fsPath, '// Nothing to find.\n');
    assert.match(await run('reviewChanges', 'uncommitted'), /completed: no issues/);
    await problemsSettle(() => problems(draft).length === 0, 'the work is in order');
    assert.deepEqual(placesIn(file), ['1 first', '2 second']);
  });

  it('fold away with their branch, and are back with it', async () => {
    await gitHere('checkout', '--quiet', 'main');
    await problemsSettle(() => problems().length === 0, 'none on another branch');
    await gitHere('checkout', '--quiet', branch);
    await problemsSettle(() => problems().length === 2, 'all of them again');
  });

  it('of two repositories are there at once, whichever file is open', async () => {
    await mkdir(path.join(nested, 'sides'), { recursive: true });
    await writeFile(path.join(nested, file), text);
    const person = ['-c', 'user.name=R', '-c', 'user.email=r@x.example'];
    for (const args of [
      ['init', '--quiet', '--initial-branch=feature'],
      ['add', '--all'],
      [...person, 'commit', '--quiet', '--message=Reviewed'],
      ['remote', 'add', 'origin', 'https://github.com/acme/app.git'],
      ['config', 'branch.feature.remote', 'origin'],
      ['config', 'branch.feature.merge', 'refs/pull/7/head'],
    ])
      await git(nested, args, {});
    const inNested = vscode.Uri.file(path.join(nested, file));
    await vscode.window.showTextDocument(inNested);
    assert.match(await run('reviewCurrentBranch', 'Review'), /acme\/app #7/);
    const both = `nested/${file}`;
    await problemsSettle(
      () => problems(file).length === 2 && problems(both).length === 2,
      'those of both repositories',
    );
    for (const uri of [uriOf(file), inNested]) {
      await vscode.window.showTextDocument(uri);
      assert.deepEqual([problems(file).length, problems(both).length], [2, 2]);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual([problems(file).length, problems(both).length], [2, 2]);
  });

  it('are not asked for by number where the service cannot have the repository', async () => {
    await git(nested, ['remote', 'remove', 'origin'], {});
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(nested, file)));
    const { told, asked } = await attended([], async () =>
      vscode.commands.executeCommand('codeReview.reviewCurrentBranch'),
    );
    assert.match(told.join(), /does not know local\/nested, and no remote tells/);
    assert.deepEqual(asked, []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('each have a row, until it is removed', async () => {
    const work = { kind: 'uncommitted', service: 'embedded', root: sample.workspace, branch } as const;
    const pullRequest = { repository: 'local/orders', number: 1_000_001 };
    const series = seriesKey({ ...work, pullRequest, title: undefined, headCommit: undefined });
    await vscode.commands.executeCommand('codeReview.findings.focus');
    for (const each of [series, hosted.series]) while (!(await hasRow(each)));
    const row = `review:${series}`;
    while ((await clickRow('removeReview', row)).told.includes(drawnAnew));
    while (await hasRow(series));
    assert.equal(problems(file).length, 2);
    for (const command of [
      'exportRow',
      'showRowReport',
      'reviewAgain',
      'cancelReview',
      'resumeReview',
      'removeReview',
    ]) {
      const { told } = await clickRow(command, row);
      assert.deepEqual(told, [drawnAnew], command);
    }
    // The other review is as it was.
    while (!(await hasRow(hosted.series)));
  });
});
