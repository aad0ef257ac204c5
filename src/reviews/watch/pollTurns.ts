import type { Event } from '../../core/base/events.ts';
import type { Review } from '../../core/review/review.ts';

/** The polls of one review by all windows. */
export interface ReviewPolls {
  /** Claims a poll for this window. Returns false when another window has claimed it. Claim again after a failed poll. */
  claim(turn: number): Promise<boolean>;
  /** The latest result of any window, with its time in milliseconds since the epoch; `undefined` before the first poll. */
  latest(): Promise<{ readonly review: Review; readonly at: number } | undefined>;
  publish(review: Review): Promise<void>;
  /** Fires with the result of another window. */
  readonly onDidPublish: Event<Review>;
}

/** Whether this window polls next. If not, `seen` is the result of the window that did, once it is known. */
type PollTurn = { readonly isOwn: true } | { readonly isOwn: false; readonly seen: Review | undefined };

/**
 * Decides which window polls next, and shares its latest result. Windows begin to watch at different times, so each poll
 * is named after the time of the one before it.
 */
export class PollTurns {
  readonly #polls: ReviewPolls;
  readonly #since: number;

  /** @param since milliseconds since the epoch; earlier results belong to an earlier review with the same id */
  constructor(polls: ReviewPolls, since: number) {
    this.#polls = polls;
    this.#since = since;
  }

  /** Time of the latest poll by any window, in milliseconds since the epoch; `undefined` before the first poll. */
  async lastAt(): Promise<number | undefined> {
    return (await this.#latest())?.at;
  }

  async next(): Promise<PollTurn> {
    const latest = await this.#latest();
    // Another window may have seen the end before this one began to watch.
    if (latest !== undefined && latest.review.state !== 'running' && latest.review.state !== 'unknown') {
      return { isOwn: false, seen: latest.review };
    }
    if (await this.#polls.claim(latest?.at ?? this.#since)) return { isOwn: true };
    const newer = await this.#latest();
    return { isOwn: false, seen: newer?.at === latest?.at ? undefined : newer?.review };
  }

  async #latest(): Promise<{ readonly review: Review; readonly at: number } | undefined> {
    const latest = await this.#polls.latest();
    return latest === undefined || latest.at < this.#since ? undefined : latest;
  }
}
