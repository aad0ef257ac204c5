import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { chmod, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { needs } from '../../../host/needs.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from '../pullRequest/layouts.ts';
import { changes, content, take } from './snapshots.ts';

describe('a snapshot of what is not committed', () => {
  hermetic();
  let repository: TestRepository;
  beforeEach(async () => void (repository = await TestRepository.create({ 'a.ts': 'one\n', 'b.ts': 'two\n' })));
  afterEach(() => repository.dispose());

  it('holds staged, changed, new and deleted files, but none that is ignored', async () => {
    await repository.write({ '.gitignore': '*.log\n', 'a.ts': 'staged\n' });
    await repository.git('add', 'a.ts', '.gitignore');
    await repository.write({ 'a.ts': 'changed\n', 'b.ts': undefined, 'new/größe 1.ts': 'new\n', 'x.log': 'noise\n' });
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, taken), ['A .gitignore', 'M a.ts', 'D b.ts', 'A new/größe 1.ts']);
    assert.equal(await content(repository, taken, 'a.ts'), 'changed');
    assert.deepEqual([taken.isEmpty, taken.leftOut], [false, []]);
    assert.equal(taken.base, await repository.git('rev-parse', 'HEAD'));
    assert.equal(await repository.git('rev-parse', `${taken.commit}^@`), taken.base);
  });

  it('holds of what is staged just that', async () => {
    await repository.write({ 'a.ts': 'staged\n', 'n.ts': 'new\n' });
    await repository.git('add', 'a.ts');
    await repository.write({ 'a.ts': 'changed\n', 'b.ts': 'changed\n' });
    const taken = await take(repository, 'staged');
    assert.deepEqual(await changes(repository, taken), ['M a.ts']);
    assert.equal(await content(repository, taken, 'a.ts'), 'staged');
  });

  it('has the same hash for the same content on the same commit, whoever takes it and whenever', async () => {
    await repository.write({ 'a.ts': 'changed\n' });
    const first = await take(repository, 'uncommitted');
    await repository.git('config', 'user.name', 'Someone Else');
    await repository.git('config', 'i18n.commitEncoding', 'latin1');
    await utimes(path.join(repository.folder, 'a.ts'), 1, 1);
    await repository.git('add', 'a.ts');
    assert.deepEqual(await take(repository, 'uncommitted'), first);
    assert.deepEqual(await take(repository, 'staged'), first);
    await repository.write({ 'a.ts': 'changed again\n' });
    assert.notEqual((await take(repository, 'uncommitted')).commit, first.commit);
  });

  it('is empty where nothing is uncommitted, also where files were only touched', async () => {
    await utimes(path.join(repository.folder, 'a.ts'), 1, 1);
    assert.equal((await take(repository, 'uncommitted')).isEmpty, true);
    assert.equal((await take(repository, 'staged')).isEmpty, true);
    await repository.write({ 'n.ts': 'new\n' });
    assert.equal((await take(repository, 'staged')).isEmpty, true);
    assert.equal((await take(repository, 'uncommitted')).isEmpty, false);
  });

  it('sees a change that neither size nor time of the file tell', async () => {
    await repository.git('config', 'core.checkStat', 'minimal');
    await repository.git('config', 'core.trustctime', 'false');
    const file = path.join(repository.folder, 'a.ts');
    const index = path.join(repository.folder, '.git/index');
    const second = Math.floor(Date.now() / 1_000) - 100;
    await utimes(file, second, second);
    await repository.git('update-index', '--refresh');
    await writeFile(file, 'eno\n');
    await utimes(file, second, second);
    await utimes(index, second, second);
    assert.deepEqual(await changes(repository, await take(repository, 'uncommitted')), ['M a.ts']);
  });

  it('holds everything in a repository without a commit, beside a base without files', async () => {
    const fresh = await TestRepository.create();
    try {
      assert.equal((await take(fresh, 'staged')).isEmpty, true);
      await fresh.write({ 'a.ts': 'one\n', 'b.ts': 'two\n' });
      await fresh.git('add', 'a.ts');
      const staged = await take(fresh, 'staged');
      assert.deepEqual(await changes(fresh, staged), ['A a.ts']);
      assert.equal(await fresh.git('ls-tree', staged.base), '');
      const all = await take(fresh, 'uncommitted');
      assert.deepEqual([await changes(fresh, all), all.base], [['A a.ts', 'A b.ts'], staged.base]);
    } finally {
      await fresh.dispose();
    }
  });

  it('is taken of a detached HEAD and, in a linked worktree, of that', async () => {
    await repository.git('checkout', '--quiet', '--detach');
    await repository.write({ 'a.ts': 'changed\n' });
    assert.deepEqual(await changes(repository, await take(repository, 'uncommitted')), ['M a.ts']);
    const linked = `${repository.folder}-linked`;
    await repository.git('worktree', 'add', '--quiet', linked);
    try {
      await writeFile(path.join(linked, 'n.ts'), 'new\n');
      const taken = await takeSnapshot(productGit(), linked, 'uncommitted', new AbortController().signal);
      assert.deepEqual(await changes(repository, taken), ['A n.ts']);
    } finally {
      await rm(linked, { recursive: true });
    }
  });

  it('keeps modes and symbolic links, and follows none', async function () {
    needs(this, 'mode bits');
    await chmod(path.join(repository.folder, 'a.ts'), 0o755);
    await repository.write({ 'folder/inside.ts': 'x\n' });
    await symlink('/etc', path.join(repository.folder, 'outside'));
    await rm(path.join(repository.folder, 'b.ts'));
    await symlink('a.ts', path.join(repository.folder, 'b.ts'));
    const { commit } = await take(repository, 'uncommitted');
    const modes = await repository.git('ls-tree', '-r', '--format=%(objectmode) %(path)', commit);
    assert.deepEqual(modes.split('\n'), ['100755 a.ts', '120000 b.ts', '100644 folder/inside.ts', '120000 outside']);
  });

  it('takes a file for a folder, and a folder for a file', async () => {
    await repository.commit({ 'c/d.ts': 'three\n' });
    await repository.write({ 'a.ts': undefined, 'c/d.ts': undefined });
    await rm(path.join(repository.folder, 'c'), { recursive: true });
    await repository.write({ 'a.ts/deep.ts': 'new\n', c: 'file\n' });
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, taken), ['D a.ts', 'A a.ts/deep.ts', 'A c', 'D c/d.ts']);
  });

  it('shows a renamed file as one', async () => {
    const text = Array.from({ length: 20 }, (_, number) => `line ${number}\n`).join('');
    await repository.commit({ 'old.ts': text });
    await repository.git('mv', 'old.ts', 'new.ts');
    await repository.write({ 'new.ts': `${text}more\n` });
    for (const kind of ['staged', 'uncommitted'] as const) {
      const { base, commit } = await take(repository, kind);
      assert.match(await repository.git('diff', '--name-status', '-M', base, commit), /^R\d+\told\.ts\tnew\.ts$/);
    }
  });

  it('names large files and leaves them out, whether new or changed', async () => {
    await repository.commit({ 'large.ts': 'small\n' });
    const large = Buffer.alloc(1_000_001, 'x');
    await repository.write({ 'large.ts': large, 'dump.sql': large, 'a.ts': Buffer.alloc(1_000_000, 'x') });
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, taken), ['M a.ts']);
    assert.deepEqual(taken.leftOut, [
      { path: 'large.ts', why: 'larger than 1 MB' },
      { path: 'dump.sql', why: 'larger than 1 MB' },
    ]);
  });

  it('is refused where too much is untracked, with what to do', async () => {
    const folder = path.join(repository.folder, 'node_modules');
    await repository.write({ 'node_modules/first': '' });
    for (let number = 0; number < 5_000; number++) writeFileSync(path.join(folder, `${number}`), '');
    await refused(
      takeSnapshot(productGit(), repository.folder, 'uncommitted', signal),
      /5001 untracked files.*\.gitignore/,
    );
    await repository.write({ '.gitignore': 'node_modules\n' });
    const taken = await takeSnapshot(productGit(), repository.folder, 'uncommitted', signal);
    assert.deepEqual(await changes(repository, taken), ['A .gitignore']);
  });

  it('is refused of a bare repository', async () => {
    const bare = path.join(repository.folder, 'bare.git');
    await repository.git('clone', '--quiet', '--bare', '.', bare);
    await refused(takeSnapshot(productGit(), bare, 'uncommitted', signal), /bare repository.*clone/);
  });

  it('reads the index that git names to a hook', async () => {
    await repository.write({ 'a.ts': 'changed\n' });
    const other = path.join(repository.folder, '.git/next-index.lock');
    await repository.git('read-tree', `--index-output=${other}`, 'HEAD');
    await repository.git('add', 'a.ts');
    assert.equal((await take(repository, 'staged', other)).isEmpty, true);
    assert.equal((await take(repository, 'staged')).isEmpty, false);
  });

  const { signal } = new AbortController();

  async function refused(run: Promise<unknown>, sentence: RegExp): Promise<void> {
    await assert.rejects(run, (error: unknown) => {
      assert.ok(CodeReviewError.is(error, 'git'));
      assert.match(`${error.message} ${error.advice}`, sentence);
      return true;
    });
  }
});
