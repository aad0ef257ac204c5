import assert from 'node:assert/strict';
import { TestRepository } from '../../../host/git/repository.ts';
import { review } from './runCommand.ts';

describe('a name that a branch and a tag have', () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    await repository.branch('change');
    await repository.commit({ 'bug.js': 'export const bad = (x) => x === x;\n' });
  });
  afterEach(() => repository.dispose());

  async function said(...args: string[]): Promise<readonly [number, string]> {
    const { stdout } = await review(repository.folder, '--format', 'json', ...args);
    const { issues_found, notes } = JSON.parse(stdout) as { issues_found: number; notes: string[] };
    return [issues_found, notes.find(note => note.startsWith('A tag ')) ?? ''];
  }

  it('is of the branch, as the base and as the head, and the notes say so', async () => {
    await repository.git('tag', 'main', 'change');
    assert.deepEqual(await said('--base', 'main'), [
      1,
      'A tag is called main too: the branch was reviewed. For the tag, name refs/tags/main.',
    ]);
    await repository.git('tag', 'change', 'refs/heads/main');
    const [found, note] = await said('--base', 'refs/heads/main', '--head', 'change');
    assert.equal(found, 1);
    assert.match(note, /^A tag is called change too: /);
  });

  it('is of the tag where no branch has it, or the tag is named in full, and nothing is said', async () => {
    await repository.git('tag', 'v1', 'main');
    await repository.git('tag', 'main', 'change');
    assert.deepEqual(await said('--base', 'v1'), [1, '']);
    const { stdout } = await review(repository.folder, '--base', 'refs/tags/main');
    assert.match(stdout, /Nothing to review: refs\/tags\/main has all commits of change\./);
  });
});
