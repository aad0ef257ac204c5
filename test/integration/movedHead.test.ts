import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { canaryKey } from '../host/keys/canary.ts';
import { openPullRequest, removePullRequest } from '../host/git/openPullRequest.ts';
import { run } from './host/hostedReviews.ts';
import { PendingService } from './host/pendingService.ts';
import { attended, gitHere, openFindings, placesIn, problems, problemsSettle, sample, uriOf } from './host/window.ts';

const branch = 'feature/moved';
const base = 'moved-base';
const file = 'moved.ts';
const number = 43;
const comments = ['first', 'second'].map((rule, index) => {
  return { path: file, line: index + 1, title: rule, body: rule, rule };
});
const text = 'export const one = 1;\nexport const two = 2;\n';

describe('reviews of a branch while git moves HEAD', () => {
  const service = new PendingService(comments, canaryKey('production', '4343'));

  before(async () => {
    await gitHere('checkout', '--quiet', '-b', base, 'main');
    await commit('export const other = 0;\n');
    await gitHere('checkout', '--quiet', '-b', branch, 'main');
    await commit(text);
    await gitHere('push', '--quiet', '--set-upstream', 'origin', branch);
    await openPullRequest(sample.workspace, number);
    await service.start();
    service.hasEnded = true;
    await service.begin();
    await service.watched;
    await problemsSettle(() => problems().length === 2, 'those of the review');
  });

  after(async () => {
    await run('signOut');
    await vscode.workspace
      .getConfiguration('codeReview')
      .update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    service.stop();
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('branch', '--quiet', '-D', branch, base);
    await gitHere('push', '--quiet', 'origin', '--delete', branch);
    await removePullRequest(sample.workspace, number);
    await problemsSettle(() => problems(file).length === 0, 'nothing is left of them');
  });

  async function write(now: string): Promise<void> {
    await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from(now));
    await gitHere('add', file);
  }

  async function commit(now: string): Promise<void> {
    await write(now);
    await gitHere('commit', '--quiet', '--message=Change something');
  }

  /** Rebases the branch, which stops at a conflict; resolves when the window has seen that. */
  async function rebase(): Promise<void> {
    await assert.rejects(gitHere('rebase', '--quiet', base));
    await problemsSettle(() => placesIn(file).join() === '4 first,5 second', 'below the marks of the conflict');
  }

  /** How the window says that the reviews of what is checked out stand. */
  async function said(): Promise<string | undefined> {
    return (await attended([], async () => vscode.commands.executeCommand('codeReview.showMenu'))).asked[0];
  }

  /** Asks until the window says so: how far the review is from what is checked out is found out after its problems are placed. */
  async function says(expected: string): Promise<void> {
    const end = Date.now() + 45_000;
    let now = await said();
    while (now !== expected && Date.now() < end) {
      // The menu asks nobody outside of this process: without a turn, the window would hear of nothing that happens.
      await new Promise(setImmediate);
      now = await said();
    }
    assert.equal(now, expected, `HEAD is ${await gitHere('rev-parse', 'HEAD')}; the window said: ${now}`);
  }

  /** What is told until the review is no longer watched. */
  async function toldOf(watched: PromiseLike<unknown>): Promise<string> {
    return (await attended([], async () => watched)).told.join(' ');
  }

  it('are of a commit that is not checked out while a rebase has stopped, also one that ends meanwhile, until it is aborted', async () => {
    service.hasEnded = false;
    await service.begin();
    await rebase();
    service.hasEnded = true;
    const other =
      /^Review of local\/orders #43 completed: 2 issues\..* It has read \w+, which is not what is checked out now\.$/;
    assert.match(await toldOf(service.watched), other);
    assert.deepEqual(placesIn(file), ['4 first', '5 second']);
    assert.match((await said()) ?? '', other);
    await gitHere('rebase', '--abort');
    await problemsSettle(() => placesIn(file).join() === '1 first,2 second', 'where they were');
    await says('Review of local/orders #43 completed: 2 issues.');
  });

  it('have read another commit once the branch is rewritten, with their findings where the lines are', async () => {
    await rebase();
    await write('export const other = 0;\nexport const one = 1;\n');
    await gitHere('-c', 'core.editor=true', 'rebase', '--continue');
    await problemsSettle(() => placesIn(file).join() === '2 first', 'one whose line is still there');
    const other =
      'Review of local/orders #43 completed: 2 issues. 2 commits are not pushed, so #43 does not have them.';
    await says(other);
    await write(`// A line.\nexport const other = 0;\nexport const one = 1;\n`);
    await gitHere('commit', '--quiet', '--amend', '--no-edit');
    await problemsSettle(() => placesIn(file).join() === '3 first', 'one line lower');
    await says(other);
    assert.deepEqual(
      (await openFindings()).map(({ state }) => state),
      ['current', 'outdated'],
    );
  });

  it('are those that were asked for last, also where one from before ends later', async () => {
    service.hasEnded = false;
    await service.begin();
    const { latest, watched } = service;
    await commit(text);
    await gitHere('push', '--quiet', '--force', 'origin', branch);
    await openPullRequest(sample.workspace, number);
    service.comments = comments.slice(1);
    await service.begin();
    [service.held, service.hasEnded] = [latest, true];
    assert.match(await toldOf(service.watched), /completed: 1 issue\./);
    await problemsSettle(() => placesIn(file).join() === '2 second', 'that of the later one');
    service.held = undefined;
    assert.match(await toldOf(watched), /completed: 2 issues\. It has read .*\. Another review of it is shown\.$/);
    assert.deepEqual(placesIn(file), ['2 second']);
    await says('Review of local/orders #43 completed: 1 issue.');
  });
});
