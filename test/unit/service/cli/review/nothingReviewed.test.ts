import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TestRepository } from '../../../../host/git/repository.ts';
import { review } from '../runCommand.ts';

describe('a review on the command line that reads no line', () => {
  let repository: TestRepository;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('change');
    await repository.commit({ 'yarn.lock': '# yarn lockfile v1\n' });
  });
  after(() => repository.dispose());

  for (const format of ['text', 'json', 'sarif', 'markdown']) {
    it(`says so as ${format}, and never that there are no issues`, async () => {
      const { code, stdout, stderr } = await review(repository.folder, '--format', format);
      assert.equal(code, 0);
      assert.match(stdout, /Nothing to review: none of the changed files is reviewed \(yarn\.lock: lock file\)\./);
      assert.doesNotMatch(stdout + stderr, /no issues/i);
    });
  }

  it('ends with 2 where a file was too large to be read, and names it', async () => {
    const { folder } = repository;
    await writeFile(path.join(folder, 'picture.png'), Buffer.alloc(1_100_000));
    const usual = await review(folder, '--uncommitted');
    assert.equal(usual.code, 0);
    assert.match(usual.stdout, /Not read: picture\.png \(larger than 1 MB\)\./);
    await writeFile(path.join(folder, 'huge.ts'), 'export {};\n'.repeat(110_000));
    const { code, stdout } = await review(folder, '--uncommitted', '--format', 'json');
    const { complete, gaps } = JSON.parse(stdout) as { complete: boolean; gaps: object[] };
    assert.deepEqual([code, complete], [2, false]);
    assert.deepEqual(gaps, [
      { message: 'huge.ts was not read', files: [{ path: 'huge.ts', reason: 'larger than 1 MB' }] },
    ]);
  });
});
