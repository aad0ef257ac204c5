import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findRenames } from '../../../../src/git/content/goneFiles.ts';
import { takeSnapshot } from '../../../../src/git/content/snapshot.ts';
import { readReviewedFiles, type ReviewedFilesRequest } from '../../../../src/git/content/reviewedFiles.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { hermetic, productGit } from '../pullRequest/layouts.ts';

const long = Array.from({ length: 30 }, (_, at) => `line ${at} of the file\n`).join('');

describe('the files of a review', () => {
  hermetic();
  const { signal } = new AbortController();
  let origin: TestRepository;
  let clone: TestRepository;
  let head: string;

  beforeEach(async () => {
    origin = await TestRepository.create({ 'src/a.ts': 'old a\n', 'src/b.ts': long });
    await origin.branch('feature');
    head = await origin.commit({ 'src/a.ts': 'new a\n', 'a/real.ts': 'real\n' });
    await origin.git('checkout', '--quiet', 'main');
    await origin.commit({ 'src/c.ts': 'c\n' });
    clone = await TestRepository.create();
    await clone.git('remote', 'add', 'origin', origin.folder);
    await clone.git('fetch', '--quiet', 'origin');
    await clone.git('checkout', '--quiet', '-b', 'feature', '--track', 'origin/feature');
  });
  afterEach(() => Promise.all([origin.dispose(), clone.dispose()]));

  async function read(given: Partial<ReviewedFilesRequest>): Promise<{ right: unknown; left: unknown } | undefined> {
    const about = { commit: head, repository: 'acme/orders', branch: 'feature', hosts: {} };
    const request = { ...about, paths: ['src/a.ts'], withBase: false, ...given };
    const found = await readReviewedFiles(productGit(), clone.folder, request, signal);
    const texts = (blobs: ReadonlyMap<string, Buffer>): unknown =>
      Object.fromEntries([...blobs].map(([name, blob]) => [name, blob.toString('utf8')]));
    return found && { right: texts(found.right), left: texts(found.left) };
  }

  it('are those of the reviewed commit, whatever is checked out', async () => {
    await clone.commit({ 'src/a.ts': 'newer a\n' });
    assert.deepEqual(await read({ paths: ['src/a.ts', 'src/none.ts'] }), {
      right: { 'src/a.ts': 'new a\n' },
      left: {},
    });
  });

  it('are those where the branch left the default branch too', async () => {
    assert.deepEqual(await read({ withBase: true }), {
      right: { 'src/a.ts': 'new a\n' },
      left: { 'src/a.ts': 'old a\n' },
    });
  });

  it('are those where it left the reviewed repository, however far behind a fork is', async () => {
    const stale = await clone.git('rev-parse', 'refs/remotes/origin/main');
    await origin.commit({ 'src/a.ts': 'newer old a\n' });
    await origin.branch('later');
    const later = await origin.commit({ 'src/a.ts': 'newest a\n' });
    await clone.git('remote', 'rename', 'origin', 'parent');
    await clone.git('fetch', '--quiet', 'parent');
    await clone.git('update-ref', 'refs/remotes/origin/main', stale);
    for (const [remote, url] of [
      ['origin', 'https://git.example.com/robin/orders.git'],
      ['parent', 'git@git.example.com:Acme/Orders.git'],
    ] as const)
      await clone.git('config', `remote.${remote}.url`, url);
    await clone.git('config', 'branch.later.remote', 'origin');
    const left = { 'src/a.ts': 'newer old a\n' };
    for (const repository of ['acme/orders', 'nobody/knows'])
      assert.deepEqual((await read({ commit: later, branch: 'later', repository, withBase: true }))?.left, left);
    // What only the fork's default branch has is part of the pull request.
    await clone.git('update-ref', 'refs/remotes/origin/main', `${later}~0`);
    const further = await clone.git('commit-tree', `${later}^{tree}`, '-p', later, '-m', 'More');
    assert.deepEqual((await read({ commit: further, branch: 'later', withBase: true }))?.left, left);
  });

  it('are not taken for those before the pull request once it is merged', async () => {
    await clone.git('update-ref', 'refs/remotes/origin/main', head);
    assert.deepEqual(await read({ withBase: true }), { right: { 'src/a.ts': 'new a\n' }, left: {} });
  });

  it('may be named with the prefix that diffs put before paths', async () => {
    assert.deepEqual((await read({ paths: ['b/src/a.ts', 'a/real.ts', 'a/none.ts'] }))?.right, {
      'b/src/a.ts': 'new a\n',
      'a/real.ts': 'real\n',
    });
  });

  describe('of a commit that is not here', () => {
    let gone: string;
    beforeEach(async () => {
      await origin.git('checkout', '--quiet', 'feature');
      gone = await origin.commit({ 'src/a.ts': 'pushed over a\n' });
      await origin.git('reset', '--quiet', '--hard', head);
      await origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    });

    it('are fetched, and nothing else changes', async () => {
      const refs = (): Promise<string[]> =>
        Promise.all([clone.git('for-each-ref'), clone.git('rev-parse', 'FETCH_HEAD')]);
      const before = await refs();
      assert.deepEqual((await read({ commit: gone }))?.right, { 'src/a.ts': 'pushed over a\n' });
      assert.deepEqual(await refs(), before);
      assert.equal(await clone.git('rev-parse', '--is-shallow-repository'), 'false');
    });

    it('are unknown when the remote cannot be reached', async () => {
      await rm(path.join(origin.folder, '.git'), { recursive: true });
      assert.equal(await read({ commit: gone }), undefined);
    });

    it('are unknown when the service names no commit that there could be', async () => {
      for (const commit of ['HEAD~99', '--upload-pack=touch x', 'abc', '0'.repeat(40)]) {
        assert.equal(await read({ commit }), undefined);
      }
    });
  });

  describe('that were renamed since', () => {
    const renames = async (...paths: string[]): Promise<unknown> =>
      Object.fromEntries(await findRenames(productGit(), clone.folder, head, paths, signal));

    it('are known by their new name, committed or not', async () => {
      await clone.git('mv', 'src/b.ts', 'src/new name\u{1f642}.ts');
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/new name\u{1f642}.ts' });
      await clone.commit({});
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/new name\u{1f642}.ts' });
    });

    it('are known when they were rewritten a good deal, if the review is about them', async () => {
      await clone.git('mv', 'src/b.ts', 'src/d.ts');
      await clone.commit({ 'src/d.ts': long.replace(/^line (?:\d|1[0-5]) .*\n/gm, found => `other ${found}`) });
      assert.deepEqual(await renames('src/a.ts'), {});
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/d.ts' });
    });

    it('are known where only the disk knows of it, also where the new file was edited or renamed once more', async () => {
      await rename(path.join(clone.folder, 'src/b.ts'), path.join(clone.folder, 'src/e.ts'));
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/e.ts' });
      await clone.write({ 'src/e.ts': `first\n${long}` });
      assert.deepEqual(await renames('src/a.ts', 'src/b.ts'), { 'src/b.ts': 'src/e.ts' });
      assert.equal(await clone.git('status', '--porcelain'), ' D src/b.ts\n?? src/e.ts', 'the index stays');
      await clone.git('add', '--all');
      await rename(path.join(clone.folder, 'src/e.ts'), path.join(clone.folder, 'src/f.ts'));
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/f.ts' });
    });

    it('are known where git has never had them but in what was reviewed', async () => {
      await clone.write({ 'src/untracked.ts': `${long}untracked\n` });
      const { commit } = await takeSnapshot(productGit(), clone.folder, 'uncommitted', signal);
      await rename(path.join(clone.folder, 'src/untracked.ts'), path.join(clone.folder, 'src/moved.ts'));
      const found = await findRenames(productGit(), clone.folder, commit, ['src/untracked.ts'], signal);
      assert.deepEqual([...found], [['src/untracked.ts', 'src/moved.ts']]);
      await clone.write({ 'src/moved.ts': undefined });
      assert.equal((await findRenames(productGit(), clone.folder, commit, ['src/untracked.ts'], signal)).size, 0);
    });

    it('are known where their old name is that of a file which only names the new one', async () => {
      await clone.commit({ 'src/b.ts': "export * from './b/all.ts';\n", 'src/b/all.ts': `first\n${long}` });
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/b/all.ts' });
    });

    it('are known where their new name was that of another file', async () => {
      await clone.commit({ 'src/b.ts': undefined, 'src/a.ts': long });
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/a.ts' });
    });

    it('are known where all lines were indented anew', async () => {
      const indented = long.replace(/^/gm, '\t');
      await clone.commit({ 'src/b.ts': undefined, 'src/none.ts': 'other\n'.repeat(40), 'src/tabs.ts': indented });
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/tabs.ts' });
      await rename(path.join(clone.folder, 'src/tabs.ts'), path.join(clone.folder, 'src/moved.ts'));
      assert.deepEqual(await renames('src/b.ts'), { 'src/b.ts': 'src/moved.ts' });
    });

    it('are not made up for one that was rewritten while a part of it went to another file', async () => {
      const lines = long.split('\n');
      const [most, rest] = [lines.slice(0, 20).join('\n'), lines.slice(20).join('\n')];
      await clone.commit({ 'src/b.ts': `${'something else\n'.repeat(20)}${rest}`, 'src/most.ts': `${most}\n` });
      assert.deepEqual(await renames('src/b.ts'), {});
    });

    it('are not made up for those that were deleted, committed or not', async () => {
      await rm(path.join(clone.folder, 'src/b.ts'));
      await clone.write({ 'src/new.ts': 'another\n' });
      assert.deepEqual(await renames('src/b.ts'), {});
      await clone.commit({ 'src/b.ts': undefined });
      assert.deepEqual(await renames('src/b.ts'), {});
    });
  });
});
