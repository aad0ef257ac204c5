import { systemClock, type Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import type { Event } from '../../core/base/events.ts';
import { t } from '../../core/base/l10n.ts';
import type { WatchBudget } from '../../api/rateLimit/watchBudget.ts';
import { nextPollDelay, watchDeadline } from './pollPolicy.ts';
import type { Review } from '../../core/review/review.ts';
import { PollTurns, type ReviewPolls } from './pollTurns.ts';

/** Current inputs of the poll interval, see `PollInputs`. Times are in milliseconds. */
export interface Pace {
  readonly durations: readonly number[];
  readonly budget: WatchBudget;
  readonly pending: number;
  readonly submitted: number;
  readonly active: boolean;
}

interface WatchOptions {
  readonly reviewId: string;
  /** Milliseconds since the epoch. */
  readonly triggeredAt: number;
  readonly poll: (reviewId: string, signal: AbortSignal) => Promise<Review>;
  /** Fires with the id of a review that should be polled at once. */
  readonly onHint: Event<string>;
  /** Receives the result of every poll; others are told of it once this resolves. */
  readonly onPoll: (review: Review) => Promise<void>;
  /** Called when no request is left, with the time when there are some again, in milliseconds since the epoch. */
  readonly onLimit: (until: number) => void;
  /** Called when a poll failed in a way that a later one may not. */
  readonly onFailure: (error: CodeReviewError) => void;
  readonly pace: () => Promise<Pace>;
  /** Fires when `pace` may return other values: the window is used again, or the budget changed. */
  readonly onPaceChange: Event<unknown>;
  /** The polls of this review by all windows. */
  readonly polls: ReviewPolls;
  readonly clock?: Clock;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** How a watch ended. */
export interface WatchResult {
  readonly review: Review;
  /** False when the deadline came first and the review is still running. */
  readonly settled: boolean;
}

/** Time after which a poll that another window has claimed is claimed again, in milliseconds. */
const untilClaimedAgain = 5_000;

/** A time in which no look is made, in milliseconds since the epoch. */
interface Pause {
  readonly since: number;
  readonly until: number;
}

// Errors that say nothing about the review: poll again later. The others end the watch.
const passing = new Set(['network', 'timeout', 'service', 'unclear']);
/** How long nothing but responses that cannot be read may come, in milliseconds. */
const untilReadable = 5 * 60_000;
/** How long a service that runs on several machines may not know a review everywhere, in milliseconds. */
const untilKnown = 15_000;

/**
 * Polls a review until it ends or the deadline passes. Results of other windows count too.
 * @throws CodeReviewError of kind `cancelled` when `signal` is aborted, and any error that polling again cannot cure
 */
export async function watchReview(options: WatchOptions, signal: AbortSignal): Promise<WatchResult> {
  const news = new News(options);
  try {
    return await watch(options, news, signal);
  } finally {
    news.dispose();
  }
}

async function watch(options: WatchOptions, news: News, signal: AbortSignal): Promise<WatchResult> {
  const { reviewId, poll, polls, onPoll, onLimit, onFailure } = options;
  const { clock = systemClock, random = Math.random } = options;
  // Where the clock was set back it lies ahead, and what is heard of the review would be of an earlier one.
  const triggeredAt = Math.min(options.triggeredAt, clock.now());
  let deadline = clock.now() + watchDeadline;
  const claims = new PollTurns(polls, triggeredAt);
  let previous: Review | undefined;
  let failure: unknown = new CodeReviewError(
    'timeout',
    t('The review could not be looked at.'),
    t('Resume watching it.'),
  );
  let lastPollAt = await claims.lastAt();
  let pause: Pause = { since: 0, until: 0 };
  let unreadSince: number | undefined;
  for (;;) {
    await untilDue(options, news, lastPollAt, pause, random(), signal);
    let review = news.take();
    let isNew = false;
    const before = lastPollAt;
    lastPollAt = clock.now();
    pause = { since: lastPollAt, until: lastPollAt };
    if (review === undefined) {
      try {
        const turn = await claims.next();
        review = turn.isOwn ? await poll(reviewId, signal) : turn.seen;
        isNew = turn.isOwn;
        if (review === undefined) {
          // A look that another window is making is heard of as soon as it is made, unless that window ends first.
          pause = { ...pause, until: lastPollAt + untilClaimedAgain };
          lastPollAt = before;
        }
      } catch (error) {
        if (CodeReviewError.is(error, 'rateLimit')) {
          pause = { ...pause, until: error.details.until ?? clock.now() + 60_000 };
          onLimit(pause.until);
          // Nothing was looked at.
          lastPollAt = before;
        } else {
          const now = clock.now();
          if (!CodeReviewError.is(error) || !mayPass(error, Math.abs(now - triggeredAt))) throw error;
          unreadSince = error.details.unread && Math.min(unreadSince ?? now, now);
          if (unreadSince !== undefined && clock.now() - unreadSince >= untilReadable) throw error;
          onFailure(error);
        }
        failure = error;
      }
    }
    if (review !== undefined) {
      unreadSince = undefined;
      await onPoll(review);
      // Who asked for it sees it first.
      if (isNew) await polls.publish(review);
      if (isEnd(review, previous)) return { review, settled: true };
      previous = review;
    }
    // No later than that from now on, also where the clock was set back meanwhile.
    deadline = Math.min(deadline, clock.now() + watchDeadline);
    if (clock.now() >= deadline) {
      if (previous === undefined) throw failure;
      return { review: previous, settled: false };
    }
  }
}

/** @param age of the review, in milliseconds */
function mayPass({ kind, details }: CodeReviewError, age: number): boolean {
  if (details.unread === 'tooLarge') return false;
  // What is gone (410) does not come back.
  return passing.has(kind) || (kind === 'notFound' && details.status === 404 && age < untilKnown);
}

/** A known word ends a review at once; an unknown one needs a sign of its own (docs/api.md). */
function isEnd(review: Review, previous: Review | undefined): boolean {
  if (review.state === 'running') return false;
  if (review.state !== 'unknown') return true;
  if (review.completedAt !== undefined) return true;
  const count = review.comments?.length ?? 0;
  return count > 0 && previous?.status === review.status && previous.comments?.length === count;
}

/** Waits until the next look is due or there are news. */
async function untilDue(
  { triggeredAt, onLimit, pace, clock = systemClock }: WatchOptions,
  news: News,
  lastPollAt: number | undefined,
  pause: Pause,
  random: number,
  signal: AbortSignal,
): Promise<void> {
  while (!news.areThere) {
    const wake = news.next;
    const now = clock.now();
    const facts = await pace();
    if (facts.budget.remaining < 1) onLimit(now + facts.budget.renewsIn);
    const since = lastPollAt === undefined ? undefined : lastPollAt - triggeredAt;
    const wait = nextPollDelay({ ...facts, elapsed: now - triggeredAt, lastPollAt: since }, random);
    // One that begins later than now: the clock was set back.
    const left = pause.since > now ? 0 : pause.until - now;
    if (await waited(clock, Math.max(wait, left), wake, signal)) return;
  }
}

/** What is told of a review from elsewhere; what comes while nobody waits is kept. */
class News implements Disposable {
  readonly #subscriptions: readonly Disposable[];
  #wake = new AbortController();
  #isHinted = false;
  #seen: Review | undefined;

  constructor({ reviewId, onHint, onPaceChange, polls }: WatchOptions) {
    this.#subscriptions = [
      onHint(id => {
        if (id !== reviewId) return;
        this.#isHinted = true;
        this.#wake.abort();
      }),
      polls.onDidPublish(review => {
        this.#seen = review;
        this.#wake.abort();
      }),
      onPaceChange(() => this.#wake.abort()),
    ];
  }

  get areThere(): boolean {
    return this.#isHinted || this.#seen !== undefined;
  }

  /** Aborted at the next news or change of pace. */
  get next(): AbortSignal {
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
    return this.#wake.signal;
  }

  /** What another window saw since this was last asked. */
  take(): Review | undefined {
    const seen = this.#seen;
    this.#isHinted = false;
    this.#seen = undefined;
    return seen;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Whether the time has passed; false when it was woken before. */
async function waited(clock: Clock, milliseconds: number, wake: AbortSignal, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.wait(milliseconds, AbortSignal.any([signal, wake]));
    return true;
  } catch (error) {
    if (signal.aborted || !wake.aborted) throw error;
    return false;
  }
}
