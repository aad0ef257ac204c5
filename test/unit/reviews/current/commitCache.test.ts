import assert from 'node:assert/strict';
import { CommitCache } from '../../../../src/reviews/current/commitCache.ts';

const work = { kind: 'uncommitted', snapshot: 'a'.repeat(40) } as const;
const root = '/work/orders';

/** A comparison that waits for its answer. */
class Comparison {
  readonly asked: { readonly root: string; readonly signal: AbortSignal; answer(isChanged: boolean): void }[] = [];
  readonly commits = new CommitCache({
    distanceBetween: () => Promise.resolve(undefined),
    holdsSnapshot: () => Promise.resolve(false),
    isWorkChanged: (of, _, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        this.asked.push({ root: of, signal, answer: resolve });
      }),
  });
}

describe('whether work has changed, as git said last', () => {
  it('is asked once, and again only once it is doubted, with the answer from before until then', async () => {
    const { asked, commits } = new Comparison();
    assert.equal(commits.changed(root, work), undefined);
    const first = commits.learn();
    asked[0]?.answer(false);
    assert.deepEqual([await first, commits.changed(root, work), await commits.learn()], [true, false, false]);
    assert.equal(commits.doubtWork('/work/other'), false);
    assert.equal(commits.doubtWork('/work'), false, 'of a folder above it');
    assert.equal(await commits.learn(), false);
    assert.equal(commits.doubtWork(root), true);
    assert.equal(commits.changed(root, work), false);
    const second = commits.learn();
    asked[1]?.answer(true);
    await second;
    assert.deepEqual([commits.changed(root, work), await commits.learn(), asked.length], [true, false, 2]);
  });

  it('is not asked of git while nobody wants to know', async () => {
    const { asked, commits } = new Comparison();
    assert.equal(commits.doubtWork(), false);
    assert.deepEqual([await commits.learn(), asked.length], [false, 0]);
  });

  it('is asked anew where something has changed meanwhile, and the older question is cancelled', async () => {
    const { asked, commits } = new Comparison();
    commits.changed(root, work);
    commits.changed('/work/other', work);
    const first = commits.learn();
    assert.equal(commits.doubtWork(root), true);
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, false],
    );
    asked[1]?.answer(true);
    await first;
    assert.deepEqual([commits.changed(root, work), commits.changed('/work/other', work)], [undefined, true]);
    const second = commits.learn();
    assert.equal(asked.length, 3);
    asked[2]?.answer(false);
    await second;
    assert.equal(commits.changed(root, work), false);
  });
});
