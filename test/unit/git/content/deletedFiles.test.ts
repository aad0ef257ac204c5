import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readDeletions } from '../../../../src/git/content/goneFiles.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from '../pullRequest/layouts.ts';

const name = 'src/gone \u{1f642}.ts';

describe('the files of a commit that were deleted since', () => {
  hermetic();
  const { signal } = new AbortController();
  let repository: TestRepository;
  let reviewed: string;

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n' });
    reviewed = await repository.commit({ [name]: 'gone\n', 'b.ts': 'b\n' });
  });
  afterEach(() => repository.dispose());

  async function deletions(): Promise<string[]> {
    return [...(await readDeletions(productGit(), repository.folder, reviewed, signal))];
  }

  it('are those that a later commit has deleted', async () => {
    await repository.commit({ [name]: undefined });
    await repository.commit({ 'b.ts': 'other\n' });
    assert.deepEqual(await deletions(), [name]);
  });

  it('are those that an amended commit has left out', async () => {
    await repository.git('rm', '--quiet', name);
    await repository.git('commit', '--quiet', '--amend', '--no-edit');
    assert.deepEqual(await deletions(), [name]);
  });

  it('are none while the deletion is not committed, staged or not', async () => {
    await rm(path.join(repository.folder, name));
    assert.deepEqual(await deletions(), []);
    await repository.git('add', '--all');
    assert.deepEqual(await deletions(), []);
  });

  it('are none where an earlier commit is checked out, which has them not yet', async () => {
    await repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    assert.deepEqual(await deletions(), []);
  });

  it('are none where the commit is not here, or no commit is checked out', async () => {
    reviewed = '1'.repeat(40);
    assert.deepEqual(await deletions(), []);
    await repository.git('checkout', '--quiet', '--orphan', 'new');
    reviewed = await repository.git('rev-parse', 'main');
    assert.deepEqual(await deletions(), []);
  });
});
