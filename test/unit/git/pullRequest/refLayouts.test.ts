import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostSettings } from '../../../../src/git/repository/remoteUrl.ts';
import { LayoutGit } from './layoutGit.ts';
import { eachWithLayout, outcome, resolve, type Layout, type Place } from './layouts.ts';

/** The refs that a host keeps of a pull request, which is open, closed, merged, or lags behind what was pushed. */
interface Kept {
  readonly head?: string;
  readonly merge?: string;
}

interface Host {
  /** Absent for a folder. */
  readonly url?: string;
  readonly hosts?: Readonly<Record<string, string>>;
  /** Of pull request 7. */
  readonly open: Kept;
  readonly closed: Kept;
  /** Refs of other pull requests. */
  readonly others?: readonly string[];
  /** What an open one is without the REST interface. */
  readonly expected: 'found 7' | 'ask 7' | 'none';
  readonly closedExpected: 'ask 7' | 'none';
}

const pull: Kept = { head: 'refs/pull/7/head' };
const pullWithMerge: Kept = { ...pull, merge: 'refs/pull/7/merge' };
const mergeRequest: Kept = { head: 'refs/merge-requests/7/head', merge: 'refs/merge-requests/7/merge' };
const dataCenter: Kept = { head: 'refs/pull-requests/7/from' };
const unknown = 'git@git.acme.example:acme/orders.git';
const isAsked = { expected: 'ask 7', closedExpected: 'ask 7' } as const;

/** By the documents of the hosts: what each keeps of a pull request, and for how long. */
const table: Readonly<Record<string, Host>> = {
  'GitHub, which drops the merge of what is closed': {
    url: 'https://github.com/acme/orders.git',
    open: pullWithMerge,
    closed: pull,
    expected: 'found 7',
    closedExpected: 'ask 7',
  },
  'GitHub Enterprise Server': {
    url: 'git@github.acme.example:acme/orders.git',
    open: pullWithMerge,
    closed: pull,
    expected: 'found 7',
    closedExpected: 'ask 7',
  },
  'a server that has deleted the merge of another one, as GitHub does': {
    url: unknown,
    open: pullWithMerge,
    closed: pull,
    others: ['refs/pull/8/head'],
    expected: 'found 7',
    closedExpected: 'ask 7',
  },
  'GitBucket, which keeps both and has “conflict” where there is no merge': {
    url: unknown,
    open: pullWithMerge,
    closed: pullWithMerge,
    others: ['refs/pull/5/head', 'refs/pull/5/merge', 'refs/pull/8/conflict', 'refs/pull/8/head'],
    ...isAsked,
  },
  'a folder with the refs of GitHub': {
    open: pullWithMerge,
    closed: pull,
    others: ['refs/pull/5/head', 'refs/pull/5/merge', 'refs/pull/8/head'],
    expected: 'found 7',
    closedExpected: 'ask 7',
  },
  'a folder with the refs of GitHub, none of which shows that it deletes merges': {
    open: pullWithMerge,
    closed: pull,
    ...isAsked,
  },
  'a folder with the refs of GitBucket': {
    open: pullWithMerge,
    closed: pullWithMerge,
    others: ['refs/pull/8/conflict', 'refs/pull/8/head'],
    ...isAsked,
  },
  'a folder with the refs of GitLab': {
    open: mergeRequest,
    closed: { head: 'refs/merge-requests/7/head' },
    others: ['refs/merge-requests/8/head'],
    ...isAsked,
  },
  'a folder with the refs of Gitea': {
    open: pull,
    closed: pull,
    others: ['refs/pull/8/head'],
    ...isAsked,
  },
  'a folder with the refs of Bitbucket Data Center': {
    open: dataCenter,
    closed: dataCenter,
    others: ['refs/pull-requests/8/from', 'refs/pull-requests/8/merge'],
    ...isAsked,
  },
  'a folder with the refs of several hosts': {
    open: { head: 'refs/merge-requests/7/head', merge: 'refs/pull/7/merge' },
    closed: mergeRequest,
    others: ['refs/pull/5/head', 'refs/pull/5/merge', 'refs/pull/8/head'],
    ...isAsked,
  },
  'GitLab, which keeps both for two weeks': {
    url: 'git@gitlab.com:acme/orders.git',
    open: mergeRequest,
    closed: mergeRequest,
    expected: 'ask 7',
    closedExpected: 'ask 7',
  },
  'a server that only GitLab can be by its refs': {
    url: unknown,
    open: mergeRequest,
    closed: mergeRequest,
    expected: 'ask 7',
    closedExpected: 'ask 7',
  },
  'Gitea, which has no merges and keeps closed ones': {
    url: 'https://codeberg.org/acme/orders.git',
    open: pull,
    closed: pull,
    expected: 'ask 7',
    closedExpected: 'ask 7',
  },
  'Forgejo by the settings': {
    url: 'https://git.acme.example/acme/orders.git',
    hosts: { 'git.acme.example': 'gitea' },
    open: pull,
    closed: pull,
    expected: 'ask 7',
    closedExpected: 'ask 7',
  },
  'Bitbucket Data Center, which is late': {
    url: 'https://git.acme.example/scm/SHOP/orders.git',
    open: dataCenter,
    closed: dataCenter,
    expected: 'ask 7',
    closedExpected: 'ask 7',
  },
  'Azure DevOps, which has merges only': {
    url: 'https://dev.azure.com/acme/Shop/_git/orders',
    open: { merge: 'refs/pull/7/merge' },
    closed: { merge: 'refs/pull/7/merge' },
    expected: 'none',
    closedExpected: 'none',
  },
  'Bitbucket Cloud, which has none': {
    url: 'git@bitbucket.org:acme/orders.git',
    open: {},
    closed: {},
    expected: 'none',
    closedExpected: 'none',
  },
};

describe('the pull request by the refs of a host, which proves what that host keeps for open ones alone', () => {
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  async function keep({ head, merge }: Kept, others: readonly string[] = [], branch = 'feature'): Promise<void> {
    const { base } = layout;
    await rm(path.join(base.folder, 'refs/pull'), { recursive: true });
    const tipOf = (name: string): Promise<string> => readFile(path.join(base.folder, 'refs/heads', name), 'utf8');
    const [commit, main] = await Promise.all([tipOf(branch), tipOf('main')]);
    const set = async (ref: string, hash: string): Promise<void> => {
      await mkdir(path.join(base.folder, path.dirname(ref)), { recursive: true });
      await writeFile(path.join(base.folder, ref), hash);
    };
    for (const ref of others) await set(ref, main);
    if (head !== undefined) await set(head, commit);
    if (merge === undefined) return;
    const hash = commit.trim();
    await set(merge, await base.git('commit-tree', `${hash}^{tree}`, '-p', 'main', '-p', hash, '-m', 'Merge 7'));
  }

  const cloneOf = (url = layout.base.folder): Promise<Place> => layout.cloneAs({ origin: [url, 'base'] });
  const found = async (clone: Place, hosts: HostSettings = {}): Promise<string> =>
    outcome(await resolve(clone.folder, { hosts, git: new LayoutGit(layout) }));

  for (const [name, { url, hosts = {}, open, closed, others, expected, closedExpected }] of Object.entries(table)) {
    describe(name, () => {
      it(`is ${expected} where it is open`, async () => {
        await keep(open, others);
        assert.equal(await found(await cloneOf(url), hosts), expected);
      });

      it(`is ${closedExpected} where it is closed`, async () => {
        await keep(closed, others);
        assert.equal(await found(await cloneOf(url), hosts), closedExpected);
      });

      it('is none where it is merged, whatever is kept of it', async () => {
        await keep(open, others);
        const clone = await cloneOf(url);
        await clone.git('push', '--quiet', 'origin', 'feature:main');
        assert.equal(await found(clone, hosts), 'none');
        await clone.git('checkout', '--quiet', '--detach');
        assert.equal(await found(clone, hosts), 'none');
      });

      it('is none for a branch that was made anew under its name', async () => {
        await keep(closed, others);
        const clone = await cloneOf(url);
        await clone.git('checkout', '--quiet', '-B', 'feature', 'origin/main');
        await clone.commit('other work');
        await clone.git('push', '--quiet', '--force', '--set-upstream', 'origin', 'feature');
        assert.equal(await found(clone, hosts), 'none');
      });

      it('is not sure by what was fetched of it, which may have been closed since', async () => {
        await keep(closed, others);
        const clone = await cloneOf(url);
        await clone.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
        await clone.git(
          'config',
          '--add',
          'remote.origin.fetch',
          '+refs/merge-requests/*/head:refs/remotes/origin/mr/*',
        );
        await clone.git('fetch', '--quiet');
        assert.equal(await found(clone, hosts), closedExpected);
      });
    });
  }

  it('is not that of the branch of Bitbucket Data Center that was deleted and made anew at the old commit', async () => {
    await keep(dataCenter);
    const clone = await cloneOf('https://git.acme.example/scm/SHOP/orders.git');
    await clone.git('checkout', '--quiet', '--no-track', '-b', 'other');
    await clone.git('push', '--quiet', '--set-upstream', 'origin', 'other', ':feature');
    const asked = await resolve(clone.folder);
    assert.equal(outcome(asked), 'ask 7');
    assert.match(
      asked.kind === 'ask' ? (asked.candidates[0]?.explanation ?? '') : '',
      /git\.acme\.example do not tell/,
    );
  });
});
