import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../src/core/base/clock.ts';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import { Emitter } from '../../../src/core/base/events.ts';
import type { Review } from '../../../src/core/review/review.ts';
import type { ReviewRecord } from '../../../src/reviews/store/reviewRecord.ts';
import { Reviews, type ReviewService } from '../../../src/reviews/reviews.ts';
import { SharedPolling } from '../../../src/reviews/watch/sharedPolling.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { aComment, aReview, aSubject } from './builders.ts';

function service(trigger: () => Promise<Review>, ...looks: Review[]): ReviewService {
  let turn = 0;
  return {
    name: 'https://review.example.com',
    triggerReview: trigger,
    getReview: () => Promise.resolve(looks[Math.min(turn++, looks.length - 1)]!),
    onHint: new Emitter<string>(() => undefined).event,
  };
}

const pending = aReview({ state: 'running', status: 'pending', comments: undefined });
const completed = aReview({ comments: [aComment({})], issuesFound: 1 });

describe('the reviews of a window', () => {
  let folder: string;
  let time = 0;
  const clock = {
    now: () => (time += 1_000),
    wait: (_milliseconds: number, signal: AbortSignal) =>
      signal.aborted ? Promise.reject(new CodeReviewError('cancelled', 'Cancelled.')) : Promise.resolve(),
  };
  const parts = () => ({
    store: new ReviewStore(folder),
    polling: new SharedPolling({
      folder: path.join(folder, 'looks'),
      onError: error => assert.fail(String(error)),
      clock: { now: () => time, wait: (milliseconds, signal) => systemClock.wait(milliseconds, signal) },
    }),
    userActivity: { active: true, onDidReturn: new Emitter<void>(() => undefined).event },
  });
  const open = (): Reviews =>
    new Reviews({
      ...parts(),
      onError: error => assert.fail(String(error)),
      clock,
      random: () => 0,
    });
  const never = new AbortController().signal;

  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'reviews-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('go from triggered over pending to completed', async () => {
    const reviews = open();
    const states: string[] = [];
    reviews.onDidChange(record => states.push(record.state));
    const record = await reviews.run(
      aSubject({}),
      service(() => Promise.resolve(pending), pending, completed),
      never,
    );
    assert.equal(record.state, 'completed');
    assert.deepEqual([...new Set(states)], ['triggered', 'pending', 'completed']);
    assert.equal(reviews.ofBranch('/work/orders', 'feature')[0], record);
    assert.equal(reviews.ofBranch('/work/orders', 'other').length, 0);
  });

  it('are told of as one record once they have ended, so that findings are placed once', async () => {
    const reviews = open();
    const ended = new Set<ReviewRecord>();
    reviews.onDidChange(record => {
      if (record.state === 'completed') ended.add(record);
    });
    const record = await reviews.run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    assert.deepEqual([...ended], [record]);
  });

  it('are back after a reload, without a request', async () => {
    const record = await open().run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    const reloaded = open();
    await reloaded.restore('/work/orders');
    // Absent and undefined are one thing in these types, and JSON keeps only the first.
    assert.deepEqual(reloaded.ofBranch('/work/orders', 'feature')[0], JSON.parse(JSON.stringify(record)));
  });

  it('of a pull request that was not checked out belong to the branch once it is, also after a reload', async () => {
    const reviews = open();
    const wasElsewhere = aSubject({ root: undefined, branch: undefined, isOfBranch: false });
    const record = await reviews.run(
      wasElsewhere,
      service(() => Promise.resolve(pending), completed),
      never,
    );
    await reviews.tie([record], '/work/orders', 'feature');
    const reloaded = open();
    await reloaded.restore('/work/orders');
    for (const each of [reviews, reloaded]) {
      assert.equal(each.records.length, 1);
      assert.equal(each.ofBranch('/work/orders', 'feature')[0]?.subject.isOfBranch, undefined);
    }
    const elsewhere = open();
    await elsewhere.restore('repository acme/orders');
    assert.deepEqual(elsewhere.records, []);
  });

  it('stay pending when the watch is stopped, and can be resumed after a reload', async () => {
    const stop = new AbortController();
    const first = open();
    first.onDidChange(record => record.state === 'pending' && stop.abort());
    await assert.rejects(
      first.run(
        aSubject({}),
        service(() => Promise.resolve(pending), pending),
        stop.signal,
      ),
      { kind: 'cancelled' },
    );
    const second = open();
    await second.restore('/work/orders');
    const [left] = second.resumable;
    assert.equal(left?.state, 'pending');
    const end = await second.watch(
      left,
      service(() => assert.fail('triggered twice'), completed),
      never,
    );
    assert.equal(end.state, 'completed');
    assert.deepEqual(second.resumable, []);
    assert.equal(second.of('/work/orders').length, 1);
  });

  it('are gone on with after a reload in the middle of the watch, but not where the user had stopped it', async () => {
    const closing = open();
    const watched = closing.run(
      aSubject({}),
      { ...service(() => Promise.resolve(pending)), getReview: () => (closing.dispose(), Promise.resolve(pending)) },
      never,
    );
    await assert.rejects(watched, { kind: 'cancelled' });
    const stop = new AbortController();
    const stopping = open();
    stopping.onDidChange(record => record.state === 'pending' && stop.abort());
    const other = { ...pending, id: 'stopped' };
    await assert.rejects(
      stopping.run(
        aSubject({}),
        service(() => Promise.resolve(other), other),
        stop.signal,
      ),
    );

    const reloaded = open();
    await reloaded.restore('/work/orders');
    const interrupted = reloaded.takeInterrupted();
    assert.deepEqual(
      interrupted.map(record => 'reviewId' in record && record.reviewId),
      [pending.id],
    );
    assert.deepEqual(reloaded.takeInterrupted(), [], 'each is given once');
    const record = await reloaded.watch(
      interrupted[0]!,
      service(() => Promise.reject(new Error('not again')), completed),
      never,
    );
    assert.equal(record.state, 'completed');
  });

  it('can be watched again after the deadline had come', async () => {
    const endless = { ...clock, now: () => (time += 20 * 60_000) };
    const reviews = new Reviews({ ...parts(), onError: () => undefined, clock: endless });
    const gaveUp = await reviews.run(
      aSubject({}),
      service(() => Promise.resolve(pending), pending),
      never,
    );
    assert.equal(gaveUp.state, 'gaveUp');
    assert.deepEqual(reviews.resumable, [gaveUp]);
    const end = await reviews.watch(
      gaveUp,
      service(() => Promise.reject(new Error('not again')), completed),
      never,
    );
    assert.equal(end.state, 'completed');
    assert.deepEqual(reviews.resumable, []);
  });

  it('leave nothing behind when the trigger is refused', async () => {
    const reviews = open();
    const refused = new CodeReviewError('refused', 'No such pull request.');
    await assert.rejects(
      reviews.run(
        aSubject({}),
        service(() => Promise.reject(refused)),
        never,
      ),
      refused,
    );
    assert.deepEqual(reviews.of('/work/orders'), []);
  });

  it('call failed, skipped and unknown ends what they are', async () => {
    for (const [state, expected] of [
      ['failed', 'failed'],
      ['notRun', 'notRun'],
    ] as const) {
      const ended = aReview({ state, status: state, comments: [] });
      const record = await open().run(
        aSubject({}),
        service(() => Promise.resolve(pending), ended),
        never,
      );
      assert.equal(record.state, expected);
    }
  });

  it('pass over a damaged file', async () => {
    await open().run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    const [sub] = await readdir(folder);
    const [file] = await readdir(path.join(folder, sub!));
    await writeFile(path.join(folder, sub!, 'half.json'), '{"version":1,"rec');
    await writeFile(
      path.join(folder, sub!, file!),
      JSON.stringify({ version: 99, record: {} satisfies Partial<ReviewRecord> }),
    );
    const reloaded = open();
    await reloaded.restore('/work/orders');
    assert.deepEqual(reloaded.of('/work/orders'), []);
  });

  it('keep a bounded number of reviews', async () => {
    const reviews = open();
    for (let number = 1; number <= 23; number++) {
      const review = aReview({ id: `rev_${number}`, comments: [] });
      await reviews.run(
        aSubject({}),
        service(() => Promise.resolve({ ...review, state: 'running', comments: undefined }), review),
        never,
      );
    }
    const reloaded = open();
    await reloaded.restore('/work/orders');
    assert.equal(reloaded.of('/work/orders').length, 20);
  });
});
