import assert from 'node:assert/strict';
import type { Clock } from '../../../../src/core/base/clock.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { Emitter } from '../../../../src/core/base/events.ts';
import type { Review } from '../../../../src/core/review/review.ts';
import type { ReviewPolls } from '../../../../src/reviews/watch/pollTurns.ts';
import { watchReview } from '../../../../src/reviews/watch/watchReview.ts';
import { aComment, aReview } from '../builders.ts';

/** A clock whose waits pass at once and are written down. */
function fastClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  let time = 1_000_000;
  return {
    waits,
    now: () => time,
    wait: (milliseconds, signal) => {
      if (signal.aborted) return Promise.reject(new CodeReviewError('cancelled', 'Cancelled.'));
      waits.push(milliseconds);
      time += milliseconds;
      return Promise.resolve();
    },
  };
}

const pace = {
  durations: [],
  budget: { limit: 100, remaining: 88, renewsIn: 0 },
  pending: 1,
  submitted: 1,
  active: true,
};

/** One window alone. */
const alone: ReviewPolls = {
  claim: () => Promise.resolve(true),
  latest: () => Promise.resolve(undefined),
  publish: () => Promise.resolve(),
  onDidPublish: new Emitter<Review>(() => undefined).event,
};
const never = new Emitter<void>(() => undefined).event;

function watch(
  answers: readonly (Review | Error)[],
  clock = fastClock(),
  { signal = new AbortController().signal, polls: shared = alone, triggeredAt = clock.now() } = {},
) {
  const looks: Review[] = [];
  const limits: number[] = [];
  let turn = 0;
  const result = watchReview(
    {
      reviewId: 'rev_1',
      triggeredAt,
      poll: () => {
        const answer = answers[Math.min(turn++, answers.length - 1)];
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer!);
      },
      onHint: new Emitter<string>(() => undefined).event,
      onPoll: review => Promise.resolve(void looks.push(review)),
      onLimit: until => limits.push(until),
      onFailure: () => undefined,
      pace: () => Promise.resolve(pace),
      onPaceChange: never,
      polls: shared,
      clock,
      random: () => 0.5,
    },
    signal,
  );
  return { result, looks, limits, clock };
}

const running = aReview({ state: 'running', status: 'pending', comments: undefined });
const completed = aReview({ state: 'completed', status: 'completed', comments: [] });

describe('watching a review', () => {
  it('looks until it has ended and hands out every look', async () => {
    const { result, looks } = watch([running, running, completed]);
    assert.deepEqual(await result, { review: completed, settled: true });
    assert.deepEqual(looks, [running, running, completed]);
  });

  it('asks less and less often as time goes by', async () => {
    const { result, clock } = watch([...Array<Review>(12).fill(running), completed]);
    await result;
    const later = clock.waits.slice(4);
    assert.deepEqual(
      [...later].sort((a, b) => a - b),
      later,
    );
    assert.ok(clock.waits.length < 14 && later.at(-1)! <= 95_000);
  });

  it('goes on after an error that says nothing about the review', async () => {
    const lost = new CodeReviewError('network', 'The connection was lost.');
    const { result } = watch([lost, running, lost, completed]);
    assert.equal((await result).review, completed);
  });

  it('ends with an error that looking again cannot cure', async () => {
    await assert.rejects(watch([new CodeReviewError('auth', 'The key was refused.')]).result, { kind: 'auth' });
    await assert.rejects(watch([new CodeReviewError('refused', 'Not that one.')]).result, { kind: 'refused' });
    await assert.rejects(watch([new CodeReviewError('notFound', 'No such review.')]).result, { kind: 'notFound' });
  });

  it('ends at once with a response that is too large, and with others that cannot be read when nothing else comes', async () => {
    const unread = (why: 'tooLarge' | 'malformed'): CodeReviewError =>
      new CodeReviewError('service', 'It is no review.', '', { unread: why });
    const large = watch([running, unread('tooLarge')]);
    await assert.rejects(large.result, { message: 'It is no review.' });
    assert.equal(large.clock.waits.length, 2);
    const page = watch([running, unread('malformed')]);
    const begun = page.clock.now();
    await assert.rejects(page.result, { message: 'It is no review.' });
    const minutes = (page.clock.now() - begun) / 60_000;
    assert.ok(minutes > 5 && minutes < 10, `${minutes} min`);
    // A page of a proxy, or one that an answer has come between, is no end.
    const lost = new CodeReviewError('network', 'The connection was lost.');
    const some = Array<CodeReviewError>(8).fill(unread('malformed'));
    for (const between of [running, lost]) {
      const { result } = watch([...some, between, ...some, completed]);
      assert.equal((await result).review, completed);
    }
  });

  it('asks again for a review that is new and not known everywhere', async () => {
    const missing = (status: number): CodeReviewError =>
      new CodeReviewError('notFound', 'No such review.', '', { status });
    assert.equal((await watch([missing(404), aReview({})]).result).settled, true);
    await assert.rejects(watch([missing(410), aReview({})]).result, { kind: 'notFound' });
    await assert.rejects(watch([missing(404)]).result, { kind: 'notFound' }, 'it is not there for long');
  });

  it('waits out an hourly limit', async () => {
    const clock = fastClock();
    const limited = new CodeReviewError('rateLimit', 'The limit is used up.', '', { until: clock.now() + 600_000 });
    const until = limited.details.until;
    const { result, limits } = watch([limited, completed], clock);
    await result;
    assert.deepEqual(limits, [until]);
    assert.ok(clock.waits.some(wait => wait > 590_000));
  });

  it('makes a look soon that another window had claimed and did not come to make', async () => {
    let claims = 0;
    const polls = { ...alone, claim: () => Promise.resolve(++claims > 3) };
    const clock = fastClock();
    const { result } = watch([completed], clock, { polls });
    assert.equal((await result).review, completed);
    assert.deepEqual(clock.waits.slice(1), [5_000, 5_000, 5_000]);
  });

  it('takes an unknown state for the end only when something else says so', async () => {
    const odd = { state: 'unknown', status: 'zorped' } as const;
    const withComments = aReview({ ...odd, comments: [aComment({})] });
    assert.equal(
      (await watch([aReview({ ...odd, comments: undefined }), withComments, withComments]).result).review,
      withComments,
    );
    const ended = aReview({ ...odd, comments: undefined, completedAt: '2026-01-01T00:00:00Z' });
    assert.equal((await watch([running, ended]).result).review, ended);
  });

  it('gives up at the deadline and says that it has not settled', async () => {
    const { result } = watch([running]);
    assert.deepEqual(await result, { review: running, settled: false });
  });

  describe('where the clock was set back by days', () => {
    const day = 86_400_000;

    /** A clock that is set back at one of the waits. */
    function settingBack(at: number): ReturnType<typeof fastClock> {
      const clock = fastClock();
      let back = 0;
      return {
        waits: clock.waits,
        now: () => clock.now() - back,
        wait: async (milliseconds, signal) => {
          await clock.wait(milliseconds, signal);
          if (clock.waits.length === at) back = 3 * day;
        },
      };
    }

    it('goes on as before, and gives up no later', async () => {
      const { result, clock } = watch([running], settingBack(5));
      assert.deepEqual(await result, { review: running, settled: false });
      const total = clock.waits.reduce((sum, each) => sum + each, 0);
      assert.ok(total < 70 * 60_000, `${total}`);
      assert.ok(Math.max(...clock.waits) < 10 * 60_000);
    });

    it('ends for the same reasons as soon', async () => {
      const malformed = new CodeReviewError('service', 'It is no review.', '', { unread: 'malformed' });
      const unread = watch([malformed], settingBack(3));
      await assert.rejects(unread.result, { details: malformed.details });
      assert.ok(unread.clock.waits.reduce((sum, each) => sum + each, 0) < 15 * 60_000);
      const gone = new CodeReviewError('notFound', 'No such review.', '', { status: 404 });
      await assert.rejects(watch([running, running, running, running, running, gone], settingBack(3)).result, {
        kind: 'notFound',
      });
    });

    it('hears what other windows see of a review that was triggered before', async () => {
      const clock = fastClock();
      const latest = { review: completed, at: clock.now() + 1 };
      const polls = { ...alone, claim: () => assert.fail('asked again'), latest: () => Promise.resolve(latest) };
      const { result } = watch([], clock, { polls, triggeredAt: clock.now() + 3 * day });
      assert.equal((await result).review, completed);
    });
  });

  it('makes no look before a limit of hours ends', async () => {
    const limit = new CodeReviewError('rateLimit', 'No more.', '', { until: 1_000_000 + 5 * 3_600_000 });
    const { result, clock } = watch([limit, completed]);
    assert.equal((await result).settled, true);
    assert.equal(clock.now(), 1_000_000 + 5 * 3_600_000);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(watch([running], fastClock(), { signal: stop.signal }).result, { kind: 'cancelled' });
  });

  it('looks at once when it hears that the review has ended', async () => {
    const hints = new Emitter<string>(() => undefined);
    const endless: Clock = {
      now: () => 0,
      wait: (_milliseconds, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new CodeReviewError('cancelled', 'Cancelled.'))),
        ),
    };
    const result = watchReview(
      {
        reviewId: 'rev_1',
        triggeredAt: 0,
        poll: () => Promise.resolve(completed),
        onHint: hints.event,
        onPoll: () => Promise.resolve(),
        onLimit: () => undefined,
        onFailure: () => undefined,
        pace: () => Promise.resolve(pace),
        onPaceChange: never,
        polls: alone,
        clock: endless,
        random: () => 0,
      },
      new AbortController().signal,
    );
    hints.fire('rev_other');
    hints.fire('rev_1');
    assert.equal((await result).review, completed);
  });
});
