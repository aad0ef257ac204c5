import assert from 'node:assert/strict';
import path from 'node:path';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { eachWithLayout, Layout, outcome, productGit, resolve, type Place } from './layouts.ts';

describe('the pull request of a working copy', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  it('is the one whose head is the pushed branch', async () => {
    const { folder } = await layout.clone('feature');
    const found = await resolve(folder);
    assert.equal(outcome(found), 'found 7');
    assert.ok(found.kind === 'found');
    assert.equal(found.candidate.explanation, 'the only pull request whose head is the pushed commit');
    assert.equal(found.unpushed, 0);
  });

  it('stays the same with commits that are not pushed, and they are counted', async () => {
    const clone = await layout.clone('feature');
    const pushed = await clone.git('rev-parse', 'HEAD');
    await clone.commit('not pushed');
    await clone.commit('not pushed either');
    const found = await resolve(clone.folder);
    assert.ok(found.kind === 'found');
    assert.deepEqual([found.candidate.number, found.headCommit, found.unpushed], [7, pushed, 2]);
  });

  it('is found where another clone has pushed since', async () => {
    const clone = await layout.clone('feature');
    const other = await layout.clone('feature', layout.base, 'other');
    await other.commit('from elsewhere');
    await other.git('push', '--quiet', 'origin', 'feature', 'feature:refs/pull/7/head');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
  });

  it('comes from the configuration of the branch', async () => {
    const clone = await checkedOutFromFork(layout);
    await clone.commit('mine');
    const found = await resolve(clone.folder);
    assert.equal(outcome(found), 'found 9');
    assert.ok(found.kind === 'found');
    assert.match(found.candidate.explanation, /configuration/);
  });

  it('comes from a fork', async () => {
    const clone = await layout.clone('patch', layout.fork);
    await clone.git('remote', 'add', 'upstream', layout.base.folder);
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
  });

  it('comes from a fork in a triangular workflow', async () => {
    const clone = await layout.clone('main');
    await clone.git('remote', 'add', 'fork', layout.fork.folder);
    await clone.git('fetch', '--quiet', 'fork');
    await clone.git('config', 'remote.pushDefault', 'fork');
    await clone.git('checkout', '--quiet', '-b', 'patch', 'fork/patch');
    await clone.git('branch', '--quiet', '--set-upstream-to=origin/main');
    assert.equal(outcome(await resolve(clone.folder)), 'found 9');
  });

  it('is found for a renamed local branch', async () => {
    const clone = await layout.clone('feature');
    await clone.git('branch', '-m', 'mine');
    await clone.commit('not pushed');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
  });

  it('is found for a branch that was pushed under another name without tracking it', async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'local-name');
    await clone.commit('work');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/remote-name', 'HEAD:refs/pull/8/head');
    await layout.keepMergeRef(8);
    assert.equal(outcome(await resolve(clone.folder)), 'found 8');
  });

  it('is asked for where two pull requests are of one commit', async () => {
    await layout.base.git('update-ref', 'refs/pull/11/head', 'feature');
    await layout.keepMergeRef(11);
    const { folder } = await layout.clone('feature');
    assert.equal(outcome(await resolve(folder)), 'ask 11 7');
  });

  it('is the open one of two of one commit', async () => {
    await layout.base.git('update-ref', 'refs/pull/5/head', 'feature');
    const { folder } = await layout.clone('feature');
    assert.equal(outcome(await resolve(folder)), 'found 7');
  });

  it('is none on the default branch', async () => {
    await layout.base.git('update-ref', 'refs/pull/3/head', 'main');
    const clone = await layout.clone('main');
    const none = await resolve(clone.folder);
    assert.equal(outcome(none), 'none');
    assert.match(none.kind === 'none' ? none.reason : '', /main is the default branch/);
    await clone.commit('not pushed');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
  });

  it('is none for a new branch at a merged pull request', async () => {
    await layout.base.git('update-ref', 'refs/pull/3/head', 'main');
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'new');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
    await clone.git('push', '--quiet', '--set-upstream', 'origin', 'new');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
  });

  it('is found for a detached HEAD at its head', async () => {
    const clone = await layout.clone('feature');
    await clone.git('checkout', '--quiet', '--detach');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
  });

  it('is found for a detached HEAD at its merge, with the head that was merged', async () => {
    const clone = await layout.clone('main');
    await clone.git('fetch', '--quiet', 'origin', 'refs/pull/7/merge:refs/remotes/pull/7/merge');
    await clone.git('checkout', '--quiet', 'refs/remotes/pull/7/merge');
    const found = await resolve(clone.folder);
    assert.ok(found.kind === 'found');
    assert.equal(found.candidate.number, 7);
    assert.equal(found.headCommit, await clone.git('rev-parse', 'HEAD^2'));
  });

  it('is none without a remote, and without a commit', async () => {
    const author = layout.place('author');
    assert.equal(outcome(await resolve(author.folder)), 'none');
    await author.git('init', '--quiet', 'empty');
    const none = await resolve(path.join(author.folder, 'empty'));
    assert.match(none.kind === 'none' ? none.reason : '', /no commit yet/);
  });

  it('is asked for where the remote cannot be reached', async () => {
    const clone = await layout.clone('feature');
    await clone.git('remote', 'set-url', 'origin', path.join(layout.folder, 'gone.git'));
    const asked = await resolve(clone.folder);
    assert.equal(outcome(asked), 'ask');
    assert.match(asked.kind === 'ask' ? asked.reason : '', /cannot be reached/);
  });

  it('is found in a linked worktree, and differs from the main one', async () => {
    const clone = await layout.clone('main');
    await clone.git('worktree', 'add', '--quiet', '../linked', 'feature');
    assert.equal(outcome(await resolve(path.join(layout.folder, 'linked'))), 'found 7');
    assert.equal(outcome(await resolve(clone.folder)), 'none');
  });

  it('is found in a submodule', async () => {
    const outer = await layout.clone('patch', layout.fork, 'outer');
    await outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', layout.base.folder, 'inner');
    const inner = layout.place('outer/inner');
    await inner.git('checkout', '--quiet', 'feature');
    assert.equal(outcome(await resolve(inner.folder)), 'found 7');
  });

  it('is found through insteadOf', async () => {
    const clone = await layout.clone('feature');
    await clone.git('config', `url.${layout.folder}/.insteadOf`, 'gh:');
    await clone.git('remote', 'set-url', 'origin', 'gh:acme/orders.git');
    assert.equal(outcome(await resolve(clone.folder)), 'found 7');
  });

  it('is found in a shallow clone', async () => {
    const outside = layout.place('');
    await outside.git('clone', '--quiet', '--depth=1', '--branch=feature', `file://${layout.base.folder}`, 'shallow');
    assert.equal(outcome(await resolve(path.join(layout.folder, 'shallow'))), 'found 7');
  });

  it('is found in a repository with SHA-256 hashes', async () => {
    const long = await Layout.create({ objectFormat: 'sha256' });
    try {
      const { folder } = await long.clone('feature');
      const found = await resolve(folder);
      assert.equal(outcome(found), 'found 7');
      assert.equal(found.kind === 'found' && found.headCommit.length, 64);
    } finally {
      await long.dispose();
    }
  });

  it('is the remembered one while the branch grows, and only proposed after it was rewritten', async () => {
    const clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'new');
    const headCommit = await clone.commit('work');
    const remembered = { number: 21, repository: 'acme/orders', headCommit };
    await clone.commit('more work');
    const found = await resolve(clone.folder, { remembered });
    assert.equal(outcome(found), 'found 21');
    assert.equal(found.kind === 'found' && found.candidate.repository, 'acme/orders');
    await clone.git('reset', '--quiet', '--hard', 'main');
    await clone.commit('rewritten');
    assert.equal(outcome(await resolve(clone.folder, { remembered })), 'ask 21');
  });

  it('cannot be told without git, and the sentence says so', async () => {
    await assert.rejects(resolve(layout.folder, { git: productGit('/nowhere/git') }), (error: unknown) => {
      assert.ok(CodeReviewError.is(error, 'git'));
      assert.match(error.message, /git was not found/);
      return true;
    });
  });
});

/** As command-line tools check out a pull request of a fork that they cannot push to. */
async function checkedOutFromFork(layout: Layout): Promise<Place> {
  const clone = await layout.clone('main');
  await clone.git('fetch', '--quiet', 'origin', 'refs/pull/9/head:patch');
  await clone.git('checkout', '--quiet', 'patch');
  await clone.git('config', 'branch.patch.remote', 'origin');
  await clone.git('config', 'branch.patch.merge', 'refs/pull/9/head');
  return clone;
}
