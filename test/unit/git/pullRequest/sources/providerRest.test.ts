import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../../src/core/base/errors.ts';
import { readConfig } from '../../../../../src/git/repository/config.ts';
import { identifyRepository } from '../../../../../src/git/repository/identifyRepository.ts';
import {
  resolvePullRequest,
  type PullRequestResolution,
} from '../../../../../src/git/pullRequest/resolvePullRequest.ts';
import { providerRest } from '../../../../../src/git/pullRequest/sources/providerRest.ts';
import { openWorkingCopy } from '../../../../../src/git/repository/workingCopy.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { LayoutGit } from '../layoutGit.ts';
import { eachWithLayout, type Layout, outcome, type Place } from '../layouts.ts';
import { ProviderServer, type Answer } from '../providerServer.ts';

/** Pull request 7 of `feature` as each provider documents it, with the commit it is at. */
type Documented = (commit: string, change?: Record<string, unknown>) => unknown;

interface Case {
  readonly remote: string;
  readonly hosts?: Record<string, string>;
  readonly documented: Documented;
  readonly byBranch: string;
  /** With the commit as `COMMIT`. */
  readonly byCommit: string;
  readonly page: string;
}

const githubPull: Documented = (commit, change) => [
  {
    id: 1,
    number: 7,
    state: 'open',
    title: 'Refund orders',
    html_url: 'https://github.com/acme/orders/pull/7',
    head: { ref: 'feature', sha: commit, repo: { full_name: 'acme/orders' } },
    base: { ref: 'main', repo: { full_name: 'acme/orders' } },
    ...change,
  },
];

const cases: Readonly<Record<string, Case>> = {
  GitHub: {
    remote: 'https://github.com/acme/orders.git',
    documented: githubPull,
    byBranch: 'https://api.github.com/repos/acme/orders/pulls?state=open&head=acme%3Afeature&per_page=30',
    byCommit: 'https://api.github.com/repos/acme/orders/commits/COMMIT/pulls?per_page=30',
    page: 'https://github.com/acme/orders/pull/7',
  },
  'GitHub Enterprise Server': {
    remote: 'git@github.acme.example:acme/orders.git',
    documented: (commit, change) =>
      githubPull(commit, { html_url: 'https://github.acme.example/acme/orders/pull/7', ...change }),
    byBranch: 'https://github.acme.example/api/v3/repos/acme/orders/pulls?state=open&head=acme%3Afeature&per_page=30',
    byCommit: 'https://github.acme.example/api/v3/repos/acme/orders/commits/COMMIT/pulls?per_page=30',
    page: 'https://github.acme.example/acme/orders/pull/7',
  },
  'GitHub Enterprise Cloud': {
    remote: 'https://acme.ghe.com/acme/orders.git',
    documented: (commit, change) =>
      githubPull(commit, { html_url: 'https://acme.ghe.com/acme/orders/pull/7', ...change }),
    byBranch: 'https://api.acme.ghe.com/repos/acme/orders/pulls?state=open&head=acme%3Afeature&per_page=30',
    byCommit: 'https://api.acme.ghe.com/repos/acme/orders/commits/COMMIT/pulls?per_page=30',
    page: 'https://acme.ghe.com/acme/orders/pull/7',
  },
  GitLab: {
    remote: 'git@git.acme.example:acme/shop/orders.git',
    hosts: { 'git.acme.example': 'gitlab' },
    documented: (commit, change) => [
      {
        id: 155016530,
        iid: 7,
        state: 'opened',
        title: 'Refund orders',
        web_url: 'https://git.acme.example/acme/shop/orders/-/merge_requests/7',
        source_branch: 'feature',
        target_branch: 'main',
        source_project_id: 42,
        target_project_id: 42,
        sha: commit,
        ...change,
      },
    ],
    byBranch:
      'https://git.acme.example/api/v4/projects/acme%2Fshop%2Forders/merge_requests?state=opened&source_branch=feature&per_page=30',
    byCommit:
      'https://git.acme.example/api/v4/projects/acme%2Fshop%2Forders/repository/commits/COMMIT/merge_requests?per_page=30',
    page: 'https://git.acme.example/acme/shop/orders/-/merge_requests/7',
  },
  'Bitbucket Cloud': {
    remote: 'git@bitbucket.org:acme/orders.git',
    documented: (commit, change) => ({
      pagelen: 30,
      values: [
        {
          id: 7,
          state: 'OPEN',
          title: 'Refund orders',
          links: { html: { href: 'https://bitbucket.org/acme/orders/pull-requests/7' } },
          source: {
            branch: { name: 'feature' },
            commit: { hash: commit.slice(0, 12) },
            repository: { full_name: 'acme/orders' },
          },
          destination: { branch: { name: 'main' }, repository: { full_name: 'acme/orders' } },
          ...change,
        },
      ],
    }),
    byBranch:
      'https://api.bitbucket.org/2.0/repositories/acme/orders/pullrequests?q=source.branch.name%3D%22feature%22%20AND%20state%3D%22OPEN%22&pagelen=30',
    // Unless it is asked for them, it leaves out state and source.
    byCommit:
      'https://api.bitbucket.org/2.0/repositories/acme/orders/commit/COMMIT/pullrequests?pagelen=30&fields=%2Bvalues.state%2C%2Bvalues.source.branch.name%2C%2Bvalues.source.commit.hash%2C%2Bvalues.source.repository.full_name%2C%2Bvalues.destination.repository.full_name',
    page: 'https://bitbucket.org/acme/orders/pull-requests/7',
  },
  'Bitbucket Data Center': {
    remote: 'https://acme.example/stash/scm/SHOP/orders.git',
    documented: (commit, change) => ({
      size: 1,
      values: [
        {
          id: 7,
          state: 'OPEN',
          title: 'Refund orders',
          fromRef: {
            id: 'refs/heads/feature',
            displayId: 'feature',
            latestCommit: commit,
            repository: { slug: 'orders', project: { key: 'SHOP' } },
          },
          toRef: { id: 'refs/heads/main', repository: { slug: 'orders', project: { key: 'SHOP' } } },
          links: { self: [{ href: 'https://acme.example/stash/projects/SHOP/repos/orders/pull-requests/7' }] },
          ...change,
        },
      ],
    }),
    byBranch:
      'https://acme.example/stash/rest/api/1.0/projects/SHOP/repos/orders/pull-requests?direction=OUTGOING&state=OPEN&at=refs%2Fheads%2Ffeature&limit=30',
    byCommit:
      'https://acme.example/stash/rest/api/1.0/projects/SHOP/repos/orders/commits/COMMIT/pull-requests?limit=30',
    page: 'https://acme.example/stash/projects/SHOP/repos/orders/pull-requests/7',
  },
  'Azure DevOps': {
    remote: 'git@ssh.dev.azure.com:v3/acme/Web%20Shop/orders',
    documented: (commit, change) => ({
      count: 1,
      value: [
        {
          pullRequestId: 7,
          status: 'active',
          title: 'Refund orders',
          sourceRefName: 'refs/heads/feature',
          targetRefName: 'refs/heads/main',
          lastMergeSourceCommit: { commitId: commit },
          ...change,
        },
      ],
    }),
    byBranch:
      'https://dev.azure.com/acme/Web%20Shop/_apis/git/repositories/orders/pullrequests?searchCriteria.sourceRefName=refs%2Fheads%2Ffeature&searchCriteria.status=active&$top=30&api-version=6.0',
    byCommit: 'https://dev.azure.com/acme/Web%20Shop/_apis/git/repositories/orders/pullrequestquery?api-version=6.0',
    page: 'https://dev.azure.com/acme/Web%20Shop/_git/orders/pullrequest/7',
  },
  'Azure DevOps Server': {
    remote: 'https://tfs.acme.example/tfs/DefaultCollection/Shop/_git/orders',
    documented: (commit, change) => ({
      value: [
        {
          pullRequestId: 7,
          status: 'active',
          title: 'Refund orders',
          sourceRefName: 'refs/heads/feature',
          lastMergeSourceCommit: { commitId: commit },
          ...change,
        },
      ],
    }),
    byBranch:
      'https://tfs.acme.example/tfs/DefaultCollection/Shop/_apis/git/repositories/orders/pullrequests?searchCriteria.sourceRefName=refs%2Fheads%2Ffeature&searchCriteria.status=active&$top=30&api-version=3.0',
    byCommit:
      'https://tfs.acme.example/tfs/DefaultCollection/Shop/_apis/git/repositories/orders/pullrequestquery?api-version=3.0',
    page: 'https://tfs.acme.example/tfs/DefaultCollection/Shop/_git/orders/pullrequest/7',
  },
  Gitea: {
    remote: 'https://codeberg.org/acme/orders.git',
    documented: (commit, change) =>
      githubPull(commit, { html_url: 'https://codeberg.org/acme/orders/pulls/7', ...change }),
    byBranch: 'https://codeberg.org/api/v1/repos/acme/orders/pulls?state=open&sort=recentupdate&limit=50&page=1',
    byCommit: 'https://codeberg.org/api/v1/repos/acme/orders/pulls?state=open&sort=recentupdate&limit=50&page=1',
    page: 'https://codeberg.org/acme/orders/pulls/7',
  },
};

describe('the pull request by what the provider says', () => {
  let layout: Layout;
  let server: ProviderServer | undefined;
  eachWithLayout(fresh => (layout = fresh));
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  /** A clone whose remote has the URL but is the local repository. */
  const cloneOf = (remote: string, branch = 'feature'): Promise<Place> =>
    layout.cloneAs({ origin: [remote, 'base'] }, branch);

  async function ask(
    folder: string,
    answer: (path: string, authorization: string | undefined) => Answer | undefined,
    options: {
      readonly hosts?: Record<string, string>;
      readonly token?: (provider: string, host: string) => Promise<string | undefined>;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<PullRequestResolution> {
    server = await ProviderServer.start((path, request) => answer(path, request.headers.authorization));
    const { hosts = {}, token = () => Promise.resolve(undefined), signal = new AbortController().signal } = options;
    const product = new LayoutGit(layout);
    const copy = await openWorkingCopy(product, folder, signal);
    const config = await readConfig(product, copy.root, signal);
    const identity = await identifyRepository(product, copy, { hosts, config }, signal);
    const sources = [providerRest({ transport: server.transport, token })];
    return resolvePullRequest({ git: product, copy, config, identity, sources, hosts, signal });
  }

  const urls = (): string[] => server?.asked.map(({ url }) => url) ?? [];

  for (const [name, { remote, hosts = {}, documented, byBranch, byCommit, page }] of Object.entries(cases)) {
    describe(name, () => {
      it('is found by the branch', async () => {
        const clone = await cloneOf(remote);
        const commit = await clone.git('rev-parse', 'HEAD');
        const found = await ask(clone.folder, () => ({ body: documented(commit) }), { hosts });
        assert.deepEqual(urls(), [byBranch]);
        assert.ok(found.kind === 'found');
        const { number, title, url, repository } = found.candidate;
        assert.deepEqual([number, title, url, repository], [7, 'Refund orders', page, undefined]);
        assert.deepEqual([found.headCommit, found.unpushed], [commit, 0]);
      });

      it('is found by the branch with commits that are not pushed', async () => {
        const clone = await cloneOf(remote);
        const commit = await clone.git('rev-parse', 'HEAD');
        await clone.commit('not pushed');
        const found = await ask(clone.folder, () => ({ body: documented(commit) }), { hosts });
        assert.deepEqual([outcome(found), found.kind === 'found' && found.unpushed], ['found 7', 1]);
      });

      it('is none where it has none', async () => {
        const clone = await cloneOf(remote);
        const empty = Array.isArray(documented('')) ? [] : { values: [], value: [] };
        assert.equal(outcome(await ask(clone.folder, () => ({ body: empty }), { hosts })), 'none');
      });

      it('is found by the commit of a detached HEAD', async () => {
        const clone = await cloneOf(remote);
        await clone.git('checkout', '--quiet', '--detach');
        const commit = await clone.git('rev-parse', 'HEAD');
        const found = await ask(clone.folder, () => ({ body: documented(commit) }), { hosts });
        assert.deepEqual(urls(), [byCommit.replace('COMMIT', commit)]);
        assert.equal(outcome(found), 'found 7');
      });
    });
  }

  describe('of a fork', () => {
    const forked = (base: string, fork: string): Promise<Place> =>
      layout.cloneAs({ origin: [fork, 'fork'], upstream: [base, 'base'] }, 'patch');

    it('is asked of the base repository at GitHub', async () => {
      const clone = await forked('https://github.com/acme/orders', 'https://github.com/robin/orders');
      const commit = await clone.git('rev-parse', 'HEAD');
      const head = { ref: 'patch', sha: commit, repo: { full_name: 'robin/orders' } };
      const found = await ask(clone.folder, () => ({ body: githubPull(commit, { number: 9, head }) }));
      assert.deepEqual(urls(), [
        'https://api.github.com/repos/acme/orders/pulls?state=open&head=robin%3Apatch&per_page=30',
      ]);
      assert.equal(outcome(found), 'found 9');
    });

    it('is not that of another fork with the same branch', async () => {
      const clone = await forked('https://github.com/acme/orders', 'https://github.com/robin/orders');
      const main = await clone.git('rev-parse', 'origin/main');
      const head = { ref: 'patch', sha: main, repo: { full_name: 'kim/orders' } };
      assert.equal(outcome(await ask(clone.folder, () => ({ body: githubPull(main, { number: 4, head }) }))), 'none');
    });

    it('is sure at GitLab only with the commit, since the fork is not named', async () => {
      const { documented } = cases['GitLab']!;
      const clone = await forked('https://gitlab.com/acme/orders', 'https://gitlab.com/robin/orders');
      const commit = await clone.git('rev-parse', 'HEAD');
      const main = await clone.git('rev-parse', 'origin/main');
      const change = { iid: 9, source_branch: 'patch', source_project_id: 77 };
      assert.equal(outcome(await ask(clone.folder, () => ({ body: documented(commit, change) }))), 'found 9');
      await server?.stop();
      assert.equal(outcome(await ask(clone.folder, () => ({ body: documented(main, change) }))), 'ask 9');
    });

    it('is asked of the fork at Bitbucket Data Center, and named by where it is made to', async () => {
      const { documented } = cases['Bitbucket Data Center']!;
      const clone = await forked(
        'https://git.acme.example/scm/SHOP/orders.git',
        'https://git.acme.example/scm/~robin/orders.git',
      );
      const commit = await clone.git('rev-parse', 'HEAD');
      const ref = (id: string, key: string): unknown => ({
        id: `refs/heads/${id}`,
        latestCommit: commit,
        repository: { slug: 'orders', project: { key } },
      });
      const own = { id: 9, fromRef: ref('patch', '~ROBIN'), toRef: ref('main', 'SHOP') };
      const found = await ask(clone.folder, () => ({ body: documented(commit, own) }));
      assert.match(urls()[0] ?? '', /\/projects\/~robin\/repos\/orders\/pull-requests\?direction=OUTGOING/);
      assert.ok(found.kind === 'found');
      assert.deepEqual([found.candidate.number, found.candidate.repository], [9, undefined]);
      await server?.stop();
      const other = { ...own, toRef: ref('main', '~ROBIN') };
      const within = await ask(clone.folder, () => ({ body: documented(commit, other) }));
      assert.equal(within.kind === 'found' && within.candidate.repository, '~ROBIN/orders');
    });
  });

  describe('in doubt', () => {
    const remote = 'https://github.com/acme/orders';

    it('is asked for where several are open', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      const body = [...(githubPull(commit) as unknown[]), ...(githubPull(commit, { number: 8 }) as unknown[])];
      assert.equal(outcome(await ask(clone.folder, () => ({ body }))), 'ask 7 8');
    });

    it('is asked for where the branch was made anew and HEAD is at another one', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      await clone.git('checkout', '--quiet', '--detach', 'origin/main');
      const other = await clone.commit('anew', 'anew.txt');
      await clone.git('checkout', '--quiet', 'feature');
      const bodies = (path: string): unknown =>
        path.includes(`/commits/${commit}/`) ? githubPull(commit, { number: 5 }) : githubPull(other, { number: 12 });
      assert.equal(outcome(await ask(clone.folder, path => ({ body: bodies(path) }))), 'ask 12 5');
    });

    it('is only proposed where it is closed', async () => {
      const clone = await cloneOf(remote);
      await clone.git('checkout', '--quiet', '--detach');
      const commit = await clone.git('rev-parse', 'HEAD');
      const asked = await ask(clone.folder, () => ({ body: githubPull(commit, { state: 'closed' }) }));
      assert.equal(outcome(asked), 'ask 7');
      assert.equal(asked.kind === 'ask' && asked.candidates[0]?.confidence, 'low');
    });

    it('is only proposed where the branch has but the name', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      await clone.git('checkout', '--quiet', 'origin/main');
      await clone.git('branch', '--quiet', '-D', 'feature');
      await clone.git('checkout', '--quiet', '--no-track', '-b', 'feature');
      await clone.commit('something else');
      assert.equal(outcome(await ask(clone.folder, () => ({ body: githubPull(commit) }))), 'ask 7');
    });

    it('is only proposed where the branch was made from the one of a pull request', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      await clone.git('checkout', '--quiet', '-b', 'next-step', 'origin/feature');
      assert.equal(
        outcome(await ask(clone.folder, () => ({ body: githubPull(commit) }))),
        'found 7',
        'nothing else yet',
      );
      await clone.commit('own work');
      assert.equal(outcome(await ask(clone.folder, () => ({ body: githubPull(commit) }))), 'ask 7');
    });

    it('is not looked for on the default branch', async () => {
      const clone = await cloneOf(remote, 'main');
      assert.equal(outcome(await ask(clone.folder, () => ({ body: [] }))), 'none');
      assert.deepEqual(urls(), []);
    });
  });

  describe('with a sign-in', () => {
    const remote = 'https://github.com/acme/orders';

    it('is asked for anonymously first, then with the token of that host', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      const wanted: string[] = [];
      const found = await ask(
        clone.folder,
        (_, authorization) =>
          authorization === `Bearer ${canaryKey()}` ? { body: githubPull(commit) } : { status: 404, body: {} },
        {
          token: (provider, host) => {
            wanted.push(`${provider} ${host}`);
            return Promise.resolve(canaryKey());
          },
        },
      );
      assert.equal(outcome(found), 'found 7');
      assert.deepEqual(wanted, ['github github.com']);
      assert.deepEqual(
        server?.asked.map(({ authorization }) => authorization),
        [undefined, `Bearer ${canaryKey()}`],
      );
    });

    it('asks for no token where none is needed', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      const token = (): Promise<never> => assert.fail('asked for a token');
      assert.equal(outcome(await ask(clone.folder, () => ({ body: githubPull(commit) }), { token })), 'found 7');
    });
  });

  describe('that cannot be had', () => {
    const remote = 'https://github.com/acme/orders';
    const failures: Readonly<Record<string, Answer>> = {
      'is refused (401)': { status: 401 },
      'is forbidden (403)': { status: 403 },
      'is not found (404)': { status: 404 },
      'is limited (429)': { status: 429, headers: { 'retry-after': '3600' } },
      'fails (500)': { status: 500 },
      'is elsewhere (302)': { status: 302, headers: { location: 'https://evil.example/' } },
      'is a page': { body: '<!doctype html><title>Sign in</title>' },
      'is empty': { body: '' },
      'is another value': { body: '"pulls"' },
      'is too long': { body: `[${' '.repeat(9 << 20)}]` },
    };
    for (const [name, failure] of Object.entries(failures)) {
      it(`is none where the answer ${name}`, async () => {
        const clone = await cloneOf(remote);
        const token = (): Promise<string> => Promise.resolve(canaryKey());
        assert.equal(outcome(await ask(clone.folder, () => failure, { token })), 'none');
      });
    }

    it('is none where the provider breaks the connection', async () => {
      const clone = await cloneOf(remote);
      server = await ProviderServer.start(() => undefined);
      const { transport } = server;
      await server.stop();
      const signal = new AbortController().signal;
      const product = new LayoutGit(layout);
      const copy = await openWorkingCopy(product, clone.folder, signal);
      const config = await readConfig(product, copy.root, signal);
      const identity = await identifyRepository(product, copy, { hosts: {}, config }, signal);
      const sources = [providerRest({ transport, token: () => Promise.resolve(undefined) })];
      server = undefined;
      const none = await resolvePullRequest({ git: product, copy, config, identity, sources, hosts: {}, signal });
      assert.equal(outcome(none), 'none');
    });

    it('stops when it is cancelled', async () => {
      const clone = await cloneOf(remote);
      const abort = new AbortController();
      const answer = (): undefined => {
        abort.abort();
      };
      await assert.rejects(ask(clone.folder, answer, { signal: abort.signal }), (error: unknown) =>
        CodeReviewError.is(error, 'cancelled'),
      );
    });
  });

  describe('in an answer that is hostile', () => {
    const remote = 'https://github.com/acme/orders';

    it('has a title fit to show and a page of the same host, or none', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      for (const html_url of [
        'https://evil.example/acme/orders/pull/7',
        'javascript:alert(1)',
        'http://github.com/',
        7,
      ]) {
        const body = githubPull(commit, { title: 'Refund\u202e\u0000 orders\n', html_url });
        const found = await ask(clone.folder, () => ({ body }));
        assert.ok(found.kind === 'found');
        assert.deepEqual([found.candidate.title, found.candidate.url], ['Refund orders', undefined]);
        await server?.stop();
      }
    });

    it('is left out where its number or head is none', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      const changes = [
        { number: -7 },
        { number: 1.5 },
        { number: 1e20 },
        { number: '7' },
        { number: null },
        { head: null },
      ];
      for (const change of changes) {
        const body = githubPull(commit, change);
        assert.equal(outcome(await ask(clone.folder, () => ({ body }))), 'none', JSON.stringify(change));
        await server?.stop();
      }
    });

    it('is bounded in number', async () => {
      const clone = await cloneOf(remote);
      const commit = await clone.git('rev-parse', 'HEAD');
      const body = Array.from(
        { length: 10_000 },
        (_, index) => (githubPull(commit, { number: index + 1 }) as unknown[])[0],
      );
      const asked = await ask(clone.folder, () => ({ body }));
      assert.ok(asked.kind === 'ask' && asked.candidates.length <= 100);
    });
  });
});
