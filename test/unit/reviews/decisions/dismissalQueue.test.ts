import assert from 'node:assert/strict';
import type { Dismissal } from '../../../../src/api/embedded/resolutionRate.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { DismissalQueue } from '../../../../src/reviews/decisions/dismissalQueue.ts';

const dismissal = (fingerprint: string, dismissed = true): Dismissal => ({ review: 'rev_1', fingerprint, dismissed });

describe('what the embedded service is told of dismissals', () => {
  let kept: readonly Dismissal[];
  let told: Dismissal[];
  let errors: unknown[];
  let isRunning: boolean;
  let answer: (dismissal: Dismissal) => Promise<void>;
  let queue: DismissalQueue;

  beforeEach(() => {
    kept = [];
    told = [];
    errors = [];
    isRunning = true;
    answer = () => Promise.resolve();
    queue = new DismissalQueue({
      kept: () => kept,
      keep: dismissals => Promise.resolve(void (kept = dismissals)),
      isRunning: () => isRunning,
      tell: each => {
        told.push(each);
        return answer(each);
      },
      onError: error => errors.push(error),
    });
  });

  it('is told at once where it runs, and forgotten then', async () => {
    await queue.add(dismissal('a'));
    await queue.flush();
    assert.deepEqual([told, kept], [[dismissal('a')], []]);
    await queue.flush();
    assert.equal(told.length, 1);
  });

  it('waits until it runs, and of a comment only the last word is told', async () => {
    isRunning = false;
    for (const each of [dismissal('a'), dismissal('b'), dismissal('a', false)]) {
      await queue.add(each);
      await queue.flush();
    }
    assert.deepEqual(told, []);
    isRunning = true;
    await queue.flush();
    assert.deepEqual([told, kept], [[dismissal('b'), dismissal('a', false)], []]);
  });

  for (const [what, error] of [
    ['it did not arrive', new CodeReviewError('network', 'Gone.')],
    ['the service did not start', new CodeReviewError('service', 'It did not start.')],
  ] as const)
    it(`is kept where ${what}, and told the next time`, async () => {
      answer = () => Promise.reject(error);
      await queue.add(dismissal('a'));
      await queue.add(dismissal('b'));
      await queue.flush();
      assert.deepEqual([told.length, errors.length, kept.length], [1, 1, 2]);
      answer = () => Promise.resolve();
      await queue.flush();
      assert.deepEqual([told.length, kept], [3, []]);
    });

  it('is given up where the service does not know the review any more, and keeps no other from being told', async () => {
    answer = ({ fingerprint }) =>
      fingerprint === 'a' ? Promise.reject(new CodeReviewError('notFound', 'Forgotten.')) : Promise.resolve();
    await queue.add(dismissal('a'));
    await queue.add(dismissal('b'));
    await queue.flush();
    assert.deepEqual([told.length, errors.length, kept], [2, 1, []]);
  });

  it('is still told where it is taken back while it is being told', async () => {
    answer = ({ dismissed }) => (dismissed ? queue.add(dismissal('a', false)) : Promise.resolve());
    await queue.add(dismissal('a'));
    await Promise.all([queue.flush(), queue.flush()]);
    assert.deepEqual([told, kept], [[dismissal('a'), dismissal('a', false)], []]);
  });

  it('is bounded', async () => {
    isRunning = false;
    for (let at = 0; at < 600; at++) await queue.add(dismissal(`${at}`));
    assert.deepEqual([kept.length, kept.at(-1)], [500, dismissal('599')]);
  });
});
