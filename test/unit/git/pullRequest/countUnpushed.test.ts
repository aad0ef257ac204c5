import assert from 'node:assert/strict';
import { countUnpushed } from '../../../../src/git/pullRequest/pushedSince.ts';
import { readConfig } from '../../../../src/git/repository/config.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const { signal } = new AbortController();

describe('the commits that a pull request does not have', () => {
  let repository: TestRepository;
  let read: string;

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    await repository.git('remote', 'add', 'origin', 'https://git.acme.invalid/acme/orders.git');
    await repository.branch('feature');
    await repository.commit({ 'a.ts': 'read\n' });
    read = await commitOf('HEAD');
  });
  afterEach(() => repository.dispose());

  async function commitOf(revision: string): Promise<string> {
    return (await repository.git('rev-parse', revision)).trim();
  }

  async function count(commit = read): Promise<number | undefined> {
    const config = await readConfig(git, repository.folder, signal);
    const about = { branch: 'feature', head: await commitOf('HEAD'), commit, config };
    return countUnpushed(git, repository.folder, about, signal);
  }

  /** What a push or a fetch leaves behind. */
  async function pushed(branch = 'feature', commit = 'HEAD'): Promise<void> {
    await repository.git('update-ref', `refs/remotes/origin/${branch}`, commit);
  }

  it('are those that are not pushed, whatever a review has read of the others', async () => {
    await pushed();
    assert.equal(await count(), 0);
    await repository.commit({ 'a.ts': 'pushed since\n' });
    await pushed();
    assert.equal(await count(), 0);
    await repository.commit({ 'a.ts': 'not pushed\n' });
    assert.equal(await count(), 1);
    await repository.commit({ 'b.ts': 'nor this\n' });
    assert.equal(await count(), 2);
    assert.equal(await count(await commitOf('HEAD')), 0, 'another person may have pushed it');
  });

  it('are not known where it is not known what is pushed, or what was read', async () => {
    await repository.commit({ 'a.ts': 'b\n' });
    assert.equal(await count(), undefined);
    await pushed('other');
    await repository.git('config', 'branch.feature.remote', 'origin');
    await repository.git('config', 'branch.feature.merge', 'refs/heads/other');
    assert.equal(await count(), undefined, 'it may only have been made from that one');
    await repository.git('config', 'branch.feature.merge', 'refs/heads/feature');
    await pushed();
    assert.equal(await count('--all'), undefined);
    assert.equal(await count('f'.repeat(40)), undefined);
  });
});
