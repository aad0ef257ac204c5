import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  defaultSources,
  resolvePullRequest,
  type PullRequestResolution,
} from '../../../../src/git/pullRequest/resolvePullRequest.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { identifyRepository } from '../../../../src/git/repository/identifyRepository.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { LayoutGit } from './layoutGit.ts';
import { eachWithLayout, outcome, type Layout, type Place, type Remotes } from './layouts.ts';
import { ProviderServer } from './providerServer.ts';
import { stubHosts, type StubPull } from './stubHosts.ts';

describe('a HEAD that may be of another pull request, as each host tells it', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  const pull = (number: number, branch: string, commit: string, isOpen = true): StubPull => ({
    number,
    branch,
    commit,
    isOpen,
    from: 'acme/orders',
    to: 'acme/orders',
  });

  /** A clone of the base repository, whose refs of pull requests are those that a test makes. */
  async function cloneOf(): Promise<Place> {
    await rm(path.join(layout.base.folder, 'refs/pull'), { recursive: true });
    return layout.clone('feature');
  }

  const remotesAt = (host: number): Remotes => ({
    origin: [stubHosts[host]?.remote('acme/orders') ?? assert.fail(), 'base'],
  });

  /** Pushes without leaving a trace in the clone, as another clone does. */
  async function pushUnseen(clone: Place, ...refspecs: string[]): Promise<void> {
    await clone.git('push', '--quiet', '--force', layout.base.folder, ...refspecs);
  }

  /** What is told with the answer of each host. */
  async function told(clone: Place, ...pulls: readonly StubPull[]): Promise<Record<string, PullRequestResolution>> {
    const fork = { id: 2, name: 'robin/orders', parent: 'acme/orders' };
    const state = { pulls, repositories: [{ id: 1, name: 'acme/orders' }, fork] };
    const answers: Record<string, PullRequestResolution> = {};
    for (const [index, host] of stubHosts.entries()) {
      await layout.setRemotes(clone, remotesAt(index));
      const server = await ProviderServer.start((url, request, sent) =>
        host.answer(new URL(url, server.asked.at(-1)?.url), state, request, sent),
      );
      const { signal } = new AbortController();
      const git = new LayoutGit(layout);
      const copy = await openWorkingCopy(git, clone.folder, signal);
      const config = await readConfig(git, copy.root, signal);
      const identity = await identifyRepository(git, copy, { hosts: {}, config }, signal);
      const provider = { transport: server.transport, token: () => Promise.resolve(undefined) };
      const sources = defaultSources({ remembered: () => undefined, provider });
      const resolved = await resolvePullRequest({ git, copy, config, identity, sources, hosts: {}, provider, signal });
      assert.ok(server.asked.length <= 5, `${server.asked.length} requests to ${host.name}`);
      await server.stop();
      answers[host.name] = resolved;
    }
    return answers;
  }

  async function found(clone: Place, ...pulls: readonly StubPull[]): Promise<Record<string, string>> {
    const answers = Object.entries(await told(clone, ...pulls));
    return Object.fromEntries(answers.map(([name, resolved]) => [name, outcome(resolved)]));
  }

  const everywhere = (expected: string): Record<string, string> =>
    Object.fromEntries(stubHosts.map(({ name }) => [name, expected]));

  it('is asked for where it was pushed from elsewhere as the head of another open one', async () => {
    const clone = await cloneOf();
    const before = await clone.git('rev-parse', 'HEAD');
    const head = await clone.commit('on top', 'top.txt');
    await pushUnseen(clone, 'HEAD:refs/heads/other');
    assert.deepEqual(await found(clone, pull(7, 'feature', before)), everywhere('found 7'));
    assert.deepEqual(await found(clone, pull(7, 'feature', before), pull(8, 'other', head)), everywhere('ask 7 8'));
    const closed = [pull(7, 'feature', before), pull(8, 'other', head, false)];
    assert.deepEqual(await found(clone, ...closed), everywhere('found 7'), 'a closed one goes on in this one');
  });

  it('has the head that the host tells where tools have checked it out, and not what was committed here', async () => {
    const clone = await cloneOf();
    const head = await clone.git('rev-parse', 'HEAD');
    await clone.git('config', 'branch.feature.merge', 'refs/pull/7/head');
    await clone.commit('on top', 'top.txt');
    await clone.commit('on top of that', 'top.txt');
    const moved = await clone.git('commit-tree', 'HEAD^{tree}', '-p', head, '-m', 'by somebody else');
    for (const [commit, unpushed] of [[head, 2] as const, [moved, 2] as const])
      for (const [host, resolved] of Object.entries(await told(clone, pull(7, 'feature', commit)))) {
        assert.equal(outcome(resolved), 'found 7', host);
        assert.ok(resolved.kind === 'found');
        assert.deepEqual([resolved.headCommit, resolved.unpushed], [commit, unpushed], host);
      }
  });

  it('has the head that somebody has pushed since the last fetch, also where the host shortens its name', async () => {
    const clone = await cloneOf();
    const other = await layout.clone('feature', layout.base, 'other');
    const pushed = await other.commit('on top', 'top.txt');
    await other.git('push', '--quiet', 'origin', 'feature');
    for (const [host, resolved] of Object.entries(await told(clone, pull(7, 'feature', pushed)))) {
      assert.equal(outcome(resolved), 'found 7', host);
      assert.equal(resolved.kind === 'found' && resolved.headCommit, pushed, host);
    }
  });

  describe('whose branch was made anew by somebody under the same name', () => {
    let clone: Place;
    let merged: StubPull;
    let anew: StubPull;

    beforeEach(async () => {
      clone = await cloneOf();
      merged = pull(7, 'feature', await clone.git('rev-parse', 'HEAD'), false);
      await pushUnseen(clone, 'HEAD:refs/pull/7/head');
      const other = await layout.clone('main', layout.base, 'other');
      await other.git('checkout', '--quiet', '-b', 'feature', 'main');
      anew = pull(12, 'feature', await other.commit('anew', 'anew.txt'));
      await other.git('push', '--quiet', '--force', 'origin', 'feature');
    });

    it('is asked for, with both', async () => {
      assert.deepEqual(await found(clone, merged, anew), everywhere('ask 12 7'));
      await clone.commit('on top', 'top.txt');
      assert.deepEqual(await found(clone, merged, anew), everywhere('ask 12 7'), 'not pushed, not fetched');
      await clone.git('fetch', '--quiet');
      assert.deepEqual(await found(clone, merged, anew), everywhere('ask 12 7'), 'not pushed, fetched');
      await clone.git('reset', '--quiet', '--hard', 'origin/feature');
      assert.deepEqual(await found(clone, merged, anew), everywhere('found 12'), 'what was old is gone');
    });

    it('is that one’s where nothing else had what was pushed: somebody has rebased it', async () => {
      await layout.base.git('update-ref', '-d', 'refs/pull/7/head');
      await clone.commit('on top', 'top.txt');
      assert.deepEqual(await found(clone, anew), everywhere('found 12'));
      await clone.git('fetch', '--quiet');
      assert.deepEqual(await found(clone, anew), everywhere('found 12'));
    });
  });

  it('is asked for after a rebase where closed ones are told by refs that cannot be listed', async () => {
    const clone = await cloneOf();
    const before = await clone.git('rev-parse', 'HEAD');
    await clone.git('commit', '--quiet', '--amend', '--message=Say it better');
    assert.deepEqual(await found(clone, pull(7, 'feature', before)), everywhere('found 7'));
    await rm(path.join(layout.base.folder, 'HEAD'));
    assert.deepEqual(await found(clone, pull(7, 'feature', before)), { ...everywhere('found 7'), Gitea: 'ask 7' });
  });

  describe('at the head of the only open one there', () => {
    let clone: Place;
    let head: string;
    let ofFork: StubPull;

    beforeEach(async () => {
      clone = await cloneOf();
      head = await clone.git('rev-parse', 'HEAD');
      ofFork = { ...pull(9, 'patch', head), from: 'robin/orders' };
    });

    it('is taken where the branch tracks that one’s', async () => {
      await clone.git('checkout', '--quiet', '-b', 'mine', 'origin/feature');
      assert.deepEqual(await found(clone, pull(7, 'feature', head)), everywhere('found 7'));
      assert.deepEqual(await found(clone, pull(7, 'feature', head), pull(8, 'twin', head)), everywhere('ask 7 8'));
      await clone.commit('on top', 'top.txt');
      assert.deepEqual(await found(clone, pull(7, 'feature', head)), everywhere('ask 7'));
    });

    it('is taken where the branch is called by its number', async () => {
      await clone.git('checkout', '--quiet', '--no-track', '-b', 'pr/9');
      assert.deepEqual(await found(clone, ofFork), everywhere('found 9'));
      assert.deepEqual(await found(clone, { ...ofFork, isOpen: false }), everywhere('ask 9'));
      const twin = pull(8, 'twin', head);
      for (const asked of Object.values(await found(clone, ofFork, twin))) assert.match(asked, /^ask (?:8 9|9 8)$/);
      for (const asked of Object.values(await found(clone, twin))) assert.match(asked, /^ask (?:8 9|9 8)$/);
      await clone.commit('on top', 'top.txt');
      assert.deepEqual(await found(clone, ofFork), everywhere('ask 9'));
    });

    it('is not taken where the branch is called by its number and is pushed as one of its own', async () => {
      await clone.git('checkout', '--quiet', '--no-track', '-b', 'pr-9');
      await clone.git('push', '--quiet', layout.base.folder, 'pr-9');
      await clone.git('update-ref', 'refs/remotes/origin/pr-9', head);
      assert.deepEqual(await found(clone, ofFork), everywhere('ask 9'));
    });

    it('is taken where the branch tracks what a refspec made of it', async () => {
      await clone.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
      await clone.git('update-ref', 'refs/remotes/origin/pr/9', head);
      await clone.git('checkout', '--quiet', '-b', 'review', 'origin/pr/9');
      assert.deepEqual(await found(clone, ofFork), everywhere('found 9'));
      await clone.git('checkout', '--quiet', '--no-track', '-b', 'topic');
      assert.deepEqual(await found(clone, ofFork), everywhere('ask 9'), 'a branch that was made from there');
    });
  });
});
