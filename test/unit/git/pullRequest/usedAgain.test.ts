import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RefListing } from '../../../../src/git/pullRequest/refListing.ts';
import { resolvePullRequest } from '../../../../src/git/pullRequest/resolvePullRequest.ts';
import type { PullRequestSource, SourceResult } from '../../../../src/git/pullRequest/source.ts';
import { identifyRepository } from '../../../../src/git/repository/identifyRepository.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { pushTarget } from '../../../../src/git/repository/pushTarget.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { eachWithLayout, productGit, type Layout, outcome, type Place, resolve } from './layouts.ts';

describe('a branch whose name, commit or configuration is also that of something else', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  /** Pushes a commit on main as a branch and as the head of a pull request. */
  async function pull(number: number, branch: string, file: string): Promise<void> {
    const other = await layout.clone('main', layout.base, `by ${branch}`);
    await other.git('checkout', '--quiet', '-b', branch);
    await other.commit(branch, file);
    await other.git('push', '--quiet', 'origin', branch, `${branch}:refs/pull/${number}/head`);
    await layout.keepMergeRef(number);
  }

  /** Checks a pull request out as command-line tools do: configured the first time only. */
  async function checkOut(clone: Place, number: number, branch: string): Promise<void> {
    await clone.git('checkout', '--quiet', 'main');
    await clone.git('fetch', '--quiet', '--force', 'origin', `refs/pull/${number}/head:${branch}`);
    if (!(await clone.git('config', '--list')).includes(`branch.${branch}.merge`)) {
      await clone.git('config', `branch.${branch}.remote`, 'origin');
      await clone.git('config', `branch.${branch}.merge`, `refs/pull/${number}/head`);
    }
    await clone.git('checkout', '--quiet', branch);
  }

  it('checked out of one pull request and then of another one is of the second', async () => {
    await pull(8, 'other', 'other.txt');
    const clone = await layout.clone('main');
    await checkOut(clone, 9, 'patch-1');
    const head = await clone.git('rev-parse', 'HEAD');
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
    await clone.commit('mine');
    const ahead = await resolve(clone.folder);
    assert.equal(outcome(ahead), 'found 9');
    assert.ok(ahead.kind === 'found');
    assert.deepEqual([ahead.headCommit, ahead.unpushed], [head, 1], 'what is committed here is not the pull request’s');
    await checkOut(clone, 8, 'patch-1');
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
    await clone.git('reset', '--quiet', '--hard', 'origin/main');
    await clone.commit('something else');
    assert.match(outcome(await resolve(clone.folder)), /^ask /);
  });

  it('made anew for other work is asked for, and for the same work is not', async () => {
    const clone = await layout.clone('feature');
    await clone.git('reset', '--quiet', '--soft', 'origin/main');
    await clone.git('commit', '--quiet', '--message=all at once');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
    await clone.git('reset', '--quiet', '--hard', 'origin/main');
    await clone.commit('something else', 'else.txt');
    assert.match(outcome(await resolve(clone.folder)), /^ask /);
  });

  it('made from a branch, under the name of another one at the remote, does not take that one’s', async () => {
    await pull(8, 'x', 'x.txt');
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'x', 'origin/feature');
    assert.doesNotMatch(outcome(await resolve(clone.folder)), /^found 8/);
  });

  it('is the branch that is rebased, also where that has stopped at the head of another pull request', async () => {
    const other = await layout.clone('main', layout.base, 'other');
    await other.git('checkout', '--quiet', '-b', 'b');
    await other.commit('another feature', 'feature.txt');
    await other.git('push', '--quiet', 'origin', 'b', 'b:refs/pull/8/head');
    await layout.keepMergeRef(8);
    const clone = await layout.clone('b');
    await assert.rejects(clone.git('rebase', '--quiet', 'origin/feature'));
    assert.doesNotMatch(outcome(await resolve(clone.folder)), /^found 7/);
    await clone.git('rebase', '--abort');
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('that was made anew by somebody, while HEAD is at another pull request, is asked for', async () => {
    const clone = await layout.clone('feature');
    const other = await layout.clone('main', layout.base, 'other');
    await other.git('checkout', '--quiet', '-b', 'feature', 'main');
    await other.commit('anew', 'anew.txt');
    await other.git('push', '--quiet', '--force', 'origin', 'feature', 'feature:refs/pull/12/head');
    await layout.keepMergeRef(12);
    await clone.git('fetch', '--quiet');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7 12');
    await clone.commit('on top of the old one', 'top.txt');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7 12');
    await clone.git('reset', '--quiet', '--hard', 'origin/feature');
    assert.equal(outcome(await resolve(clone.folder)), 'found 12');
  });

  it('without commits of its own does not take the pull request of the one that it was made from', async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '--no-track', '-b', 'topic', 'origin/feature');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
  });

  it('pushed under another name that it tracks is that one', async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'x');
    await clone.commit('work', 'x.txt');
    await clone.git('push', '--quiet', '--set-upstream', 'origin', 'x:robin/x', 'x:refs/pull/8/head');
    await layout.keepMergeRef(8);
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('detached does not take the choice that was made at another commit', async () => {
    await layout.base.git('update-ref', 'refs/pull/11/head', 'feature');
    const clone = await layout.clone('feature');
    await clone.git('checkout', '--quiet', '--detach');
    const remembered = { number: 7, repository: 'acme/orders', headCommit: await clone.git('rev-parse', 'HEAD') };
    assert.equal(outcome(await resolve(clone.folder, { remembered })), 'found 7');
    await clone.commit('on top');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/pull/8/head');
    await layout.keepMergeRef(8);
    assert.equal(outcome(await resolve(clone.folder, { remembered })), 'found 8');
  });

  it('is pushed to where it would be without a tracked branch of this repository', async () => {
    const clone = await layout.clone('main');
    const target = async (lines: string): Promise<unknown> => {
      const file = path.join(clone.folder, '.git/config');
      await writeFile(file, `[remote "origin"]\nurl = ../acme/orders.git\n[branch "x"]\n${lines}`);
      return pushTarget(await readConfig(productGit(), clone.folder, new AbortController().signal), 'x');
    };
    assert.deepEqual(await target('remote = .\nmerge = refs/heads/main\n'), {
      remote: 'origin',
      branch: 'x',
      isGuess: false,
    });
    const url = 'https://github.com/robin/orders.git';
    assert.deepEqual(await target(`remote = ${url}\nmerge = refs/heads/main\n`), {
      remote: url,
      branch: 'main',
      isGuess: false,
    });
  });

  it('of several open ones, as the host says, is asked for whatever the refs of the remote tell', async () => {
    const clone = await layout.clone('feature');
    const product = productGit();
    const { signal } = new AbortController();
    const copy = await openWorkingCopy(product, clone.folder, signal);
    const config = await readConfig(product, copy.root, signal);
    const identity = await identifyRepository(product, copy, { hosts: {}, config }, signal);
    const candidate = (number: number, confidence: 'high' | 'medium') => ({ number, confidence, explanation: '' });
    const source = (result: SourceResult) => ({ name: 'x', isLocal: false, find: () => Promise.resolve(result) });
    const found = async (...sources: PullRequestSource[]): Promise<string> =>
      outcome(await resolvePullRequest({ git: product, copy, config, identity, sources, hosts: {}, signal }));
    const sure = source({ candidates: [candidate(7, 'high')] });
    assert.equal(
      await found(source({ candidates: [candidate(7, 'medium'), candidate(8, 'medium')], isFinal: true }), sure),
      'ask 7 8',
    );
    const local = [sure, source({ candidates: [candidate(8, 'high')] })].map(each => ({ ...each, isLocal: true }));
    assert.equal(await found(...local), 'ask 7 8', 'two are sure of different ones');
  });

  it('is found in the first line of what a remote lists', () => {
    const listing = new RefListing(
      Buffer.from(`${'a'.repeat(40)}\trefs/pull/7/head\n${'b'.repeat(40)}\trefs/heads/x\n`),
    );
    assert.deepEqual(listing.namesAt('a'.repeat(40)), ['refs/pull/7/head']);
    assert.equal(listing.commitOf('refs/pull/7/head'), 'a'.repeat(40));
  });
});
