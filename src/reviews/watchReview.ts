import { systemClock, type Clock } from '../core/clock.ts';
import { CodeReviewError } from '../core/errors.ts';
import type { Event } from '../core/events.ts';
import { nextLook, watchDeadline } from '../core/pollSchedule.ts';
import type { Review } from '../core/review.ts';

export interface WatchOptions {
  readonly reviewId: string;
  /** Milliseconds since the epoch. */
  readonly triggeredAt: number;
  readonly look: (reviewId: string, signal: AbortSignal) => Promise<Review>;
  /** Fires the id of a review that is worth a look at once. */
  readonly onHint: Event<string>;
  /** Told of every look, settled or not. */
  readonly onLook: (review: Review) => void;
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

/**
 * Looks at a review until it ends or the deadline comes.
 * @throws CodeReviewError of kind `cancelled` when `signal` is aborted, and any error that looking again cannot cure
 */
export async function watchReview(options: WatchOptions, signal: AbortSignal): Promise<WatchResult> {
  const { reviewId, triggeredAt, look, onHint, onLook, clock = systemClock, random = Math.random } = options;
  const startedAt = clock.now();
  const deadline = Math.max(triggeredAt, startedAt) + watchDeadline;
  let previous: Review | undefined;
  let failure: unknown;
  for (let wait = Math.min(nextLook(startedAt - triggeredAt, random()), 1_500); ;) {
    await waitOrHint(wait, reviewId, onHint, clock, signal);
    let review: Review | undefined;
    let earliest = 0;
    try {
      review = await look(reviewId, signal);
      failure = undefined;
    } catch (error) {
      if (CodeReviewError.is(error, 'rateLimit')) earliest = error.details.until ?? clock.now() + 60_000;
      else if (!CodeReviewError.is(error) || !passing.has(error.kind)) throw error;
      failure = error;
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
    wait = Math.max(nextLook(clock.now() - triggeredAt, random()), earliest - clock.now());
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

/** Waits, but not past a hint that names this review. */
async function waitOrHint(
  milliseconds: number,
  reviewId: string,
  onHint: Event<string>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const hinted = new AbortController();
  const subscription = onHint(id => {
    if (id === reviewId) hinted.abort();
  });
  try {
    await clock.wait(milliseconds, AbortSignal.any([signal, hinted.signal]));
  } catch (error) {
    if (signal.aborted || !hinted.signal.aborted) throw error;
  } finally {
    subscription.dispose();
  }
}
