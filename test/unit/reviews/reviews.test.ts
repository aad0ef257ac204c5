import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock, type Clock } from '../../../src/core/base/clock.ts';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import { Emitter } from '../../../src/core/base/events.ts';
import type { Review } from '../../../src/core/review/review.ts';
import type { ReviewRecord } from '../../../src/reviews/store/reviewRecord.ts';
import { ReviewRuns, type Follow, type ReviewService } from '../../../src/reviews/reviewRuns.ts';
import { Reviews } from '../../../src/reviews/reviews.ts';
import { SharedPolling } from '../../../src/reviews/watch/sharedPolling.ts';
import { summarise } from '../../../src/reviews/summary/reviewSummary.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { aComment, aReview, aSubject } from './builders.ts';
import { keptIn } from './scriptedService.ts';

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
  const opened: Reviews[] = [];
  /** A window: its reviews, and what triggers and watches them. */
  const open = (
    ofRuns: { readonly clock?: Clock; readonly drawn?: () => Promise<void>; readonly follow?: Follow } = {},
  ): { reviews: Reviews; runs: ReviewRuns } => {
    const onError = (error: unknown): never => assert.fail(String(error));
    const polling = new SharedPolling({
      folder: path.join(folder, 'looks'),
      onError,
      clock: { now: () => time, wait: (milliseconds, signal) => systemClock.wait(milliseconds, signal) },
    });
    const userActivity = { active: true, onDidReturn: new Emitter<void>(() => undefined).event };
    const store = new ReviewStore(folder);
    const reviews = new Reviews({ store: () => Promise.resolve(store), onError });
    opened.push(reviews);
    const parts = { reviews, polling, userActivity, kept: keptIn(new Map()), random: () => 0, clock, ...ofRuns };
    return { reviews, runs: new ReviewRuns(parts) };
  };
  const never = new AbortController().signal;

  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'reviews-'))));
  afterEach(async () => {
    for (const reviews of opened.splice(0)) reviews.dispose();
    await rm(folder, { recursive: true });
  });

  it('are on the screen before other windows are told, which do not wait for ever', async () => {
    const looks = path.join(folder, 'looks');
    const isTold = async (): Promise<boolean> => {
      const names = await readdir(looks).catch(() => []);
      const texts = await Promise.all(names.map(name => readFile(path.join(looks, name), 'utf8').catch(() => '')));
      return texts.some(text => text.includes('"status":"completed"'));
    };
    const seen: [string | undefined, boolean][] = [];
    let isDrawing = false;
    const drawn = async (): Promise<void> => {
      isDrawing = true;
      seen.push([reviews.records[0]?.state, await isTold()]);
      waited();
      return new Promise(() => undefined);
    };
    let waited = (): void => undefined;
    const drawing = new Promise<void>(resolve => (waited = resolve));
    const { reviews, runs } = open({
      clock: { ...clock, wait: () => (isDrawing ? drawing : Promise.resolve()) },
      drawn,
    });
    await runs.run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    assert.deepEqual(seen, [['completed', false]]);
    assert.equal(await isTold(), true);
  });

  it('go from triggered over pending to completed', async () => {
    const { reviews, runs } = open();
    const states: string[] = [];
    reviews.onDidChange(record => states.push(record.state));
    const record = await runs.run(
      aSubject({}),
      service(() => Promise.resolve(pending), pending, completed),
      never,
    );
    assert.equal(record.state, 'completed');
    assert.deepEqual([...new Set(states)], ['triggered', 'pending', 'completed']);
    assert.equal(reviews.ofBranch('/work/orders', 'feature')[0], record);
    assert.equal(reviews.ofBranch('/work/orders', 'other').length, 0);
  });

  for (const [how, ...looks] of [
    ['at once', completed],
    ['after a while', pending, completed],
  ] as const)
    it(`are shown and kept with what was renamed since the one before, where they end ${how}`, async () => {
      const renamed = { paths: [['new.ts', 'old.ts']], ids: [] } as const;
      const asked: unknown[] = [];
      const { reviews, runs } = open({
        follow: (record, records) => {
          asked.push([record.state, records.map(({ state }) => state)]);
          return Promise.resolve(renamed);
        },
      });
      const [first = pending] = looks;
      const seen: unknown[] = [];
      reviews.onDidChange(record => seen.push('renamed' in record ? record.renamed : record.state));
      const record = await runs.run(
        aSubject({}),
        service(() => Promise.resolve(first), completed),
        never,
      );
      assert.deepEqual([record.renamed, seen.at(-1), seen.includes('completed')], [renamed, renamed, false]);
      assert.deepEqual(asked, [['completed', [looks.length === 1 ? 'triggered' : 'pending']]]);
      const [stored] = await new ReviewStore(folder).load('/work/orders');
      assert.deepEqual(stored?.state === 'completed' && stored.renamed, renamed);
    });

  it('are told of once when they have ended, so that findings are placed once', async () => {
    const { reviews, runs } = open();
    const ended: ReviewRecord[] = [];
    reviews.onDidChange(record => {
      if (record.state === 'completed') ended.push(record);
    });
    const record = await runs.run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    assert.deepEqual(ended, [record]);
  });

  it('are back after a reload, without a request', async () => {
    const record = await open().runs.run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    // Absent and undefined are one thing in these types, and JSON keeps only the first.
    assert.deepEqual(reloaded.ofBranch('/work/orders', 'feature')[0], JSON.parse(JSON.stringify(record)));
  });

  it('of a pull request that was not checked out belong to the branch once it is, also after a reload', async () => {
    const { reviews, runs } = open();
    const url = 'https://host.example/acme/orders/pull/7';
    const wasElsewhere = aSubject({ root: undefined, branch: undefined, isOfBranch: false, url });
    const record = await runs.run(
      wasElsewhere,
      service(() => Promise.resolve(pending), completed),
      never,
    );
    await reviews.tie([record], '/work/orders', 'feature');
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    for (const each of [reviews, reloaded]) {
      assert.equal(each.records.length, 1);
      const [now] = each.ofBranch('/work/orders', 'feature');
      assert.deepEqual([now?.subject.isOfBranch, now?.subject.url], [undefined, url]);
    }
    const { reviews: elsewhere } = open();
    await elsewhere.restore('repository acme/orders');
    assert.deepEqual(elsewhere.records, []);
  });

  it('of a pull request that is checked out while they are under way belong to the branch once they have ended', async () => {
    const { reviews, runs } = open();
    const wasElsewhere = aSubject({ root: undefined, branch: undefined, isOfBranch: false });
    const drawn = new Promise<ReviewRecord>(resolve => reviews.onDidChange(resolve));
    let answer: (review: Review) => void = () => undefined;
    const looked = new Promise<Review>(resolve => (answer = resolve));
    const watched = { ...service(() => Promise.resolve(pending)), getReview: () => looked };
    const running = runs.run(wasElsewhere, watched, never);
    await reviews.tie([await drawn], '/work/orders', 'feature');
    assert.equal(reviews.records.length, 1);
    answer(completed);
    const record = await running;
    const { reviews: reloaded } = open();
    for (const place of ['/work/orders', 'repository acme/orders']) await reloaded.restore(place);
    assert.equal(record.state, 'completed');
    for (const each of [reviews, reloaded]) {
      assert.equal(each.records.length, 1);
      assert.deepEqual(
        each.ofBranch('/work/orders', 'feature').map(({ state }) => state),
        ['completed'],
      );
    }
  });

  it('of a branch that is renamed are never gone meanwhile, and are those of its new name after a reload', async () => {
    const { reviews, runs } = open();
    await reviews.restore('/work/orders');
    const watched = service(() => Promise.resolve(pending), completed);
    const record = await runs.run(aSubject({}), watched, never);
    const isThere: boolean[] = [];
    reviews.onDidChange(() => isThere.push(reviews.has(record)));
    await reviews.tie([record], '/work/orders', 'renamed');
    // Once this window hears of another one it has heard of all before.
    const other = { ...record, reviewId: 'other', triggeredAt: record.triggeredAt + 1 };
    const heard = new Promise<void>(resolve => reviews.onDidChange(() => reviews.has(other) && resolve()));
    await Promise.all([heard, new ReviewStore(folder).save(other)]);
    assert.deepEqual([...new Set(isThere)], [true]);
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    for (const each of [reviews, reloaded]) assert.equal(each.ofBranch('/work/orders', 'renamed').length, 1);
  });

  it('stay pending when the watch is stopped, and can be resumed after a reload', async () => {
    const stop = new AbortController();
    const first = open();
    first.reviews.onDidChange(record => record.state === 'pending' && stop.abort());
    await assert.rejects(
      first.runs.run(
        aSubject({}),
        service(() => Promise.resolve(pending), pending),
        stop.signal,
      ),
      { kind: 'cancelled' },
    );
    const { reviews: second, runs: ofSecond } = open();
    await second.restore('/work/orders');
    const [left] = second.resumable;
    assert.equal(left?.state, 'pending');
    const end = await ofSecond.watch(
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
    const watched = closing.runs.run(
      aSubject({}),
      {
        ...service(() => Promise.resolve(pending)),
        getReview: () => (closing.runs.dispose(), Promise.resolve(pending)),
      },
      never,
    );
    await assert.rejects(watched, { kind: 'cancelled' });
    const stop = new AbortController();
    const stopping = open();
    stopping.reviews.onDidChange(record => record.state === 'pending' && stop.abort());
    const other = { ...pending, id: 'stopped' };
    await assert.rejects(
      stopping.runs.run(
        aSubject({}),
        service(() => Promise.resolve(other), other),
        stop.signal,
      ),
    );

    const { reviews: reloaded, runs: ofReloaded } = open();
    await reloaded.restore('/work/orders');
    const interrupted = reloaded.takeInterrupted();
    assert.deepEqual(
      interrupted.map(({ record, isTold }) => ['reviewId' in record && record.reviewId, isTold]),
      [[pending.id, false]],
    );
    assert.deepEqual(reloaded.takeInterrupted(), [], 'each is given once');
    const record = await ofReloaded.watch(
      interrupted[0]!.record,
      service(() => Promise.reject(new Error('not again')), completed),
      never,
    );
    assert.equal(record.state, 'completed');
  });

  it('that run in another window are known while they run, and at their end', async () => {
    const [here, there] = [open(), open()];
    await there.reviews.restore('/work/orders');
    let end: (review: Review) => void = () => undefined;
    const ended = new Promise<Review>(resolve => (end = resolve));
    const met = new Promise(resolve => there.reviews.onDidChange(resolve));
    const running = here.runs.run(
      aSubject({}),
      { ...service(() => Promise.resolve(pending)), getReview: () => ended },
      never,
    );
    await met;
    const [{ record, isTold } = assert.fail()] = there.reviews.takeInterrupted();
    assert.deepEqual([record.state, isTold, there.reviews.hasInterrupted], ['pending', true, false]);
    // Also where it does not follow the review, since its service is not in use there.
    const settled = new Promise<ReviewRecord>(resolve => there.reviews.onDidChange(resolve));
    end(completed);
    await running;
    assert.equal((await settled).state, 'completed');
    assert.equal(there.reviews.records.length, 1);
  });

  for (const left of ['pending', 'gaveUp'] as const)
    it(`that this window no longer watches are known at their end, where another one went on: ${left}`, async () => {
      const [here, there] = [open({ clock: { ...clock, now: () => (time += 20 * 60_000) } }), open()];
      await here.reviews.restore('/work/orders');
      const stop = new AbortController();
      if (left === 'pending') here.reviews.onDidChange(({ state }) => state === left && stop.abort());
      const watched = here.runs.run(
        aSubject({}),
        service(() => Promise.resolve(pending), pending),
        stop.signal,
      );
      await watched.catch(() => undefined);
      await there.reviews.restore('/work/orders');
      assert.deepEqual(
        [here, there].map(({ reviews }) => reviews.resumable.map(({ state }) => state)),
        [[left], [left]],
      );
      const heard = new Promise<ReviewRecord>(resolve => here.reviews.onDidChange(resolve));
      await there.runs.watch(
        there.reviews.resumable[0] ?? assert.fail(),
        service(() => assert.fail('triggered twice'), completed),
        never,
      );
      assert.equal((await heard).state, 'completed');
      assert.deepEqual([here.reviews.resumable, here.reviews.records.length], [[], 1]);
    });

  it('are not given to be gone on with where they were resumed or removed before', async () => {
    const closing = open();
    const closed = {
      ...service(() => Promise.resolve(pending)),
      getReview: () => (closing.runs.dispose(), Promise.resolve(pending)),
    };
    await assert.rejects(closing.runs.run(aSubject({}), closed, never), { kind: 'cancelled' });

    const [resumed, removing] = [open(), open()];
    for (const { reviews } of [resumed, removing]) {
      await reviews.restore('/work/orders');
      assert.equal(reviews.hasInterrupted, true);
    }
    const [left] = resumed.reviews.resumable;
    assert.ok(left !== undefined);
    const stop = new AbortController();
    resumed.reviews.onDidChange(() => stop.abort());
    const watched = resumed.runs.watch(
      left,
      service(() => assert.fail('triggered twice'), pending),
      stop.signal,
    );
    await assert.rejects(watched, { kind: 'cancelled' });
    await removing.reviews.remove(removing.reviews.resumable);
    for (const { reviews } of [resumed, removing])
      assert.deepEqual([reviews.hasInterrupted, reviews.takeInterrupted()], [false, []]);
  });

  /** Resolves once a window has forgotten a review. */
  const forgotten = (reviews: Reviews, reviewId: string): Promise<void> =>
    new Promise(resolve =>
      reviews.onDidChange(record => {
        if ('reviewId' in record && record.reviewId === reviewId && !reviews.has(record)) resolve();
      }),
    );
  /** Has one review after the other end in a window. */
  const end = async ({ runs }: { runs: ReviewRuns }, ...ids: readonly string[]): Promise<ReviewRecord[]> => {
    const records: ReviewRecord[] = [];
    for (const id of ids)
      records.push(
        await runs.run(
          aSubject({}),
          service(() => Promise.resolve({ ...pending, id }), { ...completed, id }),
          never,
        ),
      );
    return records;
  };
  const idsOf = (reviews: Reviews): string[] =>
    reviews.of('/work/orders').map(record => ('reviewId' in record ? record.reviewId : ''));

  it('leave the other windows as well where they are removed in one, and the others stay', async () => {
    const [here, there] = [open(), open()];
    const [first] = await end(here, 'first', 'second');
    await there.reviews.restore('/work/orders');
    await here.reviews.restore('/work/orders');
    assert.deepEqual(idsOf(there.reviews), ['second', 'first']);
    await Promise.all([forgotten(there.reviews, 'first'), here.reviews.remove([first!])]);
    for (const { reviews } of [here, there]) assert.deepEqual(idsOf(reviews), ['second']);
    // It has not forgotten how to learn of a review.
    const met = new Promise(resolve => there.reviews.onDidChange(resolve));
    await Promise.all([met, end(here, 'third')]);
    assert.deepEqual(idsOf(there.reviews), ['third', 'second']);
  });

  it('are removed, or stay, by what they are by then, and not by what they were when their row was drawn', async () => {
    const { reviews } = open();
    const [completed = assert.fail()] = await end({ runs: open().runs }, 'first');
    const { reviewId } = completed as { reviewId: string };
    const { subject, triggeredAt } = completed;
    const drawn = (watched: boolean): ReviewRecord => {
      return { state: 'pending', subject, triggeredAt, reviewId, review: pending, watched };
    };
    reviews.put(drawn(true));
    await reviews.remove([drawn(false)]);
    assert.deepEqual(reviews.records, [drawn(true)], 'resumed since');
    const tied = { ...completed, subject: { ...subject, root: undefined } };
    await reviews.keep(tied);
    await reviews.remove([drawn(true)]);
    assert.deepEqual(reviews.records, [], 'ended since');
    const { reviews: reloaded } = open();
    await reloaded.restore('repository acme/orders');
    assert.deepEqual(reloaded.records, [], 'also on disk, where it is by now');
  });

  it('stay in the window that watches them, whoever removes them', async () => {
    const [here, there] = [open(), open()];
    await end(here, 'ended');
    const stop = new AbortController();
    here.reviews.onDidChange(record => record.state === 'pending' && stop.abort());
    const left = here.runs.run(
      aSubject({}),
      service(() => Promise.resolve({ ...pending, id: 'watched' })),
      stop.signal,
    );
    await assert.rejects(left, { kind: 'cancelled' });
    await there.reviews.restore('/work/orders');
    const [running] = there.reviews.resumable;
    assert.ok(running?.state === 'pending');
    there.reviews.put({ ...running, watched: true });
    // The one that is removed last is told of last.
    const told = forgotten(there.reviews, 'ended');
    await here.reviews.remove(here.reviews.resumable);
    await here.reviews.remove(here.reviews.records);
    await told;
    assert.deepEqual([idsOf(here.reviews), idsOf(there.reviews)], [[], ['watched']]);
    await there.runs.watch(
      { ...running, watched: true },
      service(() => assert.fail('triggered twice'), { ...completed, id: 'watched' }),
      never,
    );
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    assert.deepEqual(idsOf(reloaded), ['watched']);
  });

  it('stay on the screen where later ones had no room beside them', async () => {
    const [here, there] = [open(), open()];
    await end(here, 'first');
    await there.reviews.restore('/work/orders');
    const ids = Array.from({ length: 20 }, (_, at) => `later ${at}`);
    const met = new Promise<void>(resolve =>
      there.reviews.onDidChange(() => idsOf(there.reviews).includes('later 19') && resolve()),
    );
    const later = await end(here, ...ids);
    await met;
    await Promise.all([forgotten(there.reviews, 'later 19'), here.reviews.remove(later.slice(-1))]);
    assert.ok(idsOf(there.reviews).includes('first'));
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    assert.ok(!idsOf(reloaded).includes('first'));
  });

  it('are shown without a break where one is tied to a branch, by this window or another', async () => {
    const [here, there] = [open(), open()];
    const record = await here.runs.run(
      aSubject({ root: undefined, branch: undefined, isOfBranch: false }),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    for (const { reviews } of [here, there])
      for (const place of ['/work/orders', 'repository acme/orders']) await reviews.restore(place);
    let isBroken = false;
    here.reviews.onDidChange(() => (isBroken ||= here.reviews.records.length === 0));
    const followed = new Promise<void>(resolve =>
      there.reviews.onDidChange(() => there.reviews.ofBranch('/work/orders', 'feature').length > 0 && resolve()),
    );
    const gone = forgotten(there.reviews, pending.id);
    await here.reviews.tie(here.reviews.records, '/work/orders', 'feature');
    await Promise.all([gone, followed]);
    assert.equal(record.state, 'completed');
    assert.equal(isBroken, false);
    assert.equal(there.reviews.records.length, 1);
  });

  it('can be watched again after the deadline had come', async () => {
    const endless = { ...clock, now: () => (time += 20 * 60_000) };
    const { reviews, runs } = open({ clock: endless });
    const gaveUp = await runs.run(
      aSubject({}),
      service(() => Promise.resolve(pending), pending),
      never,
    );
    assert.equal(gaveUp.state, 'gaveUp');
    assert.deepEqual(reviews.resumable, [gaveUp]);
    const end = await runs.watch(
      gaveUp,
      service(() => Promise.reject(new Error('not again')), completed),
      never,
    );
    assert.equal(end.state, 'completed');
    assert.deepEqual(reviews.resumable, []);
  });

  it('leave nothing behind when the trigger is refused', async () => {
    const { reviews, runs } = open();
    const refused = new CodeReviewError('refused', 'No such pull request.');
    await assert.rejects(
      runs.run(
        aSubject({}),
        service(() => Promise.reject(refused)),
        never,
      ),
      refused,
    );
    assert.deepEqual(reviews.of('/work/orders'), []);
  });

  it('have failed where their service does not know them any more', async () => {
    const { reviews, runs } = open({ clock: { ...clock, now: () => (time += 60_000) } });
    const forgotten = new CodeReviewError('notFound', 'The service does not know review rev_1.');
    const record = await runs.run(
      aSubject({}),
      { ...service(() => Promise.resolve(pending)), getReview: () => Promise.reject(forgotten) },
      never,
    );
    assert.deepEqual(
      [record.state, summarise(record)],
      ['failed', 'Review of acme/orders #7 failed: The service does not know review rev_1. This is no all-clear.'],
    );
    assert.deepEqual(reviews.resumable, []);
    assert.deepEqual(reviews.of('/work/orders'), [record]);
    // Also one that was given up before, when it is resumed.
    reviews.put({ ...record, state: 'gaveUp', review: pending });
    const [left = assert.fail()] = reviews.resumable;
    const lost = await runs.watch(
      left,
      { ...service(() => assert.fail('triggered twice')), getReview: () => Promise.reject(forgotten) },
      never,
    );
    assert.deepEqual([lost.state, reviews.resumable], ['failed', []]);
  });

  it('have failed where what their service answers is too large to be read', async () => {
    const { reviews, runs } = open();
    const large = new CodeReviewError('refused', 'It is longer than 8 MB and was not read.', '', {
      unread: 'tooLarge',
    });
    const record = await runs.run(
      aSubject({}),
      { ...service(() => Promise.resolve(pending)), getReview: () => Promise.reject(large) },
      never,
    );
    assert.deepEqual(
      [record.state, summarise(record), reviews.resumable],
      ['failed', 'Review of acme/orders #7 failed: It is longer than 8 MB and was not read. This is no all-clear.', []],
    );
  });

  it('call failed, skipped and unknown ends what they are', async () => {
    for (const [state, expected] of [
      ['failed', 'failed'],
      ['notRun', 'notRun'],
    ] as const) {
      const ended = aReview({ state, status: state, comments: [] });
      const record = await open().runs.run(
        aSubject({}),
        service(() => Promise.resolve(pending), ended),
        never,
      );
      assert.equal(record.state, expected);
    }
  });

  it('pass over a damaged file', async () => {
    await open().runs.run(
      aSubject({}),
      service(() => Promise.resolve(pending), completed),
      never,
    );
    const [sub] = await readdir(folder);
    const [file] = await readdir(path.join(folder, sub!));
    await writeFile(path.join(folder, sub!, 'half.json'), '{"version":1,"rec');
    const { reviews: before } = open();
    await before.restore('/work/orders');
    assert.equal(before.of('/work/orders').length, 1);
    assert.equal(before.unreadable, 1);
    await writeFile(
      path.join(folder, sub!, file!),
      JSON.stringify({ version: 99, record: {} satisfies Partial<ReviewRecord> }),
    );
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    assert.deepEqual(reloaded.of('/work/orders'), []);
    assert.equal(reloaded.unreadable, 2);
    await reloaded.restore('/work/billing');
    assert.equal(reloaded.unreadable, 2);
  });

  it('are the latest of their series also where the clock was set back by days, and are kept', async () => {
    const day = 86_400_000;
    const make = async (id: string): Promise<void> => {
      const { reviews, runs } = open();
      await reviews.restore('/work/orders');
      const review = aReview({ id, comments: [] });
      await runs.run(
        aSubject({}),
        service(() => Promise.resolve({ ...review, state: 'running', comments: undefined }), review),
        never,
      );
      const [latest] = reviews.of('/work/orders');
      assert.deepEqual(
        [latest?.state, latest !== undefined && 'reviewId' in latest && latest.reviewId],
        ['completed', id],
      );
    };
    time = 10 * day;
    const ahead = new Date(Date.now() + 3 * day);
    for (let number = 1; number <= 20; number++) await make(`before_${number}`);
    // The files of before are dated ahead.
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith('.json')) await utimes(path.join(folder, name), ahead, ahead);
    time = 7 * day;
    for (const id of ['after_1', 'after_2']) await make(id);
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    const ids = reloaded.of('/work/orders').map(record => 'reviewId' in record && record.reviewId);
    assert.deepEqual([ids.length, ids.slice(0, 3)], [20, ['after_2', 'after_1', 'before_20']]);
    time = 0;
  });

  it('keep a bounded number of reviews', async () => {
    const { runs } = open();
    for (let number = 1; number <= 23; number++) {
      const review = aReview({ id: `rev_${number}`, comments: [] });
      await runs.run(
        aSubject({}),
        service(() => Promise.resolve({ ...review, state: 'running', comments: undefined }), review),
        never,
      );
    }
    const { reviews: reloaded } = open();
    await reloaded.restore('/work/orders');
    assert.equal(reloaded.of('/work/orders').length, 20);
  });
});
