import type { Clock } from '../core/base/clock.ts';
import { CodeReviewError } from '../core/base/errors.ts';
import type { ReviewSubject } from './store/reviewRecord.ts';

/** Keeps moments by a key beyond the end of the window, in milliseconds since the epoch. */
export interface KeptMoments {
  get(key: string): number | undefined;
  update(key: string, moment: number | undefined): PromiseLike<void>;
}

/** How long a request counts against the limit of an hour, in milliseconds. */
const countedFor = 3_600_000;

/** Reviews that a service was asked for, of which it is not known whether the request arrived. */
export class AskedReviews {
  readonly #kept: KeptMoments;
  readonly #clock: Clock;
  /** The keys of what waits for its answer in this window. */
  readonly #waiting = new Set<string>();

  constructor(kept: KeptMoments, clock: Clock) {
    this.#kept = kept;
    this.#clock = clock;
  }

  /** When a review was asked for within the last hour, by a window that ended meanwhile too; `undefined` if that is clear. */
  unclearSince(subject: ReviewSubject): number | undefined {
    const key = keyOf(subject);
    const moment = this.#waiting.has(key) ? undefined : this.#kept.get(key);
    return moment !== undefined && Math.abs(this.#clock.now() - moment) < countedFor ? moment : undefined;
  }

  /**
   * Sends the request for a review, and keeps that it was asked for until it has been answered.
   * @param end is aborted when the window ends
   */
  async ask<T>(subject: ReviewSubject, send: () => Promise<T>, end: AbortSignal): Promise<T> {
    const key = keyOf(subject);
    const before = this.#kept.get(key);
    this.#waiting.add(key);
    try {
      await this.#kept.update(key, this.#clock.now());
      const answer = await send();
      await this.#kept.update(key, undefined);
      return answer;
    } catch (error) {
      if (!CodeReviewError.is(error, 'unclear') && !end.aborted) await this.#kept.update(key, before);
      throw error;
    } finally {
      this.#waiting.delete(key);
    }
  }
}

function keyOf({ service, pullRequest: { repository, number } }: ReviewSubject): string {
  return `asked:${JSON.stringify([service, repository.toLowerCase(), number])}`;
}
