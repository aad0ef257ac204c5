import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { TestRepository } from '../../../../host/git/repository.ts';
import { review, samples } from '../runCommand.ts';

describe('review of a repository that names a filter of its own', () => {
  let repository: TestRepository;
  let mark: string;

  before(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    mark = path.join(repository.folder, '.git', 'mark');
    await repository.git('config', 'filter.own.clean', `touch '${mark}'; cat`);
    await repository.write({ '.gitattributes': 'bug.ts filter=own\n', ...samples.bug });
  });
  after(() => repository.dispose());

  it('does not run it, names the file that it is for, and does not take that for a clean one', async () => {
    const { code, stdout } = await review(repository.folder, '--uncommitted');
    assert.equal(code, 2);
    assert.match(stdout, /^Could not be read: bug\.ts \(filter own not run without --trust\)\.$/m);
    assert.doesNotMatch(stdout, /No issues\.$/m);
    await assert.rejects(access(mark));
  });

  it('runs it with --trust, and reads the file', async () => {
    const { code, stdout } = await review(repository.folder, '--uncommitted', '--trust');
    assert.equal(code, 1);
    assert.match(stdout, /^bug\.ts:2:/);
    await access(mark);
  });

  it('says so in its usage', async () => {
    const { stdout } = await review(repository.folder, '--help');
    assert.match(stdout, /^ {2}--trust +Run the filters/m);
  });
});
