import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { canaryKey } from '../../host/keys/canary.ts';
import { openPullRequest, removePullRequest } from '../../host/git/openPullRequest.ts';
import { run } from '../host/hostedReviews.ts';
import { PendingService } from '../host/pendingService.ts';
import { attended, gitHere, placesIn, problems, problemsSettle, sample, uriOf } from '../host/window.ts';

const branch = 'feature/two-services';
const file = 'twoServices.ts';
const number = 31;

describe('two hosted services in a window', () => {
  const comment = (rule: string): object => ({ path: file, line: 1, title: rule, body: rule, rule });
  const one = new PendingService([comment('one')], canaryKey('production', '1111'));
  const two = new PendingService([comment('two')], canaryKey('production', '2222'));

  before(async () => {
    await gitHere('checkout', '--quiet', '-b', branch, 'main');
    await vscode.workspace.fs.writeFile(uriOf(file), Buffer.from('export const one = 1;\n'));
    await gitHere('add', '--all');
    await gitHere('commit', '--quiet', '--message=Two services');
    await gitHere('push', '--quiet', '--set-upstream', 'origin', branch);
    await openPullRequest(sample.workspace, number);
    await Promise.all([one.start(), two.start()]);
  });

  after(async () => {
    await vscode.workspace
      .getConfiguration('codeReview')
      .update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    for (const service of [one, two]) service.stop();
    await gitHere('checkout', '--quiet', '--force', sample.branch);
    await gitHere('branch', '--quiet', '-D', branch);
    await gitHere('push', '--quiet', 'origin', '--delete', branch);
    await removePullRequest(sample.workspace, number);
    await problemsSettle(() => problems(file).length === 0, 'nothing is left of them');
  });

  /** Resolves to what is told until `ended`, from a command on. */
  async function toldUntil(ended: PromiseLike<unknown>, command: string, ...answers: string[]): Promise<string[]> {
    const { told } = await attended(answers, async () => {
      await vscode.commands.executeCommand(`codeReview.${command}`);
      await ended;
    });
    return told.sort();
  }

  it('are watched each with its own key, the one that is signed out of no longer', async () => {
    for (const service of [one, two]) await service.begin();
    const looks = two.keys.length;
    const [out, stopped] = await toldUntil(two.watched, 'signOut');
    assert.match(out ?? '', new RegExp(`^Signed out: forgot the production key ••••2222 for ${two.address}`));
    assert.equal(stopped, `Stopped watching the review of local/orders #31. It goes on at ${two.host}.`);
    one.hasEnded = true;
    const { told } = await attended([], async () => one.watched);
    assert.deepEqual(told, ['Review of local/orders #31 completed: 1 issue.']);
    await problemsSettle(() => problems(file).length === 1, 'that of the other');
    assert.equal(two.keys.length, looks, 'it is asked without a key');
    assert.ok([one, two].every(each => each.keys.every(sent => sent === `Bearer ${each.key}`)));
  });

  it('wait for their own account, whichever is signed in to first', async () => {
    await run('signIn', one.address, one.key);
    const looks = two.keys.length;
    two.hasEnded = true;
    const signedIn = problemsSettle(() => problems(file).length === 2, 'those of both');
    const told = await toldUntil(signedIn, 'signIn', two.address, two.key);
    assert.match(told.join('\n'), /^Signed in with the production key ••••2222/m);
    assert.equal(two.keys.length, looks + 1);
    assert.deepEqual(placesIn(file), ['1 one', '1 two']);
  });

  it('are no longer watched where the user says so, whichever is in use', async () => {
    one.hasEnded = false;
    await one.begin();
    await run('signIn', two.address, two.key);
    const told = await toldUntil(one.watched, 'cancelReview');
    assert.deepEqual(told, [`Stopped watching the review of local/orders #31. It goes on at ${one.host}.`]);
    one.hasEnded = true;
    await run('signIn', one.address, one.key);
    assert.match(await run('resumeReview'), /^Review of local\/orders #31 completed: 1 issue/);
  });

  it('are signed out of also while neither is in use', async () => {
    assert.match(await run('signIn', ''), /^Using the embedded service/);
    for (const [service, left] of [
      [one, 2],
      [two, 1],
    ] as const) {
      const name = `Production key ••••${service.key.slice(-4)}`;
      const { told, asked, choices } = await attended([name], async () =>
        vscode.commands.executeCommand('codeReview.signOut'),
      );
      assert.match(asked.join(), /^The embedded service is in use, which needs no key\. Which key of another service/);
      assert.equal(choices.length, left);
      assert.match(told.join(), new RegExp(`^Signed out: forgot the production key .* for ${service.address}`));
    }
    assert.equal(await run('signOut'), 'The embedded service is in use, which needs no key.');
  });
});
