import type { Event } from '../../core/base/events.ts';
import type { Review } from '../../core/review/review.ts';

/** The looks of all windows at one review. */
export interface ReviewPolls {
  /** Whether this window, and no other, is to make that look; asked again for one that failed. */
  claim(turn: number): Promise<boolean>;
  /** What any window saw last, and when in milliseconds since the epoch; undefined before the first look. */
  latest(): Promise<{ readonly review: Review; readonly at: number } | undefined>;
  publish(review: Review): Promise<void>;
  /** Fires what another window saw. */
  readonly onDidPublish: Event<Review>;
}

/** Whose turn it is to look: this window's, or another's, with what that one has seen by now. */
export type PollTurn = { readonly isOwn: true } | { readonly isOwn: false; readonly seen: Review | undefined };

/**
 * Takes turns with the other windows. They begin to watch at different times, and count alike by naming each look after
 * the moment of the one before it.
 */
export class PollTurns {
  readonly #polls: ReviewPolls;
  readonly #since: number;

  /** @param since milliseconds since the epoch; what was seen before is about an earlier review of the same id */
  constructor(polls: ReviewPolls, since: number) {
    this.#polls = polls;
    this.#since = since;
  }

  /** When any window last looked, in milliseconds since the epoch; undefined before the first look. */
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
