import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SnapshotKind } from '../../../../src/git/content/snapshot.ts';
import { WorkComparison, type WorkState } from '../../../../src/git/content/workComparison.ts';
import { openWorkingCopy } from '../../../../src/git/repository/workingCopy.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { TestRepository, type Files } from '../../../host/git/repository.ts';
import { take } from './snapshots.ts';

/** Commands of git that were run, without their arguments. */
let ran: string[];
const git = new Git({ executable: 'git', log: line => ran.push(line) });
const { signal } = new AbortController();

describe('work that a review has read, and what is there now', () => {
  let repository: TestRepository;
  let comparison: WorkComparison;

  beforeEach(async () => {
    ran = [];
    repository = await TestRepository.create({ 'a.ts': 'a\n', 'b.ts': 'b\n', '.gitignore': '*.log\n' });
    comparison = new WorkComparison(git);
  });
  afterEach(async () => {
    comparison.dispose();
    await repository.dispose();
  });

  /** Takes a snapshot; the returned function says whether that is no longer what is there. */
  async function read(kind: SnapshotKind = 'uncommitted'): Promise<() => Promise<boolean | undefined>> {
    const { commit } = await take(repository, kind);
    const copy = await openWorkingCopy(git, repository.folder, signal);
    return async () => {
      const state = await comparison.stateOf(copy, kind, commit, signal);
      return state === undefined ? undefined : state !== 'same';
    };
  }

  it('is the same until a file is changed, added or deleted, and again once that is taken back', async () => {
    await repository.write({ 'a.ts': 'work\n', 'new/new.ts': 'new\n' });
    const isChanged = await read();
    assert.equal(await isChanged(), false);
    const before: Files = { 'a.ts': 'work\n', 'new/new.ts': 'new\n', 'b.ts': 'b\n', 'new/later.ts': undefined };
    for (const files of [
      { 'a.ts': 'more\n' },
      { 'b.ts': 'b2\n' },
      { 'new/new.ts': 'newer\n' },
      { 'new/later.ts': 'later\n' },
      { 'b.ts': undefined },
      { 'new/new.ts': undefined },
      { 'a.ts': 'a\n' },
    ]) {
      await repository.write(files);
      assert.equal(await isChanged(), true, JSON.stringify(files));
      await repository.write(before);
      assert.equal(await isChanged(), false, 'taken back');
    }
  });

  it('is the same where it is staged or committed, stashed and popped, or only touched', async () => {
    await repository.write({ 'a.ts': 'work\n', 'new.ts': 'new\n' });
    const isChanged = await read();
    await repository.git('add', '--all');
    assert.equal(await isChanged(), false, 'staged');
    await repository.git('stash', '--quiet');
    assert.equal(await isChanged(), true, 'stashed');
    await repository.git('stash', 'pop', '--quiet');
    assert.equal(await isChanged(), false, 'popped');
    await repository.commit({});
    assert.equal(await isChanged(), false, 'committed');
    await repository.write({ 'a.ts': 'work\n', 'b.ts': 'b\n' });
    assert.equal(await isChanged(), false, 'touched');
  });

  it('leaves out what is ignored, too large for a review, a repository of its own or a submodule', async () => {
    const inner = await TestRepository.create({ 'inner.ts': 'inner\n' });
    await repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'sub');
    await repository.commit({ 'big.txt': 'small\n' });
    await repository.write({ 'a.ts': 'work\n', 'debug.log': 'ignored\n', 'large.txt': 'x'.repeat(1_100_000) });
    await repository.git('clone', '--quiet', inner.folder, path.join(repository.folder, 'own'));
    const isChanged = await read();
    assert.equal(await isChanged(), false);
    await repository.write({
      'debug.log': 'changed\n',
      'large.txt': 'y'.repeat(1_100_000),
      'big.txt': 'x'.repeat(1_100_000),
      'own/inner.ts': 'changed\n',
      'sub/inner.ts': 'changed\n',
    });
    assert.equal(await isChanged(), false);
    await repository.write({ 'a.ts': 'x'.repeat(1_100_000) });
    assert.equal(await isChanged(), true, 'what was read has become too large');
    await inner.dispose();
  });

  it('is compared as git stores it, whatever ends the lines, and with files that are ignored by now', async () => {
    await repository.git('config', 'core.autocrlf', 'true');
    await repository.write({ 'crlf.ts': 'one\r\ntwo\r\n', 'data.txt': 'data\n' });
    const isChanged = await read();
    assert.equal(await isChanged(), false);
    await repository.write({ 'crlf.ts': 'one\ntwo\n' });
    assert.equal(await isChanged(), false, 'stored alike');
    await repository.write({ '.git/info/exclude': 'data.txt\n' });
    assert.equal(await isChanged(), false);
    await repository.write({ 'data.txt': 'changed\n' });
    assert.equal(await isChanged(), true);
  });

  it('is what is in the index where only that was reviewed', async () => {
    await repository.write({ 'a.ts': 'staged\n', 'new.ts': 'new\n' });
    await repository.git('add', '--all');
    const isChanged = await read('staged');
    await repository.write({ 'a.ts': 'not staged\n', 'later.ts': 'later\n' });
    assert.equal(await isChanged(), false);
    await repository.git('add', 'later.ts');
    assert.equal(await isChanged(), true);
    await repository.git('rm', '--quiet', '--cached', 'later.ts');
    assert.equal(await isChanged(), false);
    await repository.git('add', 'a.ts');
    assert.equal(await isChanged(), true);
  });

  describe('and is thrown away', () => {
    /** Takes a snapshot; the returned function says what became of the work. */
    async function snapshot(kind: SnapshotKind = 'uncommitted'): Promise<() => Promise<WorkState | undefined>> {
      const { commit } = await take(repository, kind);
      return async () =>
        comparison.stateOf(await openWorkingCopy(git, repository.folder, signal), kind, commit, signal);
    }
    const takeBack = async (): Promise<void> => {
      await repository.git('checkout', '--quiet', '.');
      await repository.git('clean', '--quiet', '--force', '-d');
    };

    it('is discarded, whatever is ignored, and back where it is popped from a stash', async () => {
      await repository.write({ 'a.ts': 'work\n', 'new.ts': 'new\n', 'debug.log': 'ignored\n' });
      const state = await snapshot();
      await repository.write({ 'new.ts': undefined });
      assert.equal(await state(), 'changed', 'a part is left');
      await repository.write({ 'new.ts': 'new\n' });
      await repository.git('stash', '--quiet', '--include-untracked');
      assert.equal(await state(), 'discarded');
      await repository.git('stash', 'pop', '--quiet');
      assert.equal(await state(), 'same');
      await takeBack();
      assert.equal(await state(), 'discarded');
      await repository.commit({ 'b.ts': 'something else\n' });
      assert.equal(await state(), 'discarded');
      await repository.write({ 'later.ts': 'later\n', 'b.ts': 'later\n' });
      assert.equal(await state(), 'discarded', 'other work, of which it has read nothing');
      await repository.write({ 'a.ts': 'later\n' });
      assert.equal(await state(), 'changed', 'other work on a file of it');
    });

    it('is not discarded where it was edited and committed, or a part of it', async () => {
      await repository.write({ 'a.ts': 'work\n', 'new.ts': 'new\n' });
      const state = await snapshot();
      await repository.write({ 'a.ts': 'more work\n' });
      await repository.git('commit', '--quiet', '-m', 'A part', 'a.ts');
      assert.equal(await state(), 'changed');
      await takeBack();
      assert.equal(await state(), 'partlyCommitted');
    });

    it('is not discarded where it goes on by other names, staged or not', async () => {
      const text = 'one\ntwo\nthree\nfour\n';
      await repository.write({ 'new.ts': text });
      const state = await snapshot();
      await repository.write({ 'new.ts': undefined, 'renamed.ts': text });
      assert.equal(await state(), 'changed');
      await repository.write({ 'renamed.ts': `${text}five\n` });
      await repository.git('add', '--all');
      assert.equal(await state(), 'changed');
      await repository.write({ 'renamed.ts': 'Something else.\n' });
      await repository.git('add', '--all');
      assert.equal(await state(), 'discarded');
    });

    it('is discarded with a cherry-pick that is aborted', async () => {
      await repository.branch('other');
      await repository.commit({ 'a.ts': 'other\n' });
      await repository.git('checkout', '--quiet', 'main');
      await repository.commit({ 'a.ts': 'main\n' });
      await assert.rejects(repository.git('cherry-pick', 'other'));
      const state = await snapshot();
      assert.equal(await state(), 'same');
      await repository.git('cherry-pick', '--abort');
      assert.equal(await state(), 'discarded');
    });

    it('is discarded where an earlier commit is checked out, which has other lines in its files', async () => {
      await repository.commit({ 'a.ts': 'a2\n' });
      await repository.write({ 'a.ts': 'work\n' });
      const state = await snapshot();
      await takeBack();
      await repository.git('checkout', '--quiet', 'HEAD^');
      assert.equal(await state(), 'discarded');
    });

    it('is discarded where nothing is staged any more, with the same lines in the files', async () => {
      await repository.write({ 'a.ts': 'staged\n' });
      await repository.git('add', '--all');
      const state = await snapshot('staged');
      await repository.git('reset', '--quiet');
      assert.equal(await state(), 'discarded');
      await repository.write({ 'b.ts': 'other\n' });
      await repository.git('add', 'b.ts');
      assert.equal(await state(), 'discarded');
      await repository.write({ 'a.ts': 'other\n' });
      await repository.git('add', 'a.ts');
      assert.equal(await state(), 'changed');
    });
  });

  it('is not known where the snapshot is gone or was never one', async () => {
    await repository.write({ 'a.ts': 'work\n' });
    const copy = await openWorkingCopy(git, repository.folder, signal);
    for (const kind of ['uncommitted', 'staged'] as const)
      for (const snapshot of ['f'.repeat(40), '--all', 'HEAD', ''])
        assert.equal(await comparison.stateOf(copy, kind, snapshot, signal), undefined);
  });

  it('is compared before the first commit, and while there are conflicts', async () => {
    await repository.dispose();
    repository = await TestRepository.create();
    await repository.write({ 'a.ts': 'a\n' });
    const first = await read();
    assert.equal(await first(), false);
    await repository.commit({ 'a.ts': 'a2\n' });
    assert.equal(await first(), true);
    await repository.branch('other');
    await repository.commit({ 'a.ts': 'other\n' });
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ 'a.ts': 'main\n' });
    await assert.rejects(repository.git('merge', '--quiet', 'other'));
    const isChanged = await read();
    assert.equal(await isChanged(), false);
    await repository.write({ 'a.ts': 'resolved\n' });
    assert.equal(await isChanged(), true);
  });

  describe('and is asked about at once', () => {
    const folders = async (): Promise<number> =>
      (await readdir(tmpdir())).filter(name => name.startsWith('code-review-index-')).length;
    const readTrees = (): number => ran.filter(line => line.startsWith('git read-tree')).length;

    it('is told of all of it, however much that is, and few indexes stay', async () => {
      const asked: (() => Promise<boolean | undefined>)[] = [];
      for (let count = 0; count < 7; count++) {
        await repository.write({ 'a.ts': `work ${count}\n` });
        asked.push(await read());
      }
      const before = await folders();
      const isChanged = await Promise.all(asked.map(ask => ask()));
      assert.deepEqual(isChanged, [true, true, true, true, true, true, false]);
      assert.equal((await folders()) - before, 4);
    });

    it('has one index made for all who ask, also where the first of them gives it up', async () => {
      await repository.write({ 'a.ts': 'work\n' });
      const { commit } = await take(repository, 'uncommitted');
      const copy = await openWorkingCopy(git, repository.folder, signal);
      const before = await folders();
      const first = new AbortController();
      const given = comparison.stateOf(copy, 'uncommitted', commit, first.signal);
      const others = [1, 2, 3].map(() => comparison.stateOf(copy, 'uncommitted', commit, signal));
      first.abort();
      await assert.rejects(given);
      assert.deepEqual(await Promise.all(others), ['same', 'same', 'same']);
      assert.deepEqual([readTrees(), (await folders()) - before], [1, 1]);
    });
  });

  it('takes one run of git while it is the same, writes nothing into the repository and leaves no folder', async () => {
    const folders = async (): Promise<string[]> =>
      (await readdir(tmpdir())).filter(name => name.startsWith('code-review-index-'));
    const before = await folders();
    await repository.write({ 'a.ts': 'work\n', 'new.ts': 'new\n' });
    const isChanged = await read();
    ran = [];
    await isChanged();
    assert.deepEqual(
      ran.map(line => line.split(' ')[1]),
      ['read-tree', 'status'],
    );
    ran = [];
    await isChanged();
    await repository.write({ 'a.ts': 'more\n' });
    await isChanged();
    assert.deepEqual(
      ran.map(line => line.split(' ')[1]),
      ['status', 'status', 'diff-tree', 'read-tree', 'status'],
      'where it has changed, what is checked out is compared too, in the files of the work',
    );
    for (const name of (await folders()).filter(each => !before.includes(each)))
      await rm(path.join(tmpdir(), name), { recursive: true });
    assert.equal(await isChanged(), true, 'the index is made again');
    // As `take` checks: nothing but objects was written.
    await take(repository, 'uncommitted');
    comparison.dispose();
    assert.deepEqual(await folders(), before);
  });
});
