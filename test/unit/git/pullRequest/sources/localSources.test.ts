import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { eachWithLayout, type Layout, outcome, resolve } from '../layouts.ts';

describe('the pull request by what was fetched', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  /** Without its remote, only this machine can tell. */
  async function offline(): Promise<void> {
    await rm(layout.base.folder, { recursive: true });
  }

  describe('as refs', () => {
    it('is asked for where a refspec fetched it, since it may have been closed', async () => {
      const clone = await layout.clone('feature');
      await clone.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
      await clone.git('fetch', '--quiet');
      assert.equal(outcome(await resolve(clone.folder)), 'found 7');
      await offline();
      const asked = await resolve(clone.folder);
      assert.equal(outcome(asked), 'ask 7');
      assert.equal(
        asked.kind === 'ask' && asked.candidates[0]?.explanation,
        'the only fetched one that is at the pushed commit',
      );
      await clone.commit('not pushed');
      assert.equal(outcome(await resolve(clone.folder)), 'ask 7');
    });

    it('is asked for where a branch was made from such a ref', async () => {
      const clone = await layout.clone('main');
      await clone.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
      await clone.git('fetch', '--quiet');
      await clone.git('checkout', '--quiet', '--no-track', '-b', 'mine', 'origin/pr/9');
      await offline();
      assert.equal(outcome(await resolve(clone.folder)), 'ask 9');
    });

    it('is asked for in a mirror of GitLab and of Bitbucket Data Center', async () => {
      for (const ref of ['refs/merge-requests/31/head', 'refs/pull-requests/31/from']) {
        const clone = await layout.clone('feature', layout.base, ref.replaceAll('/', '-'));
        await clone.git('update-ref', ref, 'HEAD');
        await clone.git('remote', 'set-url', 'origin', `${layout.folder}/gone.git`);
        assert.equal(outcome(await resolve(clone.folder)), 'ask 31');
      }
    });

    it('is sure in the checkout of a build, which has only the merge', async () => {
      const merge = await layout.keepMergeRef(7);
      const clone = await layout.clone('main');
      await clone.git('fetch', '--quiet', 'origin', `+${merge}:refs/remotes/pull/7/merge`);
      await clone.git('checkout', '--quiet', '--detach', 'refs/remotes/pull/7/merge');
      await offline();
      const found = await resolve(clone.folder);
      assert.equal(outcome(found), 'found 7');
      assert.equal(found.kind === 'found' && found.headCommit, await clone.git('rev-parse', 'HEAD^2'));
    });

    it('is sure in such a checkout whatever the host, where a head is asked for', async () => {
      for (const [url, kind, expected] of [
        ['https://dev.azure.com/acme/Shop/_git/orders', 'merge', 'found 7'],
        ['https://gitlab.com/acme/orders', 'merge', 'found 7'],
        ['https://gitlab.com/acme/orders', 'head', 'ask 7'],
        ['https://github.com/acme/orders', 'head', 'found 7'],
      ] as const) {
        const clone = await layout.clone('main', layout.base, `${kind} at ${new URL(url).host}`);
        await clone.git('fetch', '--quiet', 'origin', `+refs/pull/7/${kind}:refs/remotes/pull/7/${kind}`);
        await clone.git('checkout', '--quiet', '--detach', `refs/remotes/pull/7/${kind}`);
        await clone.git('config', `url.${layout.folder}/gone/.insteadOf`, 'https://');
        await clone.git('remote', 'set-url', 'origin', url);
        assert.equal(outcome(await resolve(clone.folder)), expected, `${kind} at ${url}`);
      }
    });

    it('is only proposed where a branch has such a name', async () => {
      const clone = await layout.clone('main');
      await clone.git('checkout', '--quiet', '-b', 'pr/12');
      await clone.commit('work');
      await clone.git('push', '--quiet', '--set-upstream', 'origin', 'pr/12');
      assert.equal(outcome(await resolve(clone.folder)), 'ask 12');
    });

    it('is only proposed where a branch has the name of a pull request’s ref', async () => {
      const clone = await layout.clone('main');
      await clone.git('config', `url.${layout.folder}/.insteadOf`, 'https://github.com/');
      await clone.git('remote', 'set-url', 'origin', 'https://github.com/acme/orders');
      await clone.git('remote', 'add', 'pull', 'https://github.com/robin/orders');
      await clone.git('checkout', '--quiet', '-b', 'work');
      await clone.commit('work');
      await clone.git('push', '--quiet', 'origin', 'work:pull/12/head');
      await clone.git('checkout', '--quiet', '--detach', 'origin/pull/12/head');
      assert.equal(outcome(await resolve(clone.folder)), 'ask 12');
      await clone.commit('more work');
      await clone.git('push', '--quiet', 'pull', 'HEAD:refs/heads/8/head');
      await clone.git('checkout', '--quiet', '--detach', 'refs/remotes/pull/8/head');
      assert.equal(outcome(await resolve(clone.folder)), 'ask 8');
    });

    it('is the one that a refspec says, whatever the name here', async () => {
      const clone = await layout.clone('main');
      await clone.git('config', `url.${layout.folder}/.insteadOf`, 'https://github.com/');
      await clone.git('remote', 'set-url', 'origin', 'https://github.com/acme/orders');
      for (const to of ['refs/remotes/origin/pull/*/head', 'refs/remotes/reviews/*']) {
        await clone.git('config', '--replace-all', 'remote.origin.fetch', `+refs/pull/*/head:${to}`);
        await clone.git('fetch', '--quiet');
        await clone.git('checkout', '--quiet', '--detach', to.replace('*', '9'));
        await clone.git('remote', 'set-url', 'origin', 'https://github.com/acme/gone');
        assert.equal(outcome(await resolve(clone.folder)), 'found 9', to);
        await clone.git('remote', 'set-url', 'origin', 'https://github.com/acme/orders');
      }
    });

    it('is none of a remote on another host, whose number would be another one’s', async () => {
      const clone = await layout.clone('main');
      await clone.git('config', `url.${layout.base.folder}.insteadOf`, 'https://gitlab.com/acme/orders');
      await clone.git('config', `url.${layout.fork.folder}.insteadOf`, 'https://github.com/acme/orders');
      await clone.git('remote', 'set-url', 'origin', 'https://gitlab.com/acme/orders');
      await clone.git('remote', 'add', 'upstream', 'https://github.com/acme/orders');
      await clone.git('fetch', '--quiet', 'origin', 'refs/pull/9/head:patch');
      await clone.git('checkout', '--quiet', 'patch');
      await clone.git('config', 'branch.patch.remote', 'origin');
      await clone.git('config', 'branch.patch.merge', 'refs/pull/9/head');
      const found = await resolve(clone.folder);
      assert.deepEqual([outcome(found), found.kind === 'found' && found.candidate.repository], ['found 9', undefined]);
      await clone.git('config', 'remote.upstream.gh-resolved', 'base');
      assert.equal(outcome(await resolve(clone.folder)), 'none');
    });

    it('is asked for where two were fetched of one commit', async () => {
      await layout.base.git('update-ref', 'refs/pull/11/head', 'feature');
      await layout.keepMergeRef(11);
      const clone = await layout.clone('feature');
      await clone.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
      await clone.git('fetch', '--quiet');
      const asked = await resolve(clone.folder);
      assert.equal(asked.kind, 'ask');
    });

    it('is none for what is in the default branch', async () => {
      await layout.base.git('update-ref', 'refs/pull/3/head', 'main');
      const clone = await layout.clone('main');
      await clone.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
      await clone.git('fetch', '--quiet');
      await clone.git('checkout', '--quiet', '-b', 'new');
      assert.equal(outcome(await resolve(clone.folder)), 'none');
    });

    it('is of the repository that its remote is of', async () => {
      const clone = await layout.clone('main');
      await clone.git('config', `url.${layout.folder}/.insteadOf`, 'https://github.com/');
      await clone.git('remote', 'set-url', 'origin', 'https://github.com/acme/orders');
      await clone.git('remote', 'add', 'robin', 'https://github.com/robin/orders');
      await clone.git('config', '--add', 'remote.robin.fetch', '+refs/pull/*/head:refs/remotes/robin/pr/*');
      await layout.fork.git('update-ref', 'refs/pull/2/head', 'patch');
      await clone.git('fetch', '--quiet', 'robin');
      await clone.git('checkout', '--quiet', '--detach', 'robin/pr/2');
      const found = await resolve(clone.folder);
      assert.ok(found.kind === 'found');
      assert.deepEqual([found.candidate.repository, found.candidate.number], ['robin/orders', 2]);
    });
  });

  describe('by the reflog of the branch', () => {
    it('is proposed with what was fetched, and found by the remote', async () => {
      const clone = await layout.clone('main');
      await clone.git('fetch', '--quiet', 'origin', 'pull/9/head:mine');
      await clone.git('checkout', '--quiet', 'mine');
      assert.equal(outcome(await resolve(clone.folder)), 'found 9');
      await clone.commit('on top');
      const asked = await resolve(clone.folder);
      assert.equal(outcome(asked), 'ask 9');
      assert.equal(asked.kind === 'ask' && asked.candidates[0]?.explanation, 'which this branch was fetched from');
      await offline();
      assert.equal(outcome(await resolve(clone.folder)), 'ask 9');
    });

    it('forgets a branch that was made anew', async () => {
      const clone = await layout.clone('main');
      await clone.git('fetch', '--quiet', 'origin', 'pull/9/head:mine');
      await clone.git('branch', '--quiet', '-D', 'mine');
      await clone.git('checkout', '--quiet', '-b', 'mine');
      await clone.commit('other work');
      assert.equal(outcome(await resolve(clone.folder)), 'none');
    });

    it('is not taken from a pull into the branch', async () => {
      const clone = await layout.clone('main');
      await clone.git('checkout', '--quiet', '-b', 'mine');
      await clone.git('pull', '--quiet', '--no-rebase', 'origin', 'pull/9/head');
      await clone.commit('on top');
      assert.equal(outcome(await resolve(clone.folder)), 'none');
    });

    it('is not taken from what a commit says', async () => {
      const clone = await layout.clone('main');
      await clone.git('checkout', '--quiet', '-b', 'mine');
      await clone.commit('fetch origin pull/9/head:mine');
      assert.equal(outcome(await resolve(clone.folder)), 'none');
    });

    it('is none once it was merged', async () => {
      const clone = await layout.clone('main');
      await clone.git('fetch', '--quiet', 'origin', 'pull/9/head:mine');
      await clone.git('push', '--quiet', 'origin', 'mine:main');
      await clone.git('checkout', '--quiet', 'mine');
      await clone.commit('on top');
      assert.equal(outcome(await resolve(clone.folder)), 'none');
    });
  });

  describe('by the last fetch', () => {
    it('is proposed while that is checked out', async () => {
      const clone = await layout.clone('main');
      await clone.git('fetch', '--quiet', 'origin', 'pull/9/head');
      await clone.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
      await offline();
      const asked = await resolve(clone.folder);
      assert.equal(outcome(asked), 'ask 9');
      await clone.commit('on top');
      assert.equal(outcome(await resolve(clone.folder)), 'ask');
    });
  });

  describe('by hints', () => {
    it('is proposed by what another extension noted, the latest first, for as long as nothing is sure', async () => {
      const clone = await layout.clone('main');
      await clone.git('checkout', '--quiet', '-b', 'topic');
      await clone.commit('work');
      for (const value of ['acme#orders#3', 'acme#orders#5', 'nonsense', 'acme#orders#-1'])
        await clone.git('config', '--add', 'branch.topic.github-pr-owner-number', value);
      assert.equal(outcome(await resolve(clone.folder)), 'ask 5 3');
      await clone.git('push', '--quiet', 'origin', 'topic', 'topic:refs/pull/8/head');
      await layout.keepMergeRef(8);
      assert.equal(outcome(await resolve(clone.folder)), 'found 8');
    });

    it('is proposed by the name of the branch', async () => {
      const clone = await layout.clone('main');
      for (const [name, expected] of [
        ['pr/robin/12', 'ask 12'],
        ['pr/robin/12-1', 'ask 12'],
        ['pr/robin/issue-3', 'none'],
        ['pr-12', 'ask 12'],
        ['mr/31', 'ask 31'],
        ['pr-fix-12', 'none'],
        ['mr-31-orders', 'none'],
        ['issue-12', 'none'],
      ] as const) {
        await clone.git('checkout', '--quiet', '--no-track', '-b', name, 'origin/main');
        await clone.commit(name);
        assert.equal(outcome(await resolve(clone.folder)), expected, name);
      }
    });
  });
});
