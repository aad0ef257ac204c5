import assert from 'node:assert/strict';
import { isOfBranch } from '../../../../../src/git/pullRequest/providers/search.ts';
import {
  decodePullRequests,
  joinFullName,
  type ProvidedPullRequest,
  type ProviderRepository,
  type PullRequestQuery,
} from '../../../../../src/git/pullRequest/providers/providerApi.ts';
import { resolvePullRequest } from '../../../../../src/git/pullRequest/resolvePullRequest.ts';
import { providerRest } from '../../../../../src/git/pullRequest/sources/providerRest.ts';
import { readConfig } from '../../../../../src/git/repository/config.ts';
import { identifyRepository } from '../../../../../src/git/repository/identifyRepository.ts';
import { parseRemoteUrl } from '../../../../../src/git/repository/remoteUrl.ts';
import { openWorkingCopy } from '../../../../../src/git/repository/workingCopy.ts';
import { eachWithLayout, outcome, productGit, type Layout } from '../layouts.ts';
import { ProviderServer } from '../providerServer.ts';
import { recordedHosts, type RecordedHost, type RecordedPull } from './recordedBodies.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

function repositoryOf({ remote }: RecordedHost): ProviderRepository {
  const { site, host, owner, repo } = parseRemoteUrl(remote) ?? assert.fail(remote);
  return { site: site ?? assert.fail(remote), host, owner, repo };
}

describe('recorded answers of hosts', () => {
  for (const host of recordedHosts) {
    const { name, api, page, open, closed, fork, list, record } = host;
    const base = repositoryOf(host);
    const ofBase: PullRequestQuery = { base, head: { ...base, branch: 'feature' }, commit };

    const read = (pull: Partial<RecordedPull>, query = ofBase): ProvidedPullRequest => {
      const [only, ...others] = decodePullRequests(api, list({ commit, state: open, from: 'base', ...pull }), query);
      assert.deepEqual(others, []);
      return only ?? assert.fail('no pull request was read');
    };

    describe(name, () => {
      it('tell an open pull request of the branch', () => {
        const pull = read({});
        assert.deepEqual([pull.number, pull.title, pull.url, pull.isOpen], [7, 'Refund orders', page, true]);
        assert.ok(commit.startsWith(pull.headCommit ?? '-'));
        assert.ok(isOfBranch(pull, ofBase));
        assert.equal((pull.baseRepository ?? joinFullName(base)).toLowerCase(), joinFullName(base).toLowerCase());
      });

      it('tell which ones are not open', () => {
        for (const state of closed) assert.equal(read({ state }).isOpen, false, state);
      });

      it('tell the fork that the branch is in', () => {
        const pull = read({ from: 'fork' });
        assert.equal(pull.headRepository, fork ?? 'fork');
        assert.equal(isOfBranch(pull, ofBase), false, 'it is none of the branch of the same name beside it');
        const { id } = api.readRecord(record, base);
        const full = fork ?? 'robin/orders';
        const slash = full.lastIndexOf('/');
        const head = { ...base, owner: full.slice(0, slash), repo: full.slice(slash + 1), branch: 'feature' };
        const ofFork = { ...ofBase, head: id === undefined ? head : { ...head, id } };
        assert.ok(isOfBranch(read({ from: 'fork' }, ofFork), ofFork));
      });

      it('tell nothing of a fork that was deleted', () => {
        assert.equal(isOfBranch(read({ from: 'gone' }), ofBase), false);
      });

      it('tell what a fork was forked from', () => {
        const { fullName, parent } = api.readRecord(record, base);
        assert.equal(fullName, fork ?? 'robin/orders');
        assert.equal(parent?.toLowerCase(), joinFullName(base).toLowerCase());
      });
    });
  }

  describe('to a search', () => {
    let layout: Layout;
    eachWithLayout(fresh => (layout = fresh));

    it('find the open pull request of the branch, and none of a fork that was deleted', async () => {
      const clone = await layout.clone('feature');
      const head = await clone.git('rev-parse', 'HEAD');
      const signal = new AbortController().signal;
      const product = productGit();
      for (const { name, remote, list, open } of recordedHosts) {
        await clone.git('config', `url.${layout.base.folder}.insteadOf`, remote);
        await clone.git('remote', 'set-url', 'origin', remote);
        const copy = await openWorkingCopy(product, clone.folder, signal);
        const config = await readConfig(product, copy.root, signal);
        const identity = await identifyRepository(product, copy, { hosts: {}, config }, signal);
        const search = async (pull: Partial<RecordedPull>): Promise<string> => {
          const body = list({ commit: head, state: open, from: 'base', ...pull });
          const server = await ProviderServer.start(() => ({ body }));
          const sources = [providerRest({ transport: server.transport, token: () => Promise.resolve(undefined) })];
          const found = await resolvePullRequest({ git: product, copy, config, identity, sources, hosts: {}, signal });
          await server.stop();
          return outcome(found);
        };
        assert.equal(await search({}), 'found 7', name);
        assert.notEqual(await search({ from: 'gone' }), 'found 7', name);
        await clone.git('config', '--unset', `url.${layout.base.folder}.insteadOf`);
      }
    });
  });
});
