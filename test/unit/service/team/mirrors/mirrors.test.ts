import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { reviewRange } from '../../../../../src/service/engine/reviewRange.ts';
import { readDiff } from '../../../../../src/service/engine/diff/diffModel.ts';
import { git } from '../../../../host/git/git.ts';
import { hermetic } from '../../../git/pullRequest/layouts.ts';
import { MirrorSample } from './mirrorSample.ts';

const { signal } = new AbortController();

describe('a mirror', () => {
  hermetic();
  let sample: MirrorSample;
  afterEach(() => sample.stop());

  for (const hasFilters of [true, false])
    it(`has all that a review reads, and nothing checked out, ${hasFilters ? 'from a server with' : 'without'} partial clones`, async () => {
      sample = await MirrorSample.start({ hasFilters });
      const { root, base, head } = await sample.prepare();
      assert.deepEqual(
        [base, head],
        [await sample.source.git('rev-parse', 'main'), await sample.source.git('rev-parse', 'work-7')],
      );
      assert.deepEqual((await readdir(root)).sort(), ['.git', 'used', 'uses']);
      // Nothing answers any more: what is read is here.
      await sample.server.stop();
      const { files, unreviewed } = await readDiff(sample.git(), { root, base, head }, signal);
      assert.deepEqual(
        files.map(({ path }) => path),
        ['src/refund.ts'],
      );
      assert.deepEqual(unreviewed, []);
      const parts = { git: sample.git(), reviewers: [], now: () => 0 };
      const result = await reviewRange(parts, { root, base, head }, signal);
      assert.equal(result.status, 'completed');
      const contents = await git(root, ['show', `${head}:src/untouched.ts`], { GIT_DIR: `${root}/.git` });
      assert.match(contents, /untouched/);
    });

  it('has no contents that a review does not read', async () => {
    sample = await MirrorSample.start();
    await sample.source.commit({ 'src/refund.ts': 'export const refund = 3;\n' });
    const forgotten = await sample.source.git('rev-parse', 'HEAD:src/refund.ts');
    await sample.source.commit({ 'src/refund.ts': 'export const refund = 1;\n' });
    await sample.publish('main');
    await sample.push(8, { 'src/new.ts': 'export {};\n' });
    const { root } = await sample.prepare(8);
    const listed = await git(root, ['cat-file', '--batch-all-objects', '--batch-check'], { GIT_DIR: `${root}/.git` });
    assert.ok(!listed.includes(forgotten));
  });

  it('is fetched again without what it has, and follows a branch that was pushed over', async () => {
    sample = await MirrorSample.start();
    const mirrors = sample.open();
    const first = await sample.prepare(7, {}, mirrors);
    first.release();
    await sample.source.git('checkout', '--quiet', 'main');
    const head = await sample.push(7, { 'src/refund.ts': 'export const refund = 5;\n' });
    const second = await sample.prepare(7, {}, mirrors);
    assert.deepEqual([second.root, second.base, second.head], [first.root, first.base, head]);
    // The earlier head is still there for what became of its comments.
    await git(second.root, ['cat-file', '-e', `${first.head}^{commit}`], { GIT_DIR: `${first.root}/.git` });
    const before = sample.server.seen.length;
    await sample.prepare(7, {}, mirrors);
    assert.equal(
      sample.server.seen.slice(before).filter(({ method }) => method === 'POST').length,
      2,
      'the two lists of refs',
    );
  });

  it('knows no address, so nothing that reads it can reach a server', async () => {
    sample = await MirrorSample.start();
    const { root } = await sample.prepare();
    const config = await git(root, ['config', '--list'], { GIT_DIR: `${root}/.git` });
    assert.doesNotMatch(config, /127\.0\.0\.1|\.url=|promisor|partialclone/);
    assert.ok(!existsSync(`${root}/.git/FETCH_HEAD`));
    assert.ok(!existsSync(`${root}/.git/hooks`));
  });
});
