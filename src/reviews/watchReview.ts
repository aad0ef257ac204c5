import { systemClock, type Clock } from '../core/clock.ts';
import { CodeReviewError } from '../core/errors.ts';
import type { Event } from '../core/events.ts';
import { untilNextLook, watchDeadline, type WatchBudget } from '../core/pollPolicy.ts';
import type { Review } from '../core/review.ts';
import { ClaimedLooks, type ReviewLooks } from './claimedLooks.ts';

/** What the pace of the looks hangs on at one moment; see `Watched` of the policy. Times are in milliseconds. */
export interface Pace {
  readonly durations: readonly number[];
  readonly budget: WatchBudget;
  readonly pending: number;
  readonly submitted: number;
  readonly active: boolean;
}

export interface WatchOptions {
  readonly reviewId: string;
  /** Milliseconds since the epoch. */
  readonly triggeredAt: number;
  readonly look: (reviewId: string, signal: AbortSignal) => Promise<Review>;
  /** Fires the id of a review that is worth a look at once. */
  readonly onHint: Event<string>;
  /** Told of every look, settled or not. */
  readonly onLook: (review: Review) => void;
  /** Told when no request is left, with the moment from which there are some, in milliseconds since the epoch. */
  readonly onLimit: (until: number) => void;
  readonly pace: () => Promise<Pace>;
  /** Fires when the window is used again, so that a look that is due by now is not waited for. */
  readonly onAttention: Event<void>;
  /** The looks of all windows at this review. */
  readonly looks: ReviewLooks;
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

// Errors that say nothing about the review: look again later. The others end the watch.
const passing = new Set(['network', 'timeout', 'service', 'unclear']);
// A review that was left alone for longer is looked at before anything is waited for.
const leftAlone = 10_000;

/**
 * Looks at a review until it ends or the deadline comes; a look of another window serves as well.
 * @throws CodeReviewError of kind `cancelled` when `signal` is aborted, and any error that looking again cannot cure
 */
export async function watchReview(options: WatchOptions, signal: AbortSignal): Promise<WatchResult> {
  const { reviewId, triggeredAt, look, looks, onLook, onLimit, clock = systemClock, random = Math.random } = options;
  const started = clock.now();
  const deadline = Math.max(triggeredAt, started) + watchDeadline;
  const claims = new ClaimedLooks(looks, triggeredAt);
  let previous: Review | undefined;
  let failure: unknown = new CodeReviewError('timeout', 'The review could not be looked at.', 'Resume watching it.');
  let lookedAt: number | undefined;
  let earliest = 0;
  for (let isDue = started - triggeredAt > leftAlone; ; isDue = false) {
    let review = isDue ? undefined : await untilDue(options, lookedAt, earliest, random(), signal);
    lookedAt = clock.now();
    earliest = 0;
    if (review === undefined) {
      try {
        const turn = await claims.next();
        // A look that another window is making is heard of as soon as it is made.
        review = turn.isOwn ? await look(reviewId, signal) : turn.seen;
        if (turn.isOwn && review !== undefined) await looks.publish(review);
      } catch (error) {
        if (CodeReviewError.is(error, 'rateLimit')) {
          earliest = error.details.until ?? clock.now() + 60_000;
          onLimit(earliest);
        } else if (!CodeReviewError.is(error) || !passing.has(error.kind)) throw error;
        failure = error;
      }
    }
    if (review !== undefined) {
      onLook(review);
      if (isEnd(review, previous)) return { review, settled: true };
      previous = review;
    }
    if (clock.now() >= deadline) {
      if (previous === undefined) throw failure;
      return { review: previous, settled: false };
    }
  }
}

/** A known word ends a review at once; an unknown one needs a sign of its own (peers.md 4.1). */
function isEnd(review: Review, previous: Review | undefined): boolean {
  if (review.state === 'running') return false;
  if (review.state !== 'unknown') return true;
  if (review.completedAt !== undefined) return true;
  const count = review.comments?.length ?? 0;
  return count > 0 && previous?.status === review.status && previous.comments?.length === count;
}

/**
 * Waits until the next look is due or hinted at; undefined then. A look that another window made meanwhile ends the
 * wait with what it saw.
 */
async function untilDue(
  { reviewId, triggeredAt, onHint, onAttention, onLimit, looks, pace, clock = systemClock }: WatchOptions,
  lookedAt: number | undefined,
  earliest: number,
  random: number,
  signal: AbortSignal,
): Promise<Review | undefined> {
  const told: { isHinted: boolean; seen: Review | undefined } = { isHinted: false, seen: undefined };
  let wake = new AbortController();
  const subscriptions = [
    onHint(id => {
      told.isHinted ||= id === reviewId;
      if (told.isHinted) wake.abort();
    }),
    looks.onDidPublish(review => {
      told.seen = review;
      wake.abort();
    }),
    onAttention(() => wake.abort()),
  ];
  try {
    for (;;) {
      const now = clock.now();
      const elapsed = now - triggeredAt;
      const facts = await pace();
      if (facts.budget.remaining < 1) onLimit(now + facts.budget.renewsIn);
      const watched = {
        ...(await pace()),
        elapsed,
        lookedAt: lookedAt === undefined ? undefined : lookedAt - triggeredAt,
      };
      const wait = Math.max(untilNextLook(watched, random), earliest - now);
      if (told.isHinted || told.seen !== undefined) return told.seen;
      if (await waited(clock, wait, wake.signal, signal)) return undefined;
      wake = new AbortController();
    }
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
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
