import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import type { ReviewRuns } from '../../../src/reviews/reviewRuns.ts';
import type { Reviews } from '../../../src/reviews/reviews.ts';
import { stateWords } from '../../../src/reviews/summary/reviewWords.ts';
import { aComment, aSubject } from './builders.ts';
import { completed, running, ScriptedService, Windows } from './scriptedService.ts';

const partial = { ...running, stage: 'asking gpt-x about 1 of 9 files', comments: [aComment({ id: 'partial' })] };
const subject = aSubject({ service: 'embedded' });

describe('a review by a service that can cancel it', () => {
  let windows: Windows;
  let service: ScriptedService;

  /** Resolves at the next change of a review to one of which that holds. */
  const changed = (reviews: Reviews, is: (record: Reviews['records'][number]) => boolean): Promise<void> =>
    new Promise(resolve => {
      const subscription = reviews.onDidChange(record => {
        if (!is(record)) return;
        subscription.dispose();
        resolve();
      });
    });

  const begin = (runs: ReviewRuns, signal = new AbortController().signal) =>
    windows.watching(() => runs.run(aSubject({ service: 'embedded' }), service, signal));

  const stored = async (): Promise<string[]> =>
    (await readdir(windows.folder, { recursive: true })).filter(
      name => name.endsWith('.json') && !name.startsWith('looks'),
    );

  beforeEach(async () => {
    windows = await Windows.create();
    service = new ScriptedService('embedded');
  });

  afterEach(async () => {
    assert.deepEqual(windows.errors, []);
    await windows.dispose();
  });

  it('is pending with the comments so far, also where the next answer has none, until its end replaces them', async () => {
    const { reviews, runs } = windows.open();
    const { ended: watch } = await begin(runs);
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
    const { reviews, runs } = windows.open();
    const stop = new AbortController();
    const { ended: watch } = await begin(runs, stop.signal);
    assert.equal((await stored()).length, 1);
    stop.abort();
    await assert.rejects(watch, { kind: 'cancelled' });
    assert.deepEqual([service.cancelled, reviews.records, reviews.resumable], [['rev_1'], [], []]);
    assert.deepEqual(await stored(), []);
  });

  it('is cancelled for another window that waits for it, too', async () => {
    const [first, second] = [windows.open(), windows.open()];
    const stop = new AbortController();
    const { ended: watch } = await begin(first.runs, stop.signal);
    await second.reviews.restore('/work/orders');
    const [{ record: interrupted } = assert.fail()] = second.reviews.takeInterrupted();
    const never = new AbortController().signal;
    const { ended: other } = await windows.watching(() => second.runs.watch(interrupted, service, never));
    stop.abort();
    await assert.rejects(watch, { kind: 'cancelled' });
    service.become(service.now);
    await assert.rejects(other, { kind: 'cancelled' });
    assert.deepEqual([second.reviews.records, await stored()], [[], []]);
  });

  it('says so too while the request that triggers it is not answered, also by a service that cannot take it back', async () => {
    for (const name of ['embedded', 'https://review.example.com']) {
      const { reviews, runs } = windows.open();
      const own = new ScriptedService(name);
      const stop = new AbortController();
      let answer = (): void => undefined;
      const unanswered = new Promise<void>(resolve => (answer = resolve));
      own.triggerReview = () => unanswered.then(() => running);
      const run = runs.run(aSubject({ service: name }), own, stop.signal).catch(() => undefined);
      assert.deepEqual(reviews.records.map(stateWords), ['starting']);
      stop.abort();
      assert.deepEqual(reviews.records.map(stateWords), ['cancelling']);
      answer();
      await run;
      assert.deepEqual(reviews.records.map(stateWords), name === 'embedded' ? [] : ['pending']);
    }
  });

  it('takes back the request that triggers it', async () => {
    const { reviews, runs } = windows.open();
    const stop = new AbortController();
    service.triggerReview = async (_, signal) => {
      setImmediate(() => stop.abort());
      await once(signal, 'abort');
      throw new CodeReviewError('cancelled', 'Cancelled.');
    };
    await assert.rejects(runs.run(subject, service, stop.signal), { kind: 'cancelled' });
    assert.deepEqual([service.cancelled, reviews.records], [[], []]);
  });

  it('says that it is being cancelled until the service has answered, whatever is asked of it', async () => {
    const { reviews, runs } = windows.open();
    const words = (): string[] => reviews.records.map(stateWords);
    let answer = (): void => undefined;
    const unanswered = new Promise<void>(resolve => (answer = resolve));
    const stop = new AbortController();
    const { cancelReview } = service;
    service.cancelReview = async (...about) => {
      await unanswered;
      return (await cancelReview?.(...about)) ?? assert.fail();
    };
    const { ended: watch } = await begin(runs, stop.signal);
    assert.deepEqual(words(), ['reviewing']);
    const shown = changed(reviews, record => stateWords(record) === 'cancelling');
    stop.abort();
    await shown;
    assert.deepEqual(words(), ['cancelling']);
    answer();
    await assert.rejects(watch, { kind: 'cancelled' });
    assert.deepEqual(words(), []);
  });

  it('has its result where it ended at the same moment', async () => {
    const { reviews, runs } = windows.open();
    const stop = new AbortController();
    const { ended: watch } = await begin(runs, stop.signal);
    service.now = completed;
    stop.abort();
    assert.equal((await watch).state, 'completed');
    assert.equal(reviews.records[0]?.state, 'completed');
  });

  it('stays pending where it cannot be cancelled now, and is gone where the service does not know it', async () => {
    const { reviews, runs } = windows.open();
    await runs.run(subject, service, AbortSignal.abort()).catch(() => undefined);
    for (const [kind, left] of [
      ['network', 1],
      ['notFound', 0],
    ] as const) {
      service.now = running;
      const stop = new AbortController();
      service.cancelReview = () => Promise.reject(new CodeReviewError(kind, 'No.'));
      const { ended: watch } = await begin(runs, stop.signal);
      stop.abort();
      await assert.rejects(watch, { kind: kind === 'network' ? 'network' : 'cancelled' });
      assert.deepEqual(reviews.records.map(stateWords), kind === 'network' ? ['pending'] : []);
      for (const name of await stored())
        assert.doesNotMatch(await readFile(path.join(windows.folder, name), 'utf8'), /isCancelling/);
      assert.deepEqual([reviews.resumable.length, (await stored()).length], [left, left]);
      await reviews.remove(reviews.resumable);
    }
  });

  it('is not cancelled where its window closes', async () => {
    const { runs } = windows.open();
    const { ended: watch } = await begin(runs);
    runs.dispose();
    await assert.rejects(watch, { kind: 'cancelled' });
    assert.deepEqual([service.cancelled, (await stored()).length], [[], 1]);
  });

  it('is told of by one window at its end', async () => {
    const [first, second] = [windows.open(), windows.open()];
    const { ended } = await begin(first.runs);
    service.become(completed);
    const record = await ended;
    assert.deepEqual(
      [await first.runs.tellsEnd(record), await second.runs.tellsEnd(record), await first.runs.tellsEnd(record)],
      [true, false, true],
    );
  });
});
