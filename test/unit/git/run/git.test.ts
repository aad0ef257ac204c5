import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { findDefaultBranch } from '../../../../src/git/repository/defaultBranch.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { eachWithLayout, hermetic, type Layout, productGit } from '../pullRequest/layouts.ts';

describe('a run of git', () => {
  hermetic();
  const { signal } = new AbortController();
  let repository: TestRepository;
  /** A pipe that nobody writes to: who reads it waits for ever. */
  let endless: string;
  before(async () => {
    repository = await TestRepository.create({ 'a.txt': 'first\nsecond\n' });
    endless = path.join(repository.folder, '.git', 'endless');
    if (process.platform !== 'win32') await promisify(execFile)('mkfifo', [endless]);
  });
  after(() => repository.dispose());

  async function fails(run: Promise<unknown>, kind: 'git' | 'cancelled', sentence: RegExp): Promise<void> {
    await assert.rejects(run, (error: unknown) => {
      assert.ok(CodeReviewError.is(error, kind));
      assert.match(error.message, sentence);
      return true;
    });
  }

  it('reads objects and parents as every other clone has them, whatever replaces them here', async () => {
    const copy = await TestRepository.create({ 'a.txt': 'one\n' });
    try {
      const parent = await copy.git('rev-parse', 'HEAD');
      const head = await copy.commit({ 'a.txt': 'two\n' });
      await copy.git(
        'replace',
        await copy.git('rev-parse', 'HEAD:a.txt'),
        await copy.git('rev-parse', `${parent}:a.txt`),
      );
      await writeFile(path.join(copy.folder, '.git/info/grafts'), `${head}\n`);
      assert.equal(await productGit().run(copy.folder, ['show', '-s', '--format=%P', head], { signal }), parent);
      assert.equal(await productGit().run(copy.folder, ['cat-file', 'blob', `${head}:a.txt`], { signal }), 'two');
    } finally {
      await copy.dispose();
    }
  });

  it('is bounded in its output', async () => {
    const run = productGit().run(repository.folder, ['show', 'HEAD:a.txt'], { signal, maxBytes: 5 });
    await fails(run, 'git', /more than can be taken/);
  });

  it('is over when all that it wrote is taken, piece after piece, however long that takes', async () => {
    const text = 'A line of text that says nothing.\n'.repeat(20_000);
    await repository.commit({ 'long.txt': text });
    let [busy, taken] = [0, ''];
    await productGit().stream(
      repository.folder,
      ['show', 'HEAD:long.txt'],
      { signal, maxBytes: 1 << 20 },
      async chunk => {
        assert.equal(busy++, 0);
        // Another run takes longer than the first one needs to end.
        await repository.git('rev-parse', 'HEAD');
        busy--;
        taken += chunk.toString('utf8');
      },
    );
    assert.equal(taken, text);
  });

  it('fails with what goes wrong while its last piece is taken', async () => {
    const taking = async (): Promise<void> => {
      await repository.git('rev-parse', 'HEAD');
      throw new CodeReviewError('cancelled', 'It is full.');
    };
    await fails(
      productGit().stream(repository.folder, ['show', 'HEAD:a.txt'], { signal }, taking),
      'cancelled',
      /full/,
    );
  });

  it('is bounded in time', async function () {
    needs(this, 'named pipes in folders');
    const run = productGit().run(repository.folder, ['hash-object', endless], { signal, timeoutMs: 20 });
    await fails(run, 'git', /took longer/);
  });

  it('is stopped by its signal while it runs', async function () {
    needs(this, 'named pipes in folders');
    const abort = new AbortController();
    const run = productGit().run(repository.folder, ['hash-object', endless], { signal: abort.signal });
    abort.abort();
    await fails(run, 'cancelled', /Cancelled/);
  });

  it('is logged without its output', async () => {
    const product = productGit();
    await product.run(repository.folder, ['show', 'HEAD:a.txt'], { signal });
    assert.equal(product.logged.length, 1);
    assert.match(product.logged[0] ?? '', /^git show HEAD:a\.txt 0 \d+ ms$/);
  });

  it('runs nothing that the repository names', async () => {
    await repository.git('config', 'core.fsmonitor', 'touch ran; false');
    await productGit().run(repository.folder, ['status'], { signal });
    assert.doesNotMatch(await repository.git('-c', 'core.fsmonitor=false', 'status', '--short'), /ran/);
  });
});

describe('the default branch', () => {
  const { signal } = new AbortController();
  let layout: Layout;
  eachWithLayout(fresh => (layout = fresh));

  it("is the remote's, whatever its name and beside a tag of that name", async () => {
    await layout.base.git('branch', '-m', 'main', 'next');
    await layout.base.git('symbolic-ref', 'HEAD', 'refs/heads/next');
    const clone = await layout.clone('feature');
    await clone.git('tag', 'origin/next', 'feature');
    const found = await findDefaultBranch(productGit(), clone.folder, 'origin', signal);
    assert.deepEqual(found, { name: 'next', commit: await layout.base.git('rev-parse', 'refs/heads/next') });
  });

  it('is a usual name where the remote does not tell it, and where there is no remote', async () => {
    const clone = await layout.clone('feature');
    await clone.git('remote', 'set-head', 'origin', '--delete');
    const found = await findDefaultBranch(productGit(), clone.folder, 'origin', signal);
    assert.equal(found?.name, 'main');
    const author = layout.place('author');
    assert.equal((await findDefaultBranch(productGit(), author.folder, undefined, signal))?.name, 'main');
  });

  it('is the one of the settings first, which may be a pattern and then means none', async () => {
    const author = layout.place('author');
    await author.git('config', 'init.defaultBranch', 'patch');
    const tip = await author.git('rev-parse', 'patch');
    const asked = (): ReturnType<typeof findDefaultBranch> =>
      findDefaultBranch(productGit(), author.folder, undefined, signal);
    assert.deepEqual(await asked(), { name: 'patch', commit: tip });
    await author.git('config', 'init.defaultBranch', 'p*');
    assert.equal((await asked())?.name, 'main');
  });

  it('is a usual name where that of the remote is gone', async () => {
    const clone = await layout.clone('feature');
    await clone.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/gone');
    const commit = await layout.base.git('rev-parse', 'main');
    assert.deepEqual(await findDefaultBranch(productGit(), clone.folder, 'origin', signal), { name: 'main', commit });
  });

  it('is none in a repository of other names', async () => {
    const author = layout.place('author');
    await author.git('checkout', '--quiet', 'patch');
    await author.git('branch', '--quiet', '-D', 'main');
    assert.equal(await findDefaultBranch(productGit(), author.folder, undefined, signal), undefined);
  });
});
