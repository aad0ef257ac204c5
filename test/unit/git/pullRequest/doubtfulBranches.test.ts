import assert from 'node:assert/strict';
import { eachWithLayout, type Layout, outcome, resolve } from './layouts.ts';

describe('a branch that is not plainly the one of a pull request', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  it('made anew under the name of a merged one has none, and an old choice is only proposed', async () => {
    const clone = await layout.clone('feature');
    const headCommit = await clone.git('rev-parse', 'HEAD');
    await clone.git('checkout', '--quiet', '-B', 'feature', 'origin/main');
    await clone.commit('other work');
    await clone.git('push', '--quiet', '--force', '--set-upstream', 'origin', 'feature');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
    const remembered = { number: 7, repository: 'acme/orders', headCommit };
    assert.equal(outcome(await resolve(clone.folder, { remembered })), 'ask 7');
  });

  it('made anew from where the old one was merged does not take the old choice', async () => {
    const clone = await layout.clone('feature');
    const headCommit = await clone.git('rev-parse', 'HEAD');
    await clone.git('push', '--quiet', 'origin', 'feature:main');
    await clone.git('checkout', '--quiet', '-B', 'feature', 'origin/main');
    await clone.commit('other work');
    await clone.git('push', '--quiet', '--force', '--set-upstream', 'origin', 'feature');
    const remembered = { number: 7, repository: 'acme/orders', headCommit };
    const asked = await resolve(clone.folder, { remembered });
    assert.equal(outcome(asked), 'ask 7');
    assert.match(asked.kind === 'ask' ? (asked.candidates[0]?.explanation ?? '') : '', /before it was merged/);
  });

  it('left over from a merge has none', async () => {
    const clone = await layout.clone('main');
    await clone.git('merge', '--quiet', '--no-ff', '-m', 'Merge', 'origin/feature');
    await clone.git('push', '--quiet', 'origin', 'main');
    await clone.git('checkout', '--quiet', 'feature');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
  });

  it('merged by squashing is asked for where the provider keeps merges of the open ones', async () => {
    await layout.base.git('update-ref', '-d', 'refs/pull/7/merge');
    const clone = await layout.clone('feature');
    const asked = await resolve(clone.folder);
    assert.equal(outcome(asked), 'ask 7');
    assert.match(asked.kind === 'ask' ? (asked.candidates[0]?.explanation ?? '') : '', /closed or in conflict/);
  });

  it('made from the branch of a pull request, without commits, is asked for', async () => {
    const clone = await layout.clone('feature');
    await clone.git('checkout', '--quiet', '--no-track', '-b', 'next-step');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
    await clone.git('push', '--quiet', '--set-upstream', 'origin', 'next-step');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
    await clone.commit('own work');
    await clone.git('push', '--quiet');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
  });

  it('made from a branch that has a pull request of its own does not take that in silence', async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'fix', 'origin/feature');
    await clone.commit('fix');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
    await clone.git('push', '--quiet', 'origin', 'fix', 'fix:refs/pull/8/head');
    await layout.keepMergeRef(8);
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it("that only has the name of somebody's branch does not take that one's in silence", async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '--no-track', '-b', 'feature', 'main');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
    await clone.commit('something else');
    assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
  });

  it('pushed without tracking and amended since keeps its pull request', async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '--no-track', '-b', 'topic', 'main');
    await clone.commit('work');
    await clone.git('push', '--quiet', 'origin', 'topic', 'topic:refs/pull/8/head');
    await layout.keepMergeRef(8);
    await clone.git('commit', '--quiet', '--amend', '--message=Say it better');
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('pushes to what it tracks where push.default says so', async () => {
    const clone = await layout.clone('main');
    await clone.git('config', 'push.default', 'upstream');
    await clone.git('checkout', '--quiet', '-b', 'mine', 'origin/feature');
    await clone.commit('not pushed');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
  });

  it('made from a default branch with a name of its own has none of its own', async () => {
    await layout.base.git('branch', '-m', 'main', 'next');
    await layout.base.git('symbolic-ref', 'HEAD', 'refs/heads/next');
    const clone = await layout.clone('next');
    await clone.git('checkout', '--quiet', '-b', 'topic', 'origin/next');
    await clone.commit('work');
    const none = await resolve(clone.folder);
    assert.match(none.kind === 'none' ? none.reason : '', /no pull request was found/i);
    await clone.git('push', '--quiet', 'origin', 'topic', 'topic:refs/pull/8/head');
    await layout.keepMergeRef(8);
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('that is the default branch of a fork has the pull request that was made from it', async () => {
    const clone = await layout.clone('main', layout.fork);
    await clone.git('remote', 'add', 'upstream', layout.base.folder);
    assert.equal(outcome(await resolve(clone.folder)), 'none');
    await clone.commit('work on main');
    await clone.git('push', '--quiet', 'origin', 'main');
    await clone.git('push', '--quiet', 'upstream', 'main:refs/pull/10/head');
    await layout.keepMergeRef(10);
    assert.equal(outcome(await resolve(clone.folder)), 'found 10');
  });

  it('has the pull request that was made within the fork, by the name of the fork', async () => {
    const clone = await layout.clone('patch', layout.fork);
    await clone.git('config', `url.${layout.folder}/.insteadOf`, 'https://github.com/');
    await clone.git('remote', 'set-url', 'origin', 'https://github.com/robin/orders.git');
    await clone.git('remote', 'add', 'upstream', 'https://github.com/acme/orders.git');
    await clone.commit('more');
    await clone.git('push', '--quiet', 'origin', 'patch', 'patch:refs/pull/2/head');
    await layout.keepMergeRef(2, layout.fork);
    const found = await resolve(clone.folder);
    assert.ok(found.kind === 'found');
    assert.deepEqual([found.candidate.repository, found.candidate.number], ['robin/orders', 2]);
  });

  it('amended or rebased after it was pushed keeps its pull request', async () => {
    const clone = await layout.clone('feature');
    await clone.git('commit', '--quiet', '--amend', '--message=Say it better');
    const found = await resolve(clone.folder);
    assert.ok(found.kind === 'found');
    assert.deepEqual([found.candidate.number, found.unpushed], [7, 1]);
  });

  it('behind its pull request keeps it, with nothing to push', async () => {
    const clone = await layout.clone('feature');
    await clone.git('reset', '--quiet', '--hard', 'HEAD~1');
    const found = await resolve(clone.folder);
    assert.ok(found.kind === 'found');
    assert.deepEqual([found.candidate.number, found.unpushed], [7, 0]);
  });

  it('whose remote branch was deleted after the merge has none', async () => {
    const clone = await layout.clone('feature');
    await clone.git('push', '--quiet', 'origin', 'feature:main');
    await clone.git('push', '--quiet', 'origin', ':feature');
    await clone.git('fetch', '--quiet', '--prune');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
  });

  it('checked out of one is of that, though another one is at its commit, until the user chooses', async () => {
    const clone = await layout.clone('main');
    await clone.git('fetch', '--quiet', 'origin', 'refs/pull/9/head:patch');
    await clone.git('checkout', '--quiet', 'patch');
    await clone.git('config', 'branch.patch.remote', 'origin');
    await clone.git('config', 'branch.patch.merge', 'refs/pull/9/head');
    await clone.git('update-ref', 'refs/pull/12/head', 'HEAD');
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
    const remembered = { number: 12, repository: 'local/clone', headCommit: await clone.git('rev-parse', 'HEAD') };
    assert.equal(outcome(await resolve(clone.folder, { remembered })), 'found 12');
  });
});
