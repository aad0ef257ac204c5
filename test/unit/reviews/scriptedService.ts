import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '../../../src/core/base/clock.ts';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import { Emitter } from '../../../src/core/base/events.ts';
import type { Review } from '../../../src/core/review/review.ts';
import type { KeptMoments } from '../../../src/reviews/askedReviews.ts';
import { ReviewRuns, type ReviewService } from '../../../src/reviews/reviewRuns.ts';
import { Reviews } from '../../../src/reviews/reviews.ts';
import { ReviewStore } from '../../../src/reviews/store/reviewStore.ts';
import { SharedPolling } from '../../../src/reviews/watch/sharedPolling.ts';
import { aComment, aReview } from './builders.ts';

export const running = aReview({ state: 'running', status: 'running', comments: undefined });
export const completed = aReview({ comments: [aComment({ id: 'final' })], issuesFound: 1 });
const cancelled = aReview({ state: 'notRun', status: 'cancelled', comments: undefined, reason: 'it was cancelled' });

/** A service whose review is what it is told to be. */
export class ScriptedService implements ReviewService {
  readonly name: string;
  now: Review = running;
  readonly cancelled: string[] = [];
  readonly #hints = new Emitter<string>(() => undefined);
  readonly onHint = this.#hints.event;
  triggerReview: ReviewService['triggerReview'] = () => Promise.resolve(running);
  getReview: ReviewService['getReview'] = () => Promise.resolve(this.now);
  declare cancelReview?: NonNullable<ReviewService['cancelReview']>;

  /** @param name `embedded` for one that can cancel reviews */
  constructor(name: string) {
    this.name = name;
    if (name !== 'embedded') return;
    this.cancelReview = id => {
      this.cancelled.push(id);
      if (this.now.state === 'running') this.now = cancelled;
      return Promise.resolve(this.now);
    };
  }

  /** The review becomes this, and whoever watches looks at once. */
  become(review: Review): void {
    this.now = review;
    this.#hints.fire(review.id);
  }
}

/** Windows that share a folder and poll only where a service hints at something new. */
export class Windows {
  readonly folder: string;
  readonly errors: unknown[] = [];
  readonly #waits = new EventEmitter();
  readonly #kept = new Map<string, number>();
  readonly #owned: { dispose(): void }[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Windows> {
    return new Windows(await mkdtemp(path.join(tmpdir(), 'reviews-')));
  }

  /** The reviews of another window, and what triggers and watches them. */
  open(): { readonly reviews: Reviews; readonly runs: ReviewRuns } {
    const onError = (error: unknown): unknown => this.errors.push(error);
    const polling = new SharedPolling({ folder: path.join(this.folder, 'looks'), onError });
    const userActivity = { active: true, onDidReturn: new Emitter<void>(() => undefined).event };
    const reviews = new Reviews({ store: () => Promise.resolve(new ReviewStore(this.folder)), onError });
    const runs = new ReviewRuns({ reviews, polling, userActivity, kept: keptIn(this.#kept), clock: this.#clock });
    this.#owned.push(runs, reviews, polling);
    return { reviews, runs };
  }

  /** Begins to watch a review and resolves once that waits for something new. */
  async watching<T>(watch: () => Promise<T>): Promise<{ readonly ended: Promise<T> }> {
    const waits = once(this.#waits, 'wait');
    const ended = watch();
    ended.catch(() => undefined);
    await waits;
    return { ended };
  }

  /** Calls back whenever one that is watched waits for something new. */
  onWait(listener: () => void): void {
    this.#waits.on('wait', listener);
  }

  async dispose(): Promise<void> {
    for (const each of this.#owned) each.dispose();
    await rm(this.folder, { recursive: true });
  }

  readonly #clock: Clock = {
    now: () => Date.now(),
    wait: (_, signal) =>
      new Promise((_resolve, reject) => {
        const stop = (): void => reject(new CodeReviewError('cancelled', 'Cancelled.'));
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        this.#waits.emit('wait');
      }),
  };
}

/** What a workspace keeps, in memory. */
export function keptIn(moments: Map<string, number>): KeptMoments {
  return {
    get: key => moments.get(key),
    update: (key, moment) => {
      if (moment === undefined) moments.delete(key);
      else moments.set(key, moment);
      return Promise.resolve();
    },
  };
}
