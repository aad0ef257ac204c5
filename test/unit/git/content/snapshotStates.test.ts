import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic } from '../pullRequest/layouts.ts';
import { changes, content, take } from './snapshots.ts';

describe('a snapshot of an unusual index or tree', () => {
  hermetic();
  let repository: TestRepository;
  beforeEach(async () => void (repository = await TestRepository.create({ 'a.ts': 'one\n', 'b.ts': 'two\n' })));
  afterEach(() => repository.dispose());

  /** Leaves `a.ts` changed on both sides and `b.ts` deleted on one. */
  async function conflict(): Promise<void> {
    await repository.branch('other');
    await repository.commit({ 'a.ts': 'theirs\n', 'b.ts': 'theirs\n', 'c.ts': 'merged\n' });
    await repository.git('switch', '--quiet', 'main');
    await repository.commit({ 'a.ts': 'ours\n', 'b.ts': undefined });
    await assert.rejects(repository.git('merge', 'other'));
  }

  it('takes files with conflicts as they stand, so that resolving them shows before they are staged', async () => {
    await conflict();
    const marked = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, marked), ['M a.ts', 'A b.ts', 'A c.ts']);
    assert.match(await content(repository, marked, 'a.ts'), /^<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other$/);
    await repository.write({ 'a.ts': 'both\n', 'b.ts': undefined });
    const resolved = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, resolved), ['M a.ts', 'A c.ts']);
    assert.equal(await content(repository, resolved, 'a.ts'), 'both');
  });

  it('is refused of what is staged while there are conflicts, naming the files', async () => {
    await conflict();
    await assert.rejects(take(repository, 'staged'), (error: unknown) => {
      assert.ok(CodeReviewError.is(error, 'git'));
      assert.match(error.message, /conflicts in a\.ts, b\.ts\.$/);
      return true;
    });
    await repository.git('add', '--all');
    assert.deepEqual(await changes(repository, await take(repository, 'staged')), ['M a.ts', 'A b.ts', 'A c.ts']);
  });

  it('takes a file that is only meant to be added as new, but not as staged', async () => {
    await repository.write({ 'n.ts': 'new\n' });
    await repository.git('add', '--intent-to-add', 'n.ts');
    assert.equal((await take(repository, 'staged')).isEmpty, true);
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, taken), ['A n.ts']);
    assert.equal(await content(repository, taken, 'n.ts'), 'new');
  });

  it('names the files whose changes git is told to ignore, and takes them as git does', async () => {
    await repository.commit({ 'c.ts': 'three\n', 'd.ts': 'four\n' });
    await repository.git('update-index', '--assume-unchanged', 'a.ts', 'c.ts');
    await repository.git('update-index', '--skip-worktree', 'b.ts', 'd.ts');
    await repository.write({ 'a.ts': 'changed\n', 'b.ts': 'changed\n', 'd.ts': undefined, 'n.ts': 'new\n' });
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, taken), ['A n.ts']);
    assert.deepEqual(taken.leftOut, [
      { path: 'a.ts', why: 'git is told to ignore its changes' },
      { path: 'b.ts', why: 'git is told to ignore its changes' },
    ]);
  });

  it('stores line endings as git would', async () => {
    await repository.git('config', 'core.autocrlf', 'true');
    await repository.git('config', 'core.safecrlf', 'true');
    await repository.write({ 'a.ts': 'one\r\n', 'b.ts': 'two\r\nthree\n', 'n.ts': 'new\r\n' });
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(await changes(repository, taken), ['M b.ts', 'A n.ts']);
    assert.equal(
      await repository.git('diff', '--stat', '--ignore-cr-at-eol', taken.base, taken.commit, '--', 'a.ts'),
      '',
    );
    assert.equal(await content(repository, taken, 'b.ts'), 'two\nthree');
  });

  it('stores what a filter makes of a file', async () => {
    await repository.git('config', 'filter.large.clean', "sed 's/^/pointer to /'");
    await repository.git('config', 'filter.large.smudge', "sed 's/^pointer to //'");
    await repository.write({ '.gitattributes': '*.bin filter=large\n', 'data.bin': 'content\n' });
    const taken = await take(repository, 'uncommitted');
    assert.equal(await content(repository, taken, 'data.bin'), 'pointer to content');
  });

  it('runs no hook, no file system monitor and no signing', async () => {
    const hook = path.join(repository.folder, '.git/hooks/post-index-change');
    await mkdir(path.dirname(hook), { recursive: true });
    await writeFile(hook, '#!/bin/sh\ntouch hook-ran\n');
    await chmod(hook, 0o755);
    await repository.git('config', 'core.fsmonitor', 'touch monitor-ran; false');
    await repository.git('config', 'commit.gpgSign', 'true');
    await repository.git('config', 'log.showSignature', 'true');
    await repository.git('config', 'gpg.program', 'touch');
    await writeFile(path.join(repository.folder, 'a.ts'), 'changed\n');
    const taken = await take(repository, 'uncommitted');
    await repository.git('config', 'core.fsmonitor', 'false');
    assert.deepEqual(await changes(repository, taken), ['M a.ts']);
    assert.doesNotMatch(await repository.git('cat-file', 'commit', taken.commit), /gpgsig/);
  });

  for (const [name, settings] of [
    [
      'a split index',
      [
        ['core.splitIndex', 'true'],
        ['splitIndex.maxPercentChange', '0'],
      ],
    ],
    ['an untracked cache', [['core.untrackedCache', 'true']]],
    ['index version 4', [['index.version', '4']]],
  ] as const) {
    it(`is right beside ${name}`, async () => {
      for (const [key, value] of settings) await repository.git('config', key, value);
      await repository.commit({ 'c.ts': 'three\n' });
      await repository.git('status');
      await repository.write({ 'a.ts': 'staged\n' });
      await repository.git('add', 'a.ts');
      await repository.git('status');
      await repository.write({ 'b.ts': 'changed\n', 'n/n.ts': 'new\n' });
      assert.deepEqual(await changes(repository, await take(repository, 'staged')), ['M a.ts']);
      assert.deepEqual(await changes(repository, await take(repository, 'uncommitted')), [
        'M a.ts',
        'M b.ts',
        'A n/n.ts',
      ]);
    });
  }

  it('does not believe what a file system monitor noted in the index', async () => {
    const monitor = path.join(repository.folder, '.git/monitor');
    await writeFile(monitor, "#!/bin/sh\nprintf 'token\\0'\n");
    await chmod(monitor, 0o755);
    await repository.git('config', 'core.fsmonitor', monitor);
    await repository.git('update-index', '--fsmonitor');
    await repository.git('status');
    await repository.write({ 'a.ts': 'changed\n' });
    assert.equal(await repository.git('status', '--short'), '');
    assert.deepEqual(await changes(repository, await take(repository, 'uncommitted')), ['M a.ts']);
  });

  it('is taken while the index is locked', async () => {
    await repository.write({ 'a.ts': 'changed\n', '.git/index.lock': '' });
    assert.deepEqual(await changes(repository, await take(repository, 'uncommitted')), ['M a.ts']);
    assert.equal((await take(repository, 'staged')).isEmpty, true);
  });

  for (const sparseIndex of ['--no-sparse-index', '--sparse-index']) {
    it(`deletes nothing that a sparse checkout leaves away (${sparseIndex})`, async () => {
      await repository.commit({ 'in/a.ts': 'a\n', 'out/deep/b.ts': 'b\n' });
      await repository.git('sparse-checkout', 'set', '--cone', sparseIndex, 'in');
      assert.equal((await take(repository, 'uncommitted')).isEmpty, true);
      await repository.write({ 'in/a.ts': 'changed\n', 'in/n.ts': 'new\n', 'out/n.ts': 'new\n' });
      const taken = await take(repository, 'uncommitted');
      assert.deepEqual(await changes(repository, taken), ['M in/a.ts', 'A in/n.ts', 'A out/n.ts']);
      assert.equal(await content(repository, taken, 'out/deep/b.ts'), 'b');
    });
  }

  it('names changed submodules, which are repositories of their own', async () => {
    const library = await TestRepository.create({ 'lib.ts': 'lib\n' });
    try {
      await repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.folder, 'lib');
      assert.deepEqual(await changes(repository, await take(repository, 'staged')), ['A .gitmodules', 'A lib']);
      await repository.git('commit', '--quiet', '--message=Add the library');
      assert.equal((await take(repository, 'uncommitted')).isEmpty, true);
      await writeFile(path.join(repository.folder, 'lib/lib.ts'), 'changed\n');
      const dirty = await take(repository, 'uncommitted');
      assert.deepEqual([dirty.isEmpty, dirty.leftOut], [true, [{ path: 'lib', why: 'submodule' }]]);
    } finally {
      await library.dispose();
    }
  });

  it('names nested repositories and takes nothing of them', async () => {
    for (const name of ['nested/with-commit', 'nested/without']) {
      await repository.write({ [`${name}/inner.ts`]: 'inner\n' });
      await repository.git('init', '--quiet', name);
    }
    await repository.git('-C', 'nested/with-commit', 'add', '.');
    await repository.git('-C', 'nested/with-commit', 'commit', '--quiet', '--message=Inner');
    const taken = await take(repository, 'uncommitted');
    assert.deepEqual(taken.leftOut, [
      { path: 'nested/with-commit', why: 'a repository of its own' },
      { path: 'nested/without', why: 'a repository of its own' },
    ]);
    assert.equal(taken.isEmpty, true);
  });

  it('asks no remote for what a partial clone has not fetched', async () => {
    await repository.git('config', 'uploadpack.allowFilter', 'true');
    const clone = await TestRepository.create();
    try {
      const source = `file://${repository.folder}`;
      await clone.git('clone', '--quiet', '--filter=blob:none', '--no-checkout', source, 'partial');
      const partial = Object.assign(Object.create(clone) as TestRepository, {
        folder: path.join(clone.folder, 'partial'),
      });
      await partial.git('sparse-checkout', 'set', '--no-cone', '/a.ts');
      await partial.git('checkout', '--quiet', 'main');
      await partial.git('remote', 'set-url', 'origin', 'file:///nowhere');
      await partial.write({ 'a.ts': 'changed\n' });
      const taken = await take(partial, 'uncommitted');
      assert.equal(await content(partial, taken, 'a.ts'), 'changed');
    } finally {
      await clone.dispose();
    }
  });
});
