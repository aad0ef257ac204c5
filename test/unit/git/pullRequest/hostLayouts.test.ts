import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { formatTime } from '../../../../src/core/base/formatTime.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { identifyRepository } from '../../../../src/git/repository/identifyRepository.ts';
import { HostCache } from '../../../../src/git/pullRequest/providers/hostCache.ts';
import { resolvePullRequest, type PullRequestResolution } from '../../../../src/git/pullRequest/resolvePullRequest.ts';
import type { PullRequestSource } from '../../../../src/git/pullRequest/source.ts';
import { lsRemote } from '../../../../src/git/pullRequest/sources/lsRemote.ts';
import { branchConfig } from '../../../../src/git/pullRequest/sources/branchConfig.ts';
import { remembered } from '../../../../src/git/pullRequest/sources/remembered.ts';
import { providerRest } from '../../../../src/git/pullRequest/sources/providerRest.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { canaryKey } from '../../../host/keys/canary.ts';
import { LayoutGit } from './layoutGit.ts';
import { eachWithLayout, outcome, type Layout, type Place, type Remotes } from './layouts.ts';
import { ProviderServer } from './providerServer.ts';
import { stubHosts, type StubHost, type StubPull, type StubRepository } from './stubHosts.ts';

const base: StubRepository = { id: 1, name: 'acme/orders' };
const fork: StubRepository = { id: 2, name: 'robin/orders', parent: 'acme/orders' };

/** One situation: what was checked out, and what the host knows of it. */
interface Situation {
  readonly clone: 'base' | 'fork' | 'forkWithUpstream';
  /** Changes the clone; resolves to the commit that the pull requests have, where it is not HEAD. */
  readonly prepare?: (clone: Place, layout: Layout) => Promise<string | undefined>;
  readonly pulls: (commit: string) => readonly StubPull[];
  readonly repositories?: readonly StubRepository[];
  readonly expected: string | ((host: StubHost) => string);
  /** `owner/name` where it is not that of the base remote. */
  readonly repository?: string;
  readonly only?: (host: StubHost) => boolean;
}

const own = (commit: string, change: Partial<StubPull> = {}): StubPull => ({
  number: 7,
  isOpen: true,
  branch: 'feature',
  commit,
  from: 'acme/orders',
  to: 'acme/orders',
  ...change,
});
const ofFork = (commit: string, change: Partial<StubPull> = {}): StubPull =>
  own(commit, { number: 9, branch: 'patch', from: 'robin/orders', ...change });
const strangers = (count: number, branch: string): StubPull[] =>
  Array.from({ length: count }, (_, index) =>
    own('0'.repeat(40), { number: 100 + index, branch, from: `stranger${index}/orders` }),
  );

const situations: Readonly<Record<string, Situation>> = {
  open: { clone: 'base', pulls: commit => [own(commit)], expected: 'found 7' },
  closed: { clone: 'base', pulls: commit => [own(commit, { isOpen: false })], expected: 'none' },
  'opened again after another one was closed': {
    clone: 'base',
    pulls: commit => [own(commit, { number: 5, isOpen: false }), own(commit)],
    expected: 'found 7',
  },
  'to two branches at once': {
    clone: 'base',
    pulls: commit => [own(commit), own(commit, { number: 8 })],
    expected: 'ask 7 8',
  },
  'stacked upon another one': {
    clone: 'base',
    pulls: commit => [own(commit, { number: 8, branch: 'below' }), own(commit)],
    expected: 'found 7',
  },
  'of another branch at the same commit': {
    clone: 'base',
    prepare: async clone => {
      await clone.git('checkout', '--quiet', '--no-track', '-b', 'mine');
      return undefined;
    },
    pulls: commit => [own(commit)],
    // Gitea does not filter by branch, so it tells of the commit's.
    expected: ({ name }) => (name === 'Gitea' ? 'ask 7' : 'none'),
  },
  'pushed to by force from elsewhere': {
    clone: 'base',
    prepare: async (_, layout) => {
      const other = await layout.clone('feature', layout.base, 'other');
      await other.git('commit', '--quiet', '--amend', '--message=Say it better');
      await other.git('push', '--quiet', '--force', 'origin', 'feature');
      return other.git('rev-parse', 'HEAD');
    },
    pulls: commit => [own(commit)],
    expected: 'found 7',
  },
  'whose branch was deleted': {
    clone: 'base',
    prepare: async clone => {
      await clone.git('push', '--quiet', 'origin', ':feature');
      return undefined;
    },
    pulls: commit => [own(commit)],
    expected: 'found 7',
  },
  'of a branch that was made anew under the same name': {
    clone: 'base',
    prepare: async clone => {
      const before = await clone.git('rev-parse', 'HEAD');
      await clone.git('checkout', '--quiet', '-B', 'feature', 'origin/main');
      await clone.commit('other work');
      return before;
    },
    pulls: commit => [own(commit, { isOpen: false })],
    expected: 'none',
  },
  'at a detached HEAD': {
    clone: 'base',
    prepare: async clone => {
      await clone.git('checkout', '--quiet', '--detach');
      return undefined;
    },
    pulls: commit => [own(commit)],
    expected: 'found 7',
  },
  'at a detached HEAD, closed': {
    clone: 'base',
    prepare: async clone => {
      await clone.git('checkout', '--quiet', '--detach');
      return undefined;
    },
    pulls: commit => [own(commit, { isOpen: false })],
    // Gitea lists open ones only.
    expected: 'ask 7',
    only: ({ name }) => name !== 'Gitea',
  },
  'of a fork beside its parent': {
    clone: 'forkWithUpstream',
    pulls: commit => [ofFork(commit)],
    expected: 'found 9',
  },
  'of one of forty forks with the same branch': {
    clone: 'forkWithUpstream',
    prepare: async clone => {
      const pushed = await clone.git('rev-parse', 'HEAD');
      await clone.commit('not pushed');
      return pushed;
    },
    pulls: commit => [...strangers(40, 'patch'), ofFork(commit)],
    expected: 'found 9',
  },
  'of a branch that forty forks have too': {
    clone: 'base',
    pulls: commit => [...strangers(40, 'feature'), own(commit)],
    expected: 'found 7',
  },
  'of strangers with the same branch alone': {
    clone: 'base',
    pulls: () => strangers(40, 'feature'),
    expected: 'none',
  },
  'of a branch that was pushed by hand under another name': {
    clone: 'base',
    prepare: async clone => {
      await clone.git('checkout', '--quiet', '-b', 'work', 'origin/main');
      await clone.commit('work');
      await clone.git('push', '--quiet', 'origin', 'HEAD:refs/heads/robin/work');
      return undefined;
    },
    pulls: commit => [own(commit, { branch: 'robin/work' })],
    expected: 'found 7',
  },
  'in the parent of a cloned fork': {
    clone: 'fork',
    pulls: commit => [ofFork(commit)],
    expected: 'found 9',
    repository: 'acme/orders',
  },
  'in the parent of a cloned fork, at a detached HEAD': {
    clone: 'fork',
    prepare: async clone => {
      await clone.git('checkout', '--quiet', '--detach');
      return undefined;
    },
    pulls: commit => [ofFork(commit)],
    expected: 'found 9',
    repository: 'acme/orders',
  },
  'in a repository with another name today': {
    clone: 'base',
    repositories: [{ id: 1, name: 'acme/shop', formerly: 'acme/orders' }],
    pulls: commit => [own(commit, { from: 'acme/shop', to: 'acme/shop' })],
    expected: 'found 7',
    repository: 'acme/shop',
    only: ({ redirects }) => redirects,
  },
  'in a repository with another owner today': {
    clone: 'base',
    repositories: [{ id: 1, name: 'shop/orders', formerly: 'acme/orders' }],
    pulls: commit => [own(commit, { from: 'shop/orders', to: 'shop/orders' })],
    expected: 'found 7',
    repository: 'shop/orders',
    only: ({ redirects }) => redirects,
  },
  'of a fork with another owner today': {
    clone: 'forkWithUpstream',
    repositories: [base, { id: 2, name: 'kim/orders', formerly: 'robin/orders', parent: 'acme/orders' }],
    pulls: commit => [ofFork(commit, { from: 'kim/orders' })],
    expected: 'found 9',
    only: ({ redirects }) => redirects,
  },
};

describe('the pull request at a host, by that host’s own filters, redirects and pages', () => {
  let layout: Layout;
  let server: ProviderServer | undefined;
  eachWithLayout(fresh => (layout = fresh));
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  /** The remotes of a clone with the URLs of a host. */
  function remotesAt(host: StubHost, clone: Situation['clone']): Remotes {
    const base = [host.remote('acme/orders'), 'base'] as const;
    const fork = [host.remote('robin/orders'), 'fork'] as const;
    if (clone === 'base') return { origin: base };
    return { origin: fork, ...(clone === 'forkWithUpstream' ? { upstream: base } : {}) };
  }

  /** A clone of the base repository on `feature`, or of the fork on `patch`; the hosts keep no refs of pull requests. */
  async function cloneOf(clone: Situation['clone']): Promise<Place> {
    await rm(path.join(layout.base.folder, 'refs/pull'), { recursive: true });
    return layout.cloneAs(remotesAt(stubHosts[0]!, clone), clone === 'base' ? 'feature' : 'patch');
  }

  async function search(
    folder: string,
    options: {
      readonly token?: () => Promise<string | undefined>;
      readonly memory?: HostCache;
      readonly local?: PullRequestSource;
    } = {},
  ): Promise<PullRequestResolution> {
    assert.ok(server);
    const signal = new AbortController().signal;
    const product = new LayoutGit(layout);
    const copy = await openWorkingCopy(product, folder, signal);
    const config = await readConfig(product, copy.root, signal);
    const identity = await identifyRepository(product, copy, { hosts: {}, config }, signal);
    const { token = () => Promise.resolve(undefined), memory } = options;
    const access = { transport: server.transport, token, ...(memory === undefined ? {} : { memory }) };
    const sources = [...(options.local === undefined ? [] : [options.local]), providerRest(access), lsRemote];
    return resolvePullRequest({ git: product, copy, config, identity, sources, hosts: {}, provider: access, signal });
  }

  const urlOf = (path: string): URL => new URL(path, server?.asked.at(-1)?.url);

  for (const [name, situation] of Object.entries(situations)) {
    const { clone, prepare, pulls, repositories = [base, fork], expected, repository, only } = situation;
    it(`is ${typeof expected === 'string' ? expected : 'found by few'}: ${name}`, async () => {
      const place = await cloneOf(clone);
      const commit = (await prepare?.(place, layout)) ?? (await place.git('rev-parse', 'HEAD'));
      const state = { pulls: pulls(commit), repositories };
      for (const host of stubHosts.filter(each => only?.(each) ?? true)) {
        await layout.setRemotes(place, remotesAt(host, clone));
        server = await ProviderServer.start((path, request, sent) => host.answer(urlOf(path), state, request, sent));
        const found = await search(place.folder);
        assert.equal(outcome(found), typeof expected === 'string' ? expected : expected(host), host.name);
        assert.ok(server.asked.length <= 5, `${server.asked.length} requests to ${host.name}`);
        await server.stop();
        if (found.kind !== 'found') continue;
        const named = repository === undefined ? undefined : (host.named?.(repository) ?? repository);
        assert.equal(found.candidate.repository, named, host.name);
      }
    });
  }

  it('is not the one that the user chose or checked out once and that was closed since', async () => {
    const place = await cloneOf('base');
    const head = await place.git('rev-parse', 'HEAD');
    const state = { pulls: [own(head, { number: 5, isOpen: false }), own(head)], repositories: [base, fork] };
    for (const host of stubHosts) {
      await layout.setRemotes(place, remotesAt(host, 'base'));
      server = await ProviderServer.start((path, request, sent) => host.answer(urlOf(path), state, request, sent));
      const named = host.named?.('acme/orders') ?? 'acme/orders';
      const of = (number: number): PullRequestSource =>
        remembered(() => ({ number, repository: named, headCommit: head }));
      assert.equal(outcome(await search(place.folder, { local: of(5) })), 'found 7', host.name);
      const before = server.asked.length;
      const open = await search(place.folder, { local: of(7) });
      assert.equal(outcome(open), 'found 7', host.name);
      assert.equal(open.kind === 'found' && open.candidate.title, 'Change 7', `the title at ${host.name}`);
      assert.equal(server.asked.length, before + 1, `${host.name} is asked once`);
      assert.equal(outcome(await search(place.folder, { local: of(6) })), 'found 7', `${host.name} has no 6`);
      await server.stop();
      assert.equal(outcome(await search(place.folder, { local: of(5) })), 'found 5', `${host.name} cannot be reached`);
    }
    await layout.setRemotes(place, remotesAt(stubHosts[0]!, 'base'));
    server = await ProviderServer.start(() => undefined);
    const silent = remembered(() => ({ number: 5, repository: 'acme/orders', headCommit: head }));
    assert.equal(outcome(await search(place.folder, { local: silent })), 'found 5', 'it does not answer');
    await server.stop();
    await place.git('config', 'branch.feature.merge', 'refs/pull/5/head');
    const closed = { ...state, pulls: state.pulls.slice(0, 1) };
    server = await ProviderServer.start((path, ...asked) => stubHosts[0]!.answer(urlOf(path), closed, ...asked));
    assert.equal(outcome(await search(place.folder, { local: branchConfig })), 'ask 5');
  });

  it('is not the one of the configuration that has another head, as the host tells', async () => {
    const place = await cloneOf('base');
    const [head, below] = await Promise.all(['feature', 'feature~1'].map(name => place.git('rev-parse', name)));
    await place.git('checkout', '--quiet', '-b', 'other', 'origin/main');
    const elsewhere = await place.commit('other work');
    await place.git('checkout', '--quiet', 'feature');
    await place.git('config', 'branch.feature.merge', 'refs/pull/5/head');
    await layout.setRemotes(place, remotesAt(stubHosts[0]!, 'base'));
    const found = async (commit: string): Promise<string> => {
      const state = { pulls: [own(commit, { number: 5, branch: 'x' })], repositories: [base, fork] };
      server = await ProviderServer.start((path, ...asked) => stubHosts[0]!.answer(urlOf(path), state, ...asked));
      const outcomeOf = outcome(await search(place.folder, { local: branchConfig }));
      await server.stop();
      return outcomeOf;
    };
    for (const [of, commit] of Object.entries({ head, below }))
      assert.equal(await found(commit ?? ''), 'found 5', `at ${of}`);
    assert.equal(await found(elsewhere), 'ask 5', 'of other work');
    const unknown = 'f'.repeat(40);
    assert.equal(await found(unknown), 'ask 5', 'of work that is not here, and nothing was fetched of it');
    await place.git('checkout', '--quiet', 'other');
    await layout.base.git('update-ref', 'refs/pull/5/head', below ?? '');
    await place.git('fetch', '--quiet', '--force', layout.base.folder, 'refs/pull/5/head:feature');
    await place.git('checkout', '--quiet', 'feature');
    assert.equal(await found(unknown), 'found 5', 'it was fetched from there, and somebody has pushed since');
  });

  it('is that of a fork which its remote is pushed to by another address', async () => {
    const place = await cloneOf('base');
    await place.git('checkout', '--quiet', '--no-track', '-b', 'patch');
    const state = { pulls: [ofFork(await place.commit('for the fork'))], repositories: [base, fork] };
    for (const host of stubHosts) {
      await layout.setRemotes(place, remotesAt(host, 'base'));
      await place.git('config', 'remote.origin.pushurl', host.remote('robin/orders'));
      server = await ProviderServer.start((path, ...asked) => host.answer(urlOf(path), state, ...asked));
      assert.equal(outcome(await search(place.folder)), 'found 9', host.name);
      await server.stop();
    }
  });

  it('is found in a private repository with a sign-in, and else it is said who refused', async () => {
    const place = await cloneOf('base');
    const state = { pulls: [own(await place.git('rev-parse', 'HEAD'))], repositories: [base, fork] };
    for (const host of stubHosts) {
      await layout.setRemotes(place, remotesAt(host, 'base'));
      server = await ProviderServer.start((path, request, sent) =>
        request.headers.authorization?.endsWith(canaryKey()) === true
          ? host.answer(urlOf(path), state, request, sent)
          : host.refusal,
      );
      const refused = await search(place.folder);
      assert.equal(outcome(refused), 'none', host.name);
      assert.equal(refused.kind === 'none' && refused.refusedBy?.host, new URL(host.remote('a/b')).host);
      const found = await search(place.folder, { token: () => Promise.resolve(canaryKey()) });
      assert.equal(outcome(found), 'found 7', host.name);
      await server.stop();
    }
  });

  it('is left to a host that has asked to be left alone for a while, but for who has signed in', async () => {
    const place = await cloneOf('base');
    const state = { pulls: [own(await place.git('rev-parse', 'HEAD'))], repositories: [base, fork] };
    for (const host of stubHosts) {
      await layout.setRemotes(place, remotesAt(host, 'base'));
      server = await ProviderServer.start((path, request, sent) =>
        request.headers.authorization === undefined
          ? { status: 429, headers: { 'retry-after': '120' }, body: {} }
          : host.answer(urlOf(path), state, request, sent),
      );
      let now = 0;
      const memory = new HostCache(() => now);
      const told = `${new URL(host.remote('a/b')).host} accepts no requests until ${formatTime(120_000)}.`;
      const limited = async (): Promise<void> => {
        const none = await search(place.folder, { memory });
        assert.equal(outcome(none), 'none', host.name);
        assert.ok(none.kind === 'none' && none.reason.endsWith(told), 'it is said who answers no more, and until when');
      };
      await limited();
      const { length } = server.asked;
      now = 119_000;
      await limited();
      assert.equal(server.asked.length, length, `${host.name} was asked again too early`);
      const token = (): Promise<string> => Promise.resolve(canaryKey());
      assert.equal(outcome(await search(place.folder, { memory, token })), 'found 7', host.name);
      now = 121_000;
      const before = server.asked.length;
      await search(place.folder, { memory });
      assert.ok(server.asked.length > before, `${host.name} was not asked again`);
      await server.stop();
    }
  });

  it('is asked for, with the limit that kept the host from telling all', async () => {
    const place = await cloneOf('base');
    const host = stubHosts.find(({ name }) => name === 'Gitea') ?? assert.fail('no Gitea');
    await layout.setRemotes(place, remotesAt(host, 'base'));
    const pulls = [own(await place.git('rev-parse', 'HEAD')), ...strangers(30, 'feature')];
    server = await ProviderServer.start((path, request, sent) =>
      urlOf(path).searchParams.get('page') === '2'
        ? { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' } }
        : host.answer(urlOf(path), { pulls, repositories: [base] }, request, sent),
    );
    const asked = await search(place.folder, { memory: new HostCache(() => 0) });
    assert.equal(outcome(asked), 'ask 7');
    const told = `codeberg.org accepts no requests until ${formatTime(60_000)}.`;
    assert.ok(asked.kind === 'ask' && asked.reason.endsWith(told), 'the question says it');
  });

  it('is asked of GitHub again when its hour is over, which it tells by 403', () => {
    const memory = new HostCache(() => 1_000_000);
    const used = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1060' };
    memory.note('api.github.com', 'anybody', { status: 403, headers: used, body: '' });
    memory.note('api.github.com', 'user', { status: 403, headers: {}, body: '' });
    assert.equal(memory.quietUntil('api.github.com', 'anybody'), 1_060_000);
    assert.equal(memory.quietUntil('api.github.com', 'user'), undefined);
    const later = new HostCache(() => 2_000_000);
    later.note('api.github.com', 'anybody', { status: 403, headers: used, body: '' });
    assert.equal(later.quietUntil('api.github.com', 'anybody'), undefined);
  });
});
