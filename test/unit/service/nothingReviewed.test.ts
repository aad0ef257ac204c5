import assert from 'node:assert/strict';
import { TestRepository } from '../../host/repository.ts';
import { review } from './commanding.ts';

describe('a review on the command line that reads no line', function () {
  this.timeout(60_000);
  let repository: TestRepository;
  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 2;\n' });
    await repository.git('switch', '--quiet', '--create', 'change');
    await repository.git('rm', '--quiet', 'b.ts');
    await repository.commit({ 'yarn.lock': '# yarn lockfile v1\n' });
  });
  after(() => repository.dispose());

  for (const format of ['text', 'json', 'sarif', 'markdown']) {
    it(`says so as ${format}, and never that there are no issues`, async () => {
      const { code, stdout, stderr } = await review(repository.folder, '--format', format);
      assert.equal(code, 0);
      assert.match(stdout, /Nothing was reviewed: the changed files are not read \(yarn\.lock: lock file\)\./);
      assert.doesNotMatch(stdout + stderr, /no issues/i);
    });
  }
});
