import { systemClock, type Clock } from '../core/base/clock.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { CodeReviewError } from '../core/base/errors.ts';
import type { Event } from '../core/base/events.ts';
import type { WatchBudget } from '../api/rateLimit/watchBudget.ts';
import type { PullRequestId } from '../core/review/pullRequest.ts';
import type { Review, ReviewState } from '../core/review/review.ts';
import { formatEnd } from '../core/base/formatTime.ts';
import { t } from '../core/base/l10n.ts';
import { AskedReviews, type KeptMoments } from './askedReviews.ts';
import type { Reviews } from './reviews.ts';
import type { Renames } from './store/renames.ts';
import {
  isSettled,
  triggeredAfter,
  type ReviewRecord,
  type ReviewSubject,
  type SettledRecord,
} from './store/reviewRecord.ts';
import type { ReviewPolls } from './watch/pollTurns.ts';
import type { SharedPolling } from './watch/sharedPolling.ts';
import { watchReview, type Pace, type WatchResult } from './watch/watchReview.ts';

export interface TriggerOptions {
  /** Take nothing over from earlier reviews, if the service does so. */
  readonly fromScratch?: true;
}

/** The part of a connection that reviews need. */
export interface ReviewService {
  /** The hosted service's origin, or `embedded`. */
  readonly name: string;
  triggerReview(pullRequest: PullRequestId, signal: AbortSignal, options?: TriggerOptions): Promise<Review>;
  getReview(id: string, signal: AbortSignal): Promise<Review>;
  /** Cancels a review and returns its state, which is its result if it had ended; absent if reviews cannot be cancelled. */
  readonly cancelReview?: (id: string, signal: AbortSignal) => Promise<Review>;
  /** Fires with the id of a review that has just ended, if the service reports it. */
  readonly onHint: Event<string>;
  /** Requests that are left for watching in this hour; `undefined` if there is no limit. */
  readonly budget?: () => Promise<WatchBudget>;
  readonly onDidChangeBudget?: Event<undefined>;
}

/** Whether the user is active in this window. */
export interface UserActivity {
  /** False once the window has not been used for 10 minutes. */
  readonly active: boolean;
  /** Fires when the window is used again. */
  readonly onDidReturn: Event<void>;
}

/**
 * Is called with a review that has ended before it is shown, see `followRenames`. Returns what was renamed since the one that
 * it is compared with.
 * @param records all known reviews
 */
export type Follow = (
  record: SettledRecord,
  records: readonly ReviewRecord[],
  signal: AbortSignal,
) => Promise<Renames | undefined>;

interface ReviewRunsOptions {
  /** Where the records of the reviews go. */
  readonly reviews: Reviews;
  readonly polling: SharedPolling;
  readonly userActivity: UserActivity;
  /** Resolves when what was found is on the screen. */
  readonly drawn?: () => Promise<void>;
  readonly follow?: Follow;
  /** Keeps when reviews were asked for until that is answered. */
  readonly kept: KeptMoments;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Triggers reviews and watches them until they end. */
export class ReviewRuns implements Disposable {
  readonly #reviews: Reviews;
  readonly #polling: SharedPolling;
  readonly #userActivity: UserActivity;
  readonly #drawn: () => Promise<void>;
  readonly #follow: Follow;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #asked: AskedReviews;
  readonly #stop = new AbortController();

  constructor({
    reviews,
    polling,
    userActivity,
    drawn = () => Promise.resolve(),
    follow = () => Promise.resolve(undefined),
    kept,
    clock = systemClock,
    random = Math.random,
  }: ReviewRunsOptions) {
    this.#reviews = reviews;
    this.#polling = polling;
    this.#userActivity = userActivity;
    this.#drawn = drawn;
    this.#follow = follow;
    this.#asked = new AskedReviews(kept, clock);
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * Returns when a review of this pull request was requested within the last hour without learning whether the request
   * arrived, in milliseconds since the epoch. Do not trigger another one before the user confirms it.
   */
  unclearSince(subject: ReviewSubject): number | undefined {
    return this.#asked.unclearSince(subject);
  }

  /**
   * Triggers a review and watches it until it ends. `signal` cancels the review where the service can do so. Elsewhere it
   * ends the watch only, and the request that triggers the review is always awaited, since otherwise it would be unknown
   * whether it arrived.
   * @throws CodeReviewError of kind `cancelled` when the review was cancelled, or the watch was stopped, which leaves it
   * pending
   */
  async run(
    subject: ReviewSubject,
    service: ReviewService,
    signal: AbortSignal,
    options?: TriggerOptions,
  ): Promise<SettledRecord> {
    const triggeredAt = triggeredAfter(this.#reviews.records, this.#clock.now());
    const triggered = { state: 'triggered', subject, triggeredAt } as const;
    this.#reviews.put(triggered);
    const showCancelling = (): void => this.#reviews.put({ ...triggered, isCancelling: true });
    if (signal.aborted) showCancelling();
    signal.addEventListener('abort', showCancelling, { once: true });
    let review: Review;
    try {
      const stop = service.cancelReview ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
      const send = (): Promise<Review> => service.triggerReview(subject.pullRequest, stop, options);
      // One that can be cancelled ends with its window, and costs nothing elsewhere.
      review = await (service.cancelReview ? send() : this.#asked.ask(subject, send, this.#stop.signal));
    } catch (error) {
      this.#reviews.drop(triggered);
      throw error;
    } finally {
      signal.removeEventListener('abort', showCancelling);
    }
    const record = await this.#next(triggered, review, !signal.aborted);
    await this.#reviews.keep(record);
    return isSettled(record) && record.review.comments !== undefined ? record : this.watch(record, service, signal);
  }

  /**
   * Watches a review until it ends or the deadline passes; one that its service has forgotten, or sends as what cannot be
   * read, has failed. `signal` cancels it as in `run`.
   * @throws CodeReviewError of kind `cancelled` when the review was cancelled, also by another window, or the watch was
   * stopped, which leaves it pending
   */
  async watch(record: ReviewRecord, service: ReviewService, signal: AbortSignal): Promise<SettledRecord> {
    if (record.state === 'triggered') throw new CodeReviewError('input', t('This review has not been triggered yet.'));
    const { reviewId, triggeredAt } = record;
    let current: ReviewRecord = record;
    const advance = async (review: Review): Promise<void> => {
      current = await this.#next(current, review, true);
      this.#reviews.put(current);
    };
    const waitFor = (stage: string): void => {
      if (current.state !== 'pending' || current.review.stage === stage) return;
      this.#reviews.put((current = { ...current, review: { ...current.review, stage } }));
    };
    if (record.state === 'pending' && !record.watched) {
      current = { ...record, watched: true };
      await this.#reviews.keep(current);
    }
    const { cancelReview } = service;
    const cancel = async (cause: unknown): Promise<WatchResult> => {
      if (cancelReview === undefined || !signal.aborted || this.#stop.signal.aborted) throw cause;
      if (current.state === 'pending') this.#reviews.put((current = { ...current, isCancelling: true }));
      const review = await cancelReview(reviewId, this.#stop.signal).catch((error: unknown) => {
        if (!CodeReviewError.is(error, 'notFound')) throw error;
        return this.#discard(current);
      });
      await this.#polling.publish(service.name, reviewId, review);
      return { review, settled: true };
    };
    try {
      const { review, settled } = await watchReview(
        {
          reviewId,
          triggeredAt,
          poll: (id, stop) => service.getReview(id, stop),
          onHint: service.onHint,
          onPoll: advance,
          onLimit: until => waitFor(t('no requests left until {time}', { time: formatEnd(until) })),
          onFailure: error => waitFor(failureStage(error)),
          pace: () => this.#pace(service),
          onPaceChange: listener => {
            const subscriptions = [this.#userActivity.onDidReturn(listener), service.onDidChangeBudget?.(listener)];
            return { dispose: () => subscriptions.forEach(subscription => subscription?.dispose()) };
          },
          polls: this.#pollsOf(service.name, reviewId),
          clock: this.#clock,
          random: this.#random,
        },
        AbortSignal.any([signal, this.#stop.signal]),
      ).catch(cancel);
      if (cancelReview !== undefined && review.status === 'cancelled') return await this.#discard(current);
      // The last look has settled it already where it said how: the same record again is no news.
      const ended =
        isSettled(current) && current.review === review
          ? current
          : await this.#settle(current, review, settled ? endOf(review.state) : 'gaveUp');
      const duration = durationOf(ended);
      // It says nothing where the clock was set back.
      if (ended.state === 'completed' && duration >= 0) await this.#polling.noteDuration(service.name, duration);
      await this.#reviews.keep(ended);
      return ended;
    } catch (error) {
      const isWaiting = current.state === 'pending' || current.state === 'gaveUp';
      if (CodeReviewError.is(error) && isLost(error) && isWaiting && this.#reviews.has(current)) {
        const lost = await this.#settle(current, { ...current.review, reason: error.message }, 'failed');
        await this.#reviews.keep(lost);
        return lost;
      }
      // What ends with its window stays marked as watched, so that the next window goes on.
      if (this.#reviews.has(current) && current.state === 'pending' && !this.#stop.signal.aborted)
        await this.#reviews.keep(await this.#next(current, current.review, false));
      throw error;
    }
  }

  /** Whether this window is the one that has a commit reviewed that no user has asked for; false if another window does. */
  claimsTrigger({ service, pullRequest, headCommit = '' }: ReviewSubject): Promise<boolean> {
    return this.#polling.claimTrigger(service, `${pullRequest.repository} #${pullRequest.number}`, headCommit);
  }

  /** Whether this window is the one that tells the user of the end; false if another window does. */
  tellsEnd({ subject, reviewId }: SettledRecord): Promise<boolean> {
    return this.#polling.claim(subject.service, reviewId, end);
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #next(
    record: ReviewRecord,
    review: Review,
    watched: boolean,
  ): Promise<ReviewRecord & { readonly reviewId: string }> {
    const { subject, triggeredAt } = record;
    if (review.state === 'running' || review.state === 'unknown' || review.comments === undefined) {
      // The comments so far stay until there are others: the next answer may come from a window that knows of none.
      const { comments = 'review' in record ? record.review.comments : undefined } = review;
      const known = { ...review, comments };
      return { state: 'pending', subject, triggeredAt, reviewId: review.id, review: known, watched };
    }
    return this.#settle(record, review, endOf(review.state));
  }

  async #settle(record: ReviewRecord, review: Review, state: SettledRecord['state']): Promise<SettledRecord> {
    const { subject, triggeredAt } = record;
    const settledAt = this.#clock.now();
    const settled: SettledRecord = { state, subject, triggeredAt, reviewId: review.id, settledAt, review };
    const renamed = await this.#follow(settled, this.#reviews.records, this.#stop.signal);
    return renamed === undefined ? settled : { ...settled, renamed };
  }

  async #pace(service: ReviewService): Promise<Pace> {
    const [budget, { pending, submitted }, durations] = await Promise.all([
      service.budget?.() ?? unlimited,
      this.#polling.activity(),
      this.#polling.durations(service.name),
    ]);
    const { active } = this.#userActivity;
    return { durations, budget, pending, submitted, active };
  }

  #pollsOf(service: string, reviewId: string): ReviewPolls {
    const polling = this.#polling;
    return {
      claim: look => polling.claim(service, reviewId, look),
      latest: () => polling.latest(service, reviewId),
      publish: async review => {
        await this.#drawnSoon();
        await polling.publish(service, reviewId, review);
      },
      onDidPublish: listener =>
        polling.onDidPublish(published => {
          if (published.service === service && published.reviewId === reviewId) listener(published.review);
        }),
    };
  }

  /** Who asked for it sees it first: to write a long review down takes as long as to show it. */
  async #drawnSoon(): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([this.#drawn(), this.#clock.wait(longestDrawing, waiting.signal).catch(() => undefined)]);
    waiting.abort();
  }

  async #discard(record: ReviewRecord): Promise<never> {
    await this.#reviews.discard(record);
    throw new CodeReviewError('cancelled', t('The review was cancelled.'));
  }
}

/** In milliseconds; more, and others would wait. */
const longestDrawing = 1_000;
/** Stands for the end of a review among its polls, which are named after times. */
const end = 0;
const unlimited: WatchBudget = { limit: Infinity, remaining: Infinity, renewsIn: 0 };

/** What a review says while it waits for a service that does not answer as it should. */
function failureStage({ details: { status, unread } }: CodeReviewError): string {
  if (unread === 'page') return t('service answers a web page: check its address');
  if (unread !== undefined) return t('service answers no review: check its address');
  return status === undefined ? t('service not reached') : t('service failing');
}

/** Whether no later poll can bring the review: its service has forgotten it, or sends it as what cannot be read. */
function isLost({ kind, details }: CodeReviewError): boolean {
  return kind === 'notFound' || details.unread !== undefined;
}

/** How long a review took, in milliseconds, by the service's own times if it sends them: a poll comes later. */
function durationOf({ review, triggeredAt, settledAt }: SettledRecord): number {
  const own = Date.parse(review.completedAt ?? '') - Date.parse(review.createdAt ?? '');
  return own >= 0 ? own : settledAt - triggeredAt;
}

function endOf(state: ReviewState): SettledRecord['state'] {
  return state === 'running' ? 'gaveUp' : state;
}
