import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findPullRequestHead } from '../../../../src/git/pullRequest/pullRequestHead.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { git } from '../../../host/git/git.ts';

const { signal } = new AbortController();
const person = { GIT_AUTHOR_NAME: 'R', GIT_AUTHOR_EMAIL: 'r@x', GIT_COMMITTER_NAME: 'R', GIT_COMMITTER_EMAIL: 'r@x' };

describe('the head of a pull request that is not checked out', () => {
  const product = new Git({ executable: 'git', log: () => undefined });
  let folder: string;
  let clone: string;
  let heads: Record<'branch' | 'fork' | 'option', string>;

  const find = (number: number, repository = 'local/orders') =>
    findPullRequestHead(product, clone, { repository, number }, {}, signal);

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-head-')));
    const origin = path.join(folder, 'origin.git');
    clone = path.join(folder, 'orders');
    await git(folder, ['init', '--quiet', '--bare', '--initial-branch=main', origin]);
    await git(folder, ['clone', '--quiet', origin, clone]);
    const commit = async (message: string): Promise<string> => {
      await git(clone, ['commit', '--quiet', '--allow-empty', `--message=${message}`], person);
      return git(clone, ['rev-parse', 'HEAD']);
    };
    await git(clone, ['switch', '--quiet', '--orphan', 'main']);
    await commit('base');
    const [branch, fork, option] = [await commit('branch'), await commit('fork'), await commit('option')];
    heads = { branch, fork, option };
    const refs = [
      'HEAD~3:refs/heads/main',
      `${branch}:refs/heads/feature/x`,
      `${branch}:refs/pull/7/head`,
      `${fork}:refs/merge-requests/8/head`,
      `${option}:refs/heads/-f`,
      `${option}:refs/pull-requests/9/from`,
    ];
    await git(clone, ['push', '--quiet', 'origin', ...refs]);
    await git(clone, ['reset', '--quiet', '--hard', 'HEAD~3']);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('is its branch where one is there, else the ref that the host keeps', async () => {
    const remote = 'origin';
    assert.deepEqual(await find(7), { remote, ref: 'refs/heads/feature/x', commit: heads.branch, branch: 'feature/x' });
    const ref = 'refs/merge-requests/8/head';
    assert.deepEqual(await find(8), { remote, ref, commit: heads.fork, branch: 'pr/8' });
  });

  it('is never a branch whose name is an option of git', async () => {
    assert.equal((await find(9))?.branch, 'pr/9');
  });

  it('is not known for another number or another repository', async () => {
    assert.equal(await find(70), undefined);
    assert.equal(await find(7, 'acme/other'), undefined);
  });
});
