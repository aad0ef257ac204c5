import assert from 'node:assert/strict';
import { Git } from '../../../../src/git/run/git.ts';
import { askedOnce } from '../../../../src/service/repositoryIndex/askedOnce.ts';
import { TestRepository } from '../../../host/git/repository.ts';

describe('what a job asks git', () => {
  let repository: TestRepository;
  let commit: string;
  let ran: string[];
  let git: ReturnType<typeof askedOnce>;
  const { signal } = new AbortController();

  before(async () => {
    repository = await TestRepository.create();
    commit = await repository.commit({ 'a/b.ts': 'b\n', 'c.ts': 'c\n' });
  });
  beforeEach(() => {
    ran = [];
    git = askedOnce(new Git({ executable: 'git', log: line => void ran.push(line) }));
  });
  after(() => repository.dispose());

  const names = (...paths: string[]): string[] => ['ls-tree', '-r', '--name-only', commit, '--', ...paths];

  it('is answered once, however many ask, and another question by itself', async () => {
    const { folder } = repository;
    for (let times = 0; times < 3; times++) {
      assert.equal(await git.run(folder, names(), { signal }), 'a/b.ts\nc.ts');
      assert.equal(await git.tryRun(folder, ['rev-parse', '--verify', `${commit}:none`], { signal }), undefined);
    }
    assert.equal(ran.length, 2);
    assert.equal(await git.run(folder, names('a'), { signal }), 'a/b.ts');
    assert.equal(await git.run(folder, names('a'), { signal, env: { GIT_LITERAL_PATHSPECS: '1' } }), 'a/b.ts');
    assert.equal(ran.length, 4);
  });

  it('is asked again after it failed or was stopped, and where git is sent what it is about', async () => {
    const { folder } = repository;
    for (let times = 0; times < 2; times++)
      await assert.rejects(git.run(folder, ['ls-tree', 'f'.repeat(40)], { signal }), { kind: 'git' });
    assert.equal(ran.length, 2);
    await assert.rejects(git.run(folder, names(), { signal: AbortSignal.abort() }), { kind: 'cancelled' });
    assert.equal(await git.run(folder, names(), { signal }), 'a/b.ts\nc.ts');
    const contentOf = (path: string): Promise<string> =>
      git.run(folder, ['cat-file', '--batch=%(objecttype)'], { signal, input: `${commit}:${path}\n` });
    assert.deepEqual([await contentOf('a/b.ts'), await contentOf('c.ts')], ['blob\nb\n', 'blob\nc\n']);
  });

  it('is asked again where the answers would take too much memory', async () => {
    const { folder } = repository;
    const large = await repository.commit({ 'large.txt': 'x'.repeat(20 << 20) });
    for (const revision of [large, large, `${large}^0`, `${large}^0`]) {
      const content = await git.bytes(folder, ['cat-file', 'blob', `${revision}:large.txt`], { signal });
      assert.equal(content.length, 20 << 20);
    }
    assert.equal(ran.length, 3);
  });
});
