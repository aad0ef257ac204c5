import assert from 'node:assert/strict';
import { eachWithLayout, outcome, resolve, type Layout, type Place } from './layouts.ts';

describe('a branch that is pushed under another name than it tracks', () => {
  let layout: Layout;
  let clone: Place;
  eachWithLayout(fresh => (layout = fresh));
  beforeEach(async () => {
    clone = await layout.clone('main');
    await clone.git('checkout', '--quiet', '-b', 'feat-a');
    await clone.commit('first step', 'a.txt');
    await clone.git('push', '--quiet', '--set-upstream', 'origin', 'feat-a', 'feat-a:refs/pull/11/head');
    await layout.keepMergeRef(11);
  });

  const found = async (): Promise<string> => outcome(await resolve(clone.folder));

  it('after it was renamed has the pull request of the new name once it is pushed there', async () => {
    await clone.git('branch', '--move', 'feat-b');
    await clone.commit('second step', 'b.txt');
    assert.equal(await found(), 'found 11', 'it is not pushed yet');
    await clone.git('push', '--quiet', 'origin', 'HEAD', 'HEAD:refs/pull/12/head');
    await layout.keepMergeRef(12);
    assert.equal(await found(), 'found 12');
    await clone.commit('not pushed', 'b.txt');
    const ahead = await resolve(clone.folder);
    assert.equal(outcome(ahead), 'found 12');
    assert.equal(ahead.kind === 'found' && ahead.unpushed, 1);
    await clone.git('reset', '--quiet', '--hard', 'origin/feat-a');
    await clone.commit('second step, differently', 'b.txt');
    assert.match(await found(), /^(?:ask|found 11)/, 'what is pushed under the new name is not nearer');
  });

  it('after it was renamed has none where only the old name has one', async () => {
    await clone.git('branch', '--move', 'feat-b');
    await clone.commit('second step', 'b.txt');
    await clone.git('push', '--quiet', 'origin', 'HEAD');
    assert.equal(await found(), 'none');
  });

  it('after it was renamed twice still has the pull request of its first name', async () => {
    await clone.git('branch', '--move', 'feat-b');
    await clone.git('branch', '--move', 'feat-c');
    assert.equal(await found(), 'found 11');
  });

  it('as a copy of another one, with its configuration, has its own', async () => {
    await clone.git('branch', '--copy', 'feat-b');
    await clone.git('checkout', '--quiet', 'feat-b');
    await clone.commit('second step', 'b.txt');
    await clone.git('push', '--quiet', 'origin', 'feat-b', 'feat-b:refs/pull/12/head');
    await layout.keepMergeRef(12);
    assert.equal(await found(), 'found 12');
  });

  it('though push.default says that it is pushed to what it tracks', async () => {
    await clone.git('config', 'push.default', 'upstream');
    await clone.git('checkout', '--quiet', '-b', 'next', 'origin/feature');
    await clone.commit('next', 'b.txt');
    assert.equal(await found(), 'found 7');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/next', 'HEAD:refs/pull/12/head');
    await layout.keepMergeRef(12);
    assert.equal(await found(), 'found 12');
  });

  it('is the one that it tracks where that is at HEAD and the one of its name is not', async () => {
    await clone.git('push', '--quiet', 'origin', 'main:refs/heads/mine', 'origin/feature:refs/heads/other');
    await clone.git('checkout', '--quiet', '-b', 'mine', 'origin/feat-a');
    assert.equal(await found(), 'found 11');
    await clone.commit('more', 'b.txt');
    assert.doesNotMatch(await found(), /^found/);
    await clone.git('checkout', '--quiet', '-b', 'other', 'origin/feat-a');
    await layout.base.git('update-ref', 'refs/heads/stacked', 'feat-a');
    assert.equal(await found(), 'ask 11', 'a third branch is there too');
  });
});

describe('a branch that was pushed by hand', () => {
  let layout: Layout;
  let clone: Place;
  eachWithLayout(fresh => (layout = fresh));
  beforeEach(async () => {
    clone = await layout.clone('main');
    await clone.git('remote', 'add', 'team/fork', layout.fork.folder);
    await clone.git('checkout', '--quiet', '-b', 'work');
    await clone.commit('work', 'work.txt');
    await clone.git('push', '--quiet', 'team/fork', 'HEAD:refs/heads/robin/topic');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/pull/12/head');
    await layout.keepMergeRef(12);
    await clone.commit('not pushed', 'work.txt');
  });

  const found = async (): Promise<string> => outcome(await resolve(clone.folder));

  it('has the pull request of where that was, ahead of it as well', async () => {
    const ahead = await resolve(clone.folder);
    assert.equal(outcome(ahead), 'found 12');
    assert.equal(ahead.kind === 'found' && ahead.unpushed, 1);
  });

  it('has none that is sure where that was in two places', async () => {
    await clone.git('push', '--quiet', 'origin', 'HEAD~:refs/heads/other');
    assert.doesNotMatch(await found(), /^found/);
  });

  it('has its own where it is pushed as its configuration says', async () => {
    await clone.git('push', '--quiet', 'origin', 'work', 'work:refs/pull/13/head');
    await layout.keepMergeRef(13);
    assert.equal(await found(), 'found 13');
  });

  it('is not where another branch, which it was made of, was pushed', async () => {
    await clone.git('checkout', '--quiet', '--no-track', '-b', 'next');
    await clone.commit('next', 'next.txt');
    assert.equal(await found(), 'none');
  });
});

describe('a HEAD that is not the head of the pull request of its branch', () => {
  let layout: Layout;
  let clone: Place;
  eachWithLayout(fresh => (layout = fresh));
  beforeEach(async () => {
    clone = await layout.clone('feature');
    await clone.commit('on top', 'top.txt');
  });

  const found = async (): Promise<string> => outcome(await resolve(clone.folder));

  it('is asked for where it was pushed to another branch, with that one’s pull request', async () => {
    assert.equal(await found(), 'found 7');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/other');
    const asked = await resolve(clone.folder);
    assert.equal(outcome(asked), 'ask 7');
    const [candidate] = asked.kind === 'ask' ? asked.candidates : [];
    assert.equal(candidate?.explanation, 'though HEAD is the head of other');
    await clone.git('update-ref', '-d', 'refs/remotes/origin/other');
    assert.equal(await found(), 'ask 7', 'the remote tells it as well');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/pull/12/head');
    await layout.keepMergeRef(12);
    assert.equal(await found(), 'ask 12 7');
    const remembered = { number: 7, repository: 'acme/orders', headCommit: await clone.git('rev-parse', 'HEAD~') };
    assert.equal(outcome(await resolve(clone.folder, { remembered })), 'found 7', 'the user said so');
  });

  it('keeps that pull request where it was pushed under the same name to a second remote', async () => {
    await clone.git('remote', 'add', 'backup', layout.fork.folder);
    await clone.git('push', '--quiet', 'backup', 'feature');
    assert.equal(await found(), 'found 7');
    await clone.git('push', '--quiet', 'backup', 'feature:refs/heads/other');
    assert.equal(await found(), 'ask 7', 'that one may have a pull request as well');
  });

  it('keeps that pull request where it is only behind, at a commit of the default branch', async () => {
    await clone.git('reset', '--quiet', '--hard', 'origin/main');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/release');
    assert.equal(await found(), 'found 7');
  });

  it('is asked for where it is the head of the one below', async () => {
    await clone.git('reset', '--quiet', '--hard', 'HEAD~2');
    await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/below', 'HEAD:refs/pull/6/head');
    await layout.keepMergeRef(6);
    assert.equal(await found(), 'ask 6 7');
  });

  it('is not that of the pull request that was checked out by a tool, once it is pushed as another one', async () => {
    await clone.git('checkout', '--quiet', 'main');
    await clone.git('fetch', '--quiet', 'origin', 'refs/pull/9/head:patch');
    await clone.git('config', 'branch.patch.remote', 'origin');
    await clone.git('config', 'branch.patch.merge', 'refs/pull/9/head');
    await clone.git('checkout', '--quiet', 'patch');
    assert.equal(await found(), 'found 9');
    await clone.commit('on top', 'top.txt');
    assert.equal(await found(), 'found 9');
    await clone.git('push', '--quiet', 'origin', 'HEAD', 'HEAD:refs/pull/12/head');
    await layout.keepMergeRef(12);
    assert.equal(await found(), 'found 12');
  });
});
