import assert from 'node:assert/strict';
import { pushedSince } from '../../../../src/git/pullRequest/pushedSince.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from './layouts.ts';

describe('what was pushed since a review', () => {
  hermetic();
  let repository: TestRepository;
  let reviewed: string;

  /** Moves a branch of the remote, as a push or a fetch does. */
  async function pushed(branch: string, commits: number): Promise<void> {
    const ref = `refs/remotes/origin/${branch}`;
    for (let count = 0; count < commits; count++) {
      const tree = await repository.git('rev-parse', 'HEAD^{tree}');
      const commit = await repository.git('commit-tree', tree, '-p', ref, '-m', `${branch} ${count}`);
      await repository.git('update-ref', ref, commit);
    }
  }

  const since = (branch: string): Promise<number> =>
    pushedSince(productGit(), repository.folder, { branch, commit: reviewed }, new AbortController().signal);

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.git('config', 'remote.origin.url', 'https://git.example.com/acme/orders.git');
    await repository.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
    await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await repository.branch('feature');
    reviewed = await repository.commit({ 'a.ts': 'b\n' });
    await repository.git('update-ref', 'refs/remotes/origin/feature', 'HEAD');
  });
  afterEach(() => repository.dispose());

  it('is counted on the branch that it is pushed to', async () => {
    assert.equal(await since('feature'), 0);
    await pushed('feature', 2);
    assert.equal(await since('feature'), 2);
  });

  it('is nothing of the branch that it was made from, also where it tracks that one', async () => {
    await repository.git('branch', '--quiet', '--set-upstream-to=origin/main');
    await pushed('main', 3);
    assert.equal(await since('feature'), 0);
    await pushed('feature', 1);
    assert.equal(await since('feature'), 1);
  });

  it('is counted under another name only where that has grown from what was reviewed', async () => {
    await repository.git('update-ref', 'refs/remotes/origin/base', 'refs/remotes/origin/main');
    await repository.git('branch', '--quiet', '--set-upstream-to=origin/base');
    await pushed('base', 3);
    assert.equal(await since('feature'), 0);
    await repository.git('branch', '--quiet', '--set-upstream-to=origin/feature');
    await repository.git('branch', '--quiet', '--move', 'renamed');
    await pushed('feature', 1);
    assert.equal(await since('renamed'), 1);
  });

  it('is counted on the branch of its name, though it tracks the one that it was made from', async () => {
    await repository.git('update-ref', 'refs/remotes/origin/base', 'refs/remotes/origin/main');
    await repository.git('branch', '--quiet', '--set-upstream-to=origin/base');
    await pushed('feature', 2);
    assert.equal(await since('feature'), 2);
  });

  it('is not known without a remote', async () => {
    await repository.git('remote', 'remove', 'origin');
    assert.equal(await since('feature'), 0);
  });
});
