import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../../src/core/base/clock.ts';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import { Emitter } from '../../../src/core/base/events.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { Reviews, type ReviewService } from '../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { SharedPolling } from '../../../src/reviews/watch/sharedPolling.ts';
import { aComment, aReview, aSubject } from './builders.ts';

const running = aReview({ state: 'running', status: 'running', comments: undefined });
const partial = { ...running, stage: 'asking gpt-x about 1 of 9 files', comments: [aComment({ id: 'partial' })] };
const completed = aReview({ comments: [aComment({ id: 'final' })], issuesFound: 1 });
const cancelled = aReview({ state: 'notRun', status: 'cancelled', comments: undefined, reason: 'it was cancelled' });
const subject = aSubject({ service: 'embedded' });

/** An embedded service whose reviews run until they are cancelled or ended. */
class Service implements ReviewService {
  readonly name = 'embedded';
  now: Review = running;
  readonly cancelledIds: string[] = [];
  readonly #hints = new Emitter<string>(() => undefined);
  readonly onHint = this.#hints.event;
  triggerReview: ReviewService['triggerReview'] = () => Promise.resolve(running);
  getReview: ReviewService['getReview'] = () => Promise.resolve(this.now);
  cancelReview: NonNullable<ReviewService['cancelReview']> = id => {
    this.cancelledIds.push(id);
    if (this.now.state === 'running') this.now = cancelled;
    return Promise.resolve(this.now);
  };

  /** The review becomes this, and whoever watches looks at once. */
  become(review: Review): void {
    this.now = review;
    this.#hints.fire(review.id);
  }
}

const clocks = new EventEmitter();

/** Polls only when there is news; tells when a watch waits for it. */
const clock: Clock = {
  now: () => Date.now(),
  wait: (_, signal) =>
    new Promise((_resolve, reject) => {
      clocks.emit('wait');
      const stop = (): void => reject(new CodeReviewError('cancelled', 'Cancelled.'));
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
    }),
};

describe('a review by a service that can cancel it', () => {
  let folder: string;
  let service: Service;
  let owned: { dispose(): void }[];

  const open = (): Reviews => {
    const onError = (error: unknown): never => assert.fail(String(error));
    const polling = new SharedPolling({ folder: path.join(folder, 'looks'), onError });
    const userActivity = { active: true, onDidReturn: new Emitter<void>(() => undefined).event };
    const reviews = new Reviews({ store: new ReviewStore(folder), polling, userActivity, onError, clock });
    owned.push(reviews, polling);
    return reviews;
  };

  /** Resolves at the next change of a review to one of which that holds. */
  const changed = (reviews: Reviews, is: (record: Reviews['records'][number]) => boolean): Promise<void> =>
    new Promise(resolve => {
      const subscription = reviews.onDidChange(record => {
        if (!is(record)) return;
        subscription.dispose();
        resolve();
      });
    });

  /** Triggers a review and resolves once it is watched. */
  const begin = async (reviews: Reviews, signal = new AbortController().signal) => {
    const waits = once(clocks, 'wait');
    const ended = reviews.run(aSubject({ service: 'embedded' }), service, signal);
    ended.catch(() => undefined);
    await waits;
    return { ended };
  };

  const stored = async (): Promise<string[]> =>
    (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.json') && !name.startsWith('looks'));

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'reviews-'));
    service = new Service();
    owned = [];
  });

  afterEach(async () => {
    for (const each of owned) each.dispose();
    await rm(folder, { recursive: true });
  });

  it('is pending with the comments so far, also where the next answer has none, until its end replaces them', async () => {
    const reviews = open();
    const { ended: watch } = await begin(reviews);
    for (const now of [partial, { ...running, stage: 'asking gpt-x to check 3 findings' }]) {
      const seen = changed(reviews, record => 'review' in record && record.review.stage === now.stage);
      service.become(now);
      await seen;
      const [record] = reviews.records;
      assert.ok(record?.state === 'pending');
      assert.deepEqual(
        record.review.comments?.map(({ id }) => id),
        ['partial'],
      );
    }
    service.become(completed);
    const ended = await watch;
    assert.deepEqual([ended.state, ended.review.comments?.map(({ id }) => id)], ['completed', ['final']]);
  });

  it('is cancelled there, and nothing of it is left', async () => {
    const reviews = open();
    const stop = new AbortController();
    const { ended: watch } = await begin(reviews, stop.signal);
    assert.equal((await stored()).length, 1);
    stop.abort();
    await assert.rejects(watch, { kind: 'cancelled' });
    assert.deepEqual([service.cancelledIds, reviews.records, reviews.resumable], [['rev_1'], [], []]);
    assert.deepEqual(await stored(), []);
  });

  it('is cancelled for another window that waits for it, too', async () => {
    const [first, second] = [open(), open()];
    const stop = new AbortController();
    const { ended: watch } = await begin(first, stop.signal);
    await second.restore('/work/orders');
    const [interrupted] = second.takeInterrupted();
    assert.ok(interrupted !== undefined);
    const waits = once(clocks, 'wait');
    const other = second.watch(interrupted, service, new AbortController().signal);
    await waits;
    stop.abort();
    await assert.rejects(watch, { kind: 'cancelled' });
    service.become(service.now);
    await assert.rejects(other, { kind: 'cancelled' });
    assert.deepEqual([second.records, await stored()], [[], []]);
  });

  it('takes back the request that triggers it', async () => {
    const reviews = open();
    const stop = new AbortController();
    service.triggerReview = async (_, signal) => {
      setImmediate(() => stop.abort());
      await once(signal, 'abort');
      throw new CodeReviewError('cancelled', 'Cancelled.');
    };
    await assert.rejects(reviews.run(subject, service, stop.signal), { kind: 'cancelled' });
    assert.deepEqual([service.cancelledIds, reviews.records], [[], []]);
  });

  it('has its result where it ended at the same moment', async () => {
    const reviews = open();
    const stop = new AbortController();
    const { ended: watch } = await begin(reviews, stop.signal);
    service.now = completed;
    stop.abort();
    assert.equal((await watch).state, 'completed');
    assert.equal(reviews.records[0]?.state, 'completed');
  });

  it('stays pending where it cannot be cancelled now, and is gone where the service does not know it', async () => {
    const reviews = open();
    await reviews.run(subject, service, AbortSignal.abort()).catch(() => undefined);
    for (const [kind, left] of [
      ['network', 1],
      ['notFound', 0],
    ] as const) {
      service.now = running;
      const stop = new AbortController();
      service.cancelReview = () => Promise.reject(new CodeReviewError(kind, 'No.'));
      const { ended: watch } = await begin(reviews, stop.signal);
      stop.abort();
      await assert.rejects(watch, { kind: kind === 'network' ? 'network' : 'cancelled' });
      assert.deepEqual([reviews.resumable.length, (await stored()).length], [left, left]);
      await reviews.remove(reviews.resumable);
    }
  });

  it('is not cancelled where its window closes', async () => {
    const reviews = open();
    const { ended: watch } = await begin(reviews);
    reviews.dispose();
    await assert.rejects(watch, { kind: 'cancelled' });
    assert.deepEqual([service.cancelledIds, (await stored()).length], [[], 1]);
  });

  it('is told of by one window at its end', async () => {
    const [first, second] = [open(), open()];
    const { ended } = await begin(first);
    service.become(completed);
    const record = await ended;
    assert.deepEqual(
      [await first.tellsEnd(record), await second.tellsEnd(record), await first.tellsEnd(record)],
      [true, false, true],
    );
  });
});
