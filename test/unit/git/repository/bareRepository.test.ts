import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBareRepository } from '../../../../src/git/repository/bareRepository.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { productGit } from '../pullRequest/layouts.ts';

const { signal } = new AbortController();

describe('a bare repository', () => {
  let folder: string;
  let bare: string;
  let repository: TestRepository;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-bares-')));
    repository = await TestRepository.create({ 'a.ts': 'export const a = 1;\n' });
    bare = path.join(folder, 'orders.git');
    await repository.git('clone', '--quiet', '--bare', '.', bare);
  });
  afterEach(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('is opened by its own folder, without a trace', async () => {
    const opened = await openBareRepository(productGit(), bare, signal);
    assert.ok(opened !== undefined);
    const { branch, head, root } = opened;
    assert.deepEqual([branch, head], ['main', await repository.git('rev-parse', 'HEAD')]);
    assert.equal(path.basename(root), 'orders');
    assert.equal(await productGit().run(root, ['show', 'main:a.ts'], { signal }), 'export const a = 1;');
    await opened.dispose();
    await assert.rejects(readdir(path.dirname(root)));
  });

  it('is opened where a file leads to it, as for a folder of worktrees', async () => {
    const project = path.join(folder, 'project');
    await mkdir(project);
    await writeFile(path.join(project, '.git'), `gitdir: ${bare}\n`);
    const opened = await openBareRepository(productGit(), project, signal);
    assert.equal(opened?.gitDir, bare);
    await opened.dispose();
  });

  it('is opened without a configuration, as a mirror may be that holds only objects and refs', async () => {
    await rm(path.join(bare, 'config'));
    const opened = await openBareRepository(productGit(), bare, signal);
    assert.equal(opened?.head, await repository.git('rev-parse', 'HEAD'));
    await opened.dispose();
  });

  it('is refused in a working copy, where it may have been committed', async () => {
    const inside = path.join(repository.folder, 'lib/evil.git');
    await cp(bare, inside, { recursive: true });
    const nested = path.join(inside, 'deep/more.git');
    await cp(bare, nested, { recursive: true });
    const link = path.join(folder, 'link.git');
    await symlink(inside, link, 'junction');
    for (const each of [inside, nested, link])
      await assert.rejects(openBareRepository(productGit(), each, signal), /is inside a working copy/, each);
  });

  it('is no other folder', async () => {
    for (const each of [folder, path.join(bare, 'refs'), path.join(repository.folder, '.git')])
      assert.equal(await openBareRepository(productGit(), each, signal), undefined, each);
  });
});
