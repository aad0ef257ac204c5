import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '../../../../../../src/git/run/git.ts';
import { readInstructions } from '../../../../../../src/service/reviewers/model/prompt/instructions.ts';
import { needs } from '../../../../../host/needs.ts';
import { TestRepository } from '../../../../../host/repository.ts';

const git = new Git({ executable: 'git', log: () => undefined });

describe('the repository’s instructions', () => {
  let repository: TestRepository;
  before(
    async () => (repository = await TestRepository.create({ 'docs/rules.md': 'Follow me.\n', 'REVIEW.md': 'Read.\n' })),
  );
  after(async () => repository.dispose());

  const read = (commit: string) => readInstructions(git, repository.folder, commit, 100, new AbortController().signal);
  const link = async (target: string): Promise<string> => {
    const file = path.join(repository.folder, 'AGENTS.md');
    await rm(file, { force: true });
    await symlink(target, file);
    return repository.commit({});
  };

  it('may be a link to another file of the repository', async function () {
    needs(this, 'symbolic links');
    assert.deepEqual(await read(await link('docs/rules.md')), { path: 'AGENTS.md', text: 'Follow me.', isCut: false });
  });

  it('are not read through a link that leads out of it or nowhere', async function () {
    needs(this, 'symbolic links');
    for (const target of ['docs/gone.md', '/etc/hostname', '../../../../etc/hostname', 'AGENTS.md', 'docs']) {
      assert.deepEqual(await read(await link(target)), { path: 'REVIEW.md', text: 'Read.', isCut: false }, target);
    }
  });

  it('may be missing, and are none where they are binary', async () => {
    await rm(path.join(repository.folder, 'AGENTS.md'), { force: true });
    const binary = await repository.commit({ 'AGENTS.md': Buffer.from([65, 0, 66]), 'REVIEW.md': undefined });
    assert.equal(await read(binary), undefined);
  });
});
