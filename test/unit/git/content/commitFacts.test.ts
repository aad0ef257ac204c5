import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { distanceBetween, holdsSnapshot, renamesBetween } from '../../../../src/git/content/commitFacts.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { Git } from '../../../../src/git/run/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';

const git = new Git({ executable: 'git', log: () => undefined });
const { signal } = new AbortController();

describe('what git says of reviewed commits', () => {
  let repository: TestRepository;
  let base: string;

  beforeEach(async () => {
    repository = await TestRepository.create({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    base = await head();
  });
  afterEach(() => repository.dispose());

  async function head(): Promise<string> {
    return (await repository.git('rev-parse', 'HEAD')).trim();
  }

  it('counts the commits that a review has not read', async () => {
    await repository.commit({ 'a.ts': 'a2\n' });
    const read = await head();
    await repository.commit({ 'a.ts': 'a3\n' });
    const distance = async (commit: string): ReturnType<typeof distanceBetween> =>
      distanceBetween(git, repository.folder, commit, await head(), signal);
    const count = async (commit: string): Promise<number | undefined> => (await distance(commit))?.unread;
    assert.deepEqual([await count(base), await count(read), await count(await head())], [2, 1, 0]);
    // A newer one has read all of it.
    const newest = await head();
    await repository.git('reset', '--quiet', '--hard', base);
    assert.equal(await count(newest), 0);
    assert.deepEqual(await distance(newest), { unread: 0, ahead: 2 }, 'it has read more than is checked out');
    await repository.commit({ 'b.ts': 'b2\n' });
    assert.deepEqual(await distance(read), { unread: 1, ahead: 1 }, 'as after an amend');
    for (const unknown of ['f'.repeat(40), '--all', '', 'no such branch'])
      assert.equal(await count(unknown), undefined);
  });

  it('finds the files that were renamed, whatever they are called, and none that were copied as well', async () => {
    const text = (name: string): string => Array.from({ length: 20 }, (_, line) => `${name} ${line}\n`).join('');
    await repository.commit({ 'old é name.ts': text('one'), '-x.ts': text('two'), 'c.ts': text('three') });
    const before = await head();
    const [now, other] = ['neu/ä name.ts', '--no-index'];
    await repository.commit({ 'old é name.ts': undefined, [now]: `${text('one')}more\n` });
    await repository.commit({ '-x.ts': undefined, [other]: text('two'), 'c.ts': undefined });
    await repository.commit({ 'left.ts': text('three'), 'right.ts': `${text('three')}more\n` });
    const between = async (from: string, to: string): Promise<unknown> =>
      Object.fromEntries(await renamesBetween(git, repository.folder, from, to, signal));
    assert.deepEqual(await between(before, await head()), { [now]: 'old é name.ts', [other]: '-x.ts' });
    assert.deepEqual(await between(before.slice(0, 12), 'HEAD~2'), { [now]: 'old é name.ts' });
    for (const unknown of ['f'.repeat(40), '--all', '', 'no such branch'])
      assert.deepEqual([await between(unknown, before), await between(before, unknown)], [{}, {}]);
  });

  it('knows that work was committed, whole and as it may have been changed since', async () => {
    const write = (name: string, text: string): Promise<void> => writeFile(path.join(repository.folder, name), text);
    await write('a.ts', 'work\n');
    await write('new.ts', 'work\n');
    const { commit: work } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    const holds = (commit: string): Promise<boolean> => holdsSnapshot(git, repository.folder, commit, work, signal);
    assert.equal(await holds(base), false, 'the commit that it began at');
    await repository.git('commit', '--quiet', '--message=A part', '--', 'a.ts');
    assert.equal(await holds(await head()), false, 'a part of it');
    await repository.commit({ 'new.ts': 'changed since\n' });
    assert.equal(await holds(await head()), true);
    await repository.git('checkout', '--quiet', '--orphan', 'other');
    await repository.commit({ 'a.ts': 'work\n', 'new.ts': 'work\n' });
    assert.equal(await holds(await head()), false, 'another history');
    assert.equal(await holds('f'.repeat(40)), false);
  });

  it('knows that work was committed where the commit that it began at was rewritten', async () => {
    await repository.branch('feature');
    await repository.commit({ 'a.ts': 'began\n' });
    const began = await head();
    await repository.write({ 'a.ts': 'work\n' });
    const { commit: work } = await takeSnapshot(git, repository.folder, 'uncommitted', signal);
    const holds = async (): Promise<boolean> => holdsSnapshot(git, repository.folder, await head(), work, signal);
    await repository.git('commit', '--quiet', '--amend', '--message=Another message');
    assert.equal(await holds(), false, 'the work is still there');
    await repository.git('reset', '--quiet', base);
    assert.equal(await holds(), false, 'as it is without what it began at');
    await repository.write({ 'a.ts': 'changed since\n' });
    await repository.git('commit', '--quiet', '--all', '--message=Amended');
    assert.equal(await holds(), true);
    await repository.git('reset', '--quiet', '--hard', began);
    await repository.commit({ 'a.ts': 'work\n' });
    await repository.git('checkout', '--quiet', 'main');
    await repository.commit({ 'b.ts': 'of others\n' });
    await repository.git('checkout', '--quiet', 'feature');
    await repository.git('rebase', '--quiet', 'main');
    assert.equal(await holds(), true, 'after a rebase');
    await repository.git('reset', '--quiet', '--hard', 'main');
    assert.equal(await holds(), false, 'what it was rebased onto');
  });
});
