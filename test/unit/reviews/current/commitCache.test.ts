import assert from 'node:assert/strict';
import type { WorkState } from '../../../../src/git/content/workComparison.ts';
import { CommitCache } from '../../../../src/reviews/current/commitCache.ts';

const work = { kind: 'uncommitted', snapshot: 'a'.repeat(40) } as const;
const root = '/work/orders';

/** A comparison that waits for its answer. */
class Comparison {
  readonly asked: { readonly root: string; readonly signal: AbortSignal; answer(state: WorkState): void }[] = [];
  readonly commits = new CommitCache({
    distanceBetween: () => Promise.resolve(undefined),
    holdsSnapshot: () => Promise.resolve(false),
    workState: (of, _, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        this.asked.push({ root: of, signal, answer: resolve });
      }),
  });
}

describe('what became of work, as git said last', () => {
  it('is asked once, and again only once it is doubted, with the answer from before until then', async () => {
    const { asked, commits } = new Comparison();
    assert.equal(commits.workState(root, work), undefined);
    const first = commits.learn();
    asked[0]?.answer('same');
    assert.deepEqual([await first, commits.workState(root, work), await commits.learn()], [true, 'same', false]);
    assert.equal(commits.doubtWork('/work/other'), false);
    assert.equal(commits.doubtWork('/work'), false, 'of a folder above it');
    assert.equal(await commits.learn(), false);
    assert.equal(commits.doubtWork(root), true);
    assert.equal(commits.workState(root, work), 'same');
    const second = commits.learn();
    asked[1]?.answer('changed');
    await second;
    assert.deepEqual([commits.workState(root, work), await commits.learn(), asked.length], ['changed', false, 2]);
  });

  it('is not asked of git while nobody wants to know', async () => {
    const { asked, commits } = new Comparison();
    assert.equal(commits.doubtWork(), false);
    assert.deepEqual([await commits.learn(), asked.length], [false, 0]);
  });

  it('is asked anew where something has changed meanwhile, and the older question is cancelled', async () => {
    const { asked, commits } = new Comparison();
    commits.workState(root, work);
    commits.workState('/work/other', work);
    const first = commits.learn();
    assert.equal(commits.doubtWork(root), true);
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, false],
    );
    asked[1]?.answer('changed');
    await first;
    assert.deepEqual([commits.workState(root, work), commits.workState('/work/other', work)], [undefined, 'changed']);
    const second = commits.learn();
    assert.equal(asked.length, 3);
    asked[2]?.answer('same');
    await second;
    assert.equal(commits.workState(root, work), 'same');
  });
});

describe('what is pushed, as git said last', () => {
  it('is what git says last, also where an older answer comes later', async () => {
    const answers: ((count: number | undefined) => void)[] = [];
    const commits = new CommitCache({
      distanceBetween: () => Promise.resolve(undefined),
      holdsSnapshot: () => Promise.resolve(false),
      countUnpushed: () => new Promise(resolve => answers.push(resolve)),
    });
    const unpushed = (): number | undefined => commits.unpushed(root, 'feature', 'a', 'b');
    assert.equal(unpushed(), undefined);
    const first = commits.learn();
    // A rebase ends meanwhile.
    commits.doubtPushes();
    assert.equal(unpushed(), undefined);
    const second = commits.learn();
    answers[1]?.(2);
    await second;
    answers[0]?.(undefined);
    await first;
    assert.deepEqual([unpushed(), await commits.learn()], [2, false]);
  });
});

describe('what git has failed to say', () => {
  it('is asked again, also where it has said something before, and all else is answered', async () => {
    let isBroken = false;
    const asked: string[] = [];
    const answer = <T>(question: string, told: T): Promise<T> => {
      asked.push(question);
      return isBroken ? Promise.reject(new Error(question)) : Promise.resolve(told);
    };
    const commits = new CommitCache({
      distanceBetween: () => Promise.resolve({ unread: 2, ahead: 1 }),
      holdsSnapshot: () => Promise.resolve(false),
      countUnpushed: () => answer('pushed', 3),
      workState: () => answer('work', 'same' as const),
    });
    const ask = (): unknown[] => [
      commits.distance(root, 'a', asked.length.toString()),
      commits.unpushed(root, 'feature', 'a', 'b'),
      commits.workState(root, work),
    ];
    ask();
    await commits.learn();
    commits.doubtPushes();
    commits.doubtWork();
    isBroken = true;
    ask();
    const { length } = asked;
    await assert.rejects(commits.learn(), /work/);
    assert.deepEqual(commits.distance(root, 'a', length.toString()), { unread: 2, ahead: 1 });
    isBroken = false;
    const before = asked.splice(0);
    assert.deepEqual(ask().slice(1), [3, 'same']);
    await commits.learn();
    assert.deepEqual(
      [before, asked],
      [
        ['pushed', 'work', 'pushed', 'work'],
        ['pushed', 'work'],
      ],
    );
    ask();
    await commits.learn();
    assert.deepEqual(asked, ['pushed', 'work'], 'not once more');
  });
});
