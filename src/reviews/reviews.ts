import { systemClock, type Clock } from '../core/base/clock.ts';
import { DisposableStore, type Disposable } from '../core/base/disposable.ts';
import { CodeReviewError } from '../core/base/errors.ts';
import { Emitter, type Event } from '../core/base/events.ts';
import type { WatchBudget } from '../api/rateLimit/watchBudget.ts';
import type { PullRequestId } from '../core/review/pullRequest.ts';
import type { Review, ReviewState } from '../core/review/review.ts';
import { formatTime } from '../core/base/formatTime.ts';
import { isSettled, type ReviewRecord, type ReviewSubject, type SettledRecord } from './store/reviewRecord.ts';
import type { ReviewStore } from './store/reviewStore.ts';
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

interface ReviewsOptions {
  readonly store: ReviewStore;
  readonly polling: SharedPolling;
  readonly userActivity: UserActivity;
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** The reviews of this window. Triggers, watches and stores them, and fires an event for every change. */
export class Reviews implements Disposable {
  readonly #store: ReviewStore;
  readonly #polling: SharedPolling;
  readonly #userActivity: UserActivity;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<ReviewRecord>;
  readonly #onError: (error: unknown) => void;
  #records: readonly ReviewRecord[] = [];
  readonly #restored = new Set<string>();
  readonly #stop = new AbortController();
  readonly #unclear = new Map<string, number>();
  #interrupted: ReviewRecord[] = [];

  constructor({ store, polling, userActivity, onError, clock = systemClock, random = Math.random }: ReviewsOptions) {
    this.#store = store;
    this.#polling = polling;
    this.#userActivity = userActivity;
    this.#clock = clock;
    this.#random = random;
    this.#onError = onError;
    this.#changed = this.#owned.add(new Emitter(onError));
  }

  /** Fires with the new record of a review whose state, stage or result changed. */
  get onDidChange(): Event<ReviewRecord> {
    return this.#changed.event;
  }

  /** Loads the reviews that are stored in a place, see `placeOf`. Does nothing on later calls. */
  async restore(place: string): Promise<void> {
    if (this.#restored.has(place)) return;
    this.#restored.add(place);
    for (const record of (await this.#store.load(place)).reverse()) {
      if (record.state !== 'pending') this.#put(record);
      else {
        const waiting = { ...record, watched: false };
        if (record.watched) this.#interrupted.push(waiting);
        this.#put(waiting);
      }
    }
  }

  /** All known reviews. */
  get records(): readonly ReviewRecord[] {
    return this.#records;
  }

  /** Forgets reviews for good; those that are watched stay. */
  async remove(records: readonly ReviewRecord[]): Promise<void> {
    for (const record of records) {
      if (record.state === 'triggered' || (record.state === 'pending' && record.watched)) continue;
      this.#drop(record);
      await this.#store.remove(record);
    }
  }

  /** Ties the reviews of a pull request that was not checked out to the branch that it is checked out as now. */
  async tie(records: readonly ReviewRecord[], root: string, branch: string): Promise<void> {
    for (const record of records.filter(isSettled)) {
      const { kind, service, pullRequest, title, headCommit } = record.subject;
      await this.#store.remove(record);
      await this.#keep({ ...record, subject: { kind, service, pullRequest, title, root, branch, headCommit } });
    }
  }

  /** Returns all known reviews of a working copy, most recently triggered first. */
  of(root: string): readonly ReviewRecord[] {
    return this.#records.filter(record => record.subject.root === root).sort((a, b) => b.triggeredAt - a.triggeredAt);
  }

  /** Returns the reviews of a branch, most recently triggered first. @param branch `undefined` for a detached HEAD */
  ofBranch(root: string, branch: string | undefined): readonly ReviewRecord[] {
    return this.of(root).filter(record => record.subject.branch === branch);
  }

  /** The reviews that have not ended and that this window does not watch, latest last. */
  get resumable(): readonly ReviewRecord[] {
    return this.#records.filter(record => record.state === 'gaveUp' || (record.state === 'pending' && !record.watched));
  }

  /** Returns the restored reviews that were being watched when their window closed, each one only once. */
  takeInterrupted(): readonly ReviewRecord[] {
    const taken = this.#interrupted;
    this.#interrupted = [];
    return taken;
  }

  /**
   * Returns when a review of this pull request was last requested without learning whether the request arrived, in
   * milliseconds since the epoch. Do not trigger another one before the user confirms it.
   */
  unclearSince(subject: ReviewSubject): number | undefined {
    return this.#unclear.get(keyOf(subject));
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
    const triggered: ReviewRecord = { state: 'triggered', subject, triggeredAt: this.#clock.now() };
    this.#put(triggered);
    let review: Review;
    try {
      const stop = service.cancelReview ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
      review = await service.triggerReview(subject.pullRequest, stop, options);
    } catch (error) {
      this.#drop(triggered);
      if (CodeReviewError.is(error, 'unclear')) this.#unclear.set(keyOf(subject), this.#clock.now());
      throw error;
    }
    this.#unclear.delete(keyOf(subject));
    const record = this.#next(triggered, review, !signal.aborted);
    await this.#keep(record);
    return isSettled(record) && record.review.comments !== undefined ? record : this.watch(record, service, signal);
  }

  /**
   * Watches a review until it ends or the deadline passes. `signal` cancels it as in `run`.
   * @throws CodeReviewError of kind `cancelled` when the review was cancelled, also by another window, or the watch was
   * stopped, which leaves it pending
   */
  async watch(record: ReviewRecord, service: ReviewService, signal: AbortSignal): Promise<SettledRecord> {
    if (record.state === 'triggered') throw new CodeReviewError('input', 'This review has not been triggered yet.');
    const { reviewId, triggeredAt } = record;
    let current: ReviewRecord = record;
    const advance = (review: Review): void => {
      current = this.#next(current, review, true);
      this.#put(current);
    };
    if (record.state === 'pending' && !record.watched) {
      current = { ...record, watched: true };
      await this.#keep(current);
    }
    const { cancelReview } = service;
    const cancel = async (cause: unknown): Promise<WatchResult> => {
      if (cancelReview === undefined || !signal.aborted || this.#stop.signal.aborted) throw cause;
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
          onLimit: until => {
            if (current.state !== 'pending') return;
            const stage = `no requests left until ${formatTime(until)}`;
            if (current.review.stage !== stage)
              this.#put((current = { ...current, review: { ...current.review, stage } }));
          },
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
          : this.#settle(current, review, settled ? endOf(review.state) : 'gaveUp');
      if (ended.state === 'completed') await this.#polling.noteDuration(service.name, durationOf(ended));
      await this.#keep(ended);
      return ended;
    } catch (error) {
      // What ends with its window stays marked as watched, so that the next window goes on.
      const isKnown = this.#records.some(other => isSame(other, current));
      if (isKnown && current.state === 'pending' && !this.#stop.signal.aborted)
        await this.#keep({ ...current, watched: false });
      throw error;
    }
  }

  /** Whether this window is the one that tells the user of the end; false if another window does. */
  tellsEnd({ subject, reviewId }: SettledRecord): Promise<boolean> {
    return this.#polling.claim(subject.service, reviewId, end);
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  #next(record: ReviewRecord, review: Review, watched: boolean): ReviewRecord & { readonly reviewId: string } {
    const { subject, triggeredAt } = record;
    if (review.state === 'running' || review.state === 'unknown' || review.comments === undefined) {
      // The comments so far stay until there are others: the next answer may come from a window that knows of none.
      const { comments = 'review' in record ? record.review.comments : undefined } = review;
      const known = { ...review, comments };
      return { state: 'pending', subject, triggeredAt, reviewId: review.id, review: known, watched };
    }
    return this.#settle(record, review, endOf(review.state));
  }

  #settle(record: ReviewRecord, review: Review, state: SettledRecord['state']): SettledRecord {
    const { subject, triggeredAt } = record;
    return { state, subject, triggeredAt, reviewId: review.id, settledAt: this.#clock.now(), review };
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
      publish: review => polling.publish(service, reviewId, review),
      onDidPublish: listener =>
        polling.onDidPublish(published => {
          if (published.service === service && published.reviewId === reviewId) listener(published.review);
        }),
    };
  }

  async #discard(record: ReviewRecord): Promise<never> {
    this.#drop(record);
    await this.#store.remove(record).catch(this.#onError);
    throw new CodeReviewError('cancelled', 'The review was cancelled.');
  }

  async #keep(record: ReviewRecord): Promise<void> {
    this.#put(record);
    try {
      await this.#store.save(record);
    } catch (error) {
      // A full disk must not cost the user the review that is on the screen.
      this.#onError(error);
    }
  }

  #put(record: ReviewRecord): void {
    this.#records = [...this.#records.filter(other => !isSame(other, record)), record];
    this.#changed.fire(record);
  }

  #drop(record: ReviewRecord): void {
    this.#records = this.#records.filter(other => !isSame(other, record));
    this.#changed.fire(record);
  }
}

/** Stands for the end of a review among its polls, which are named after times. */
const end = 0;
const unlimited: WatchBudget = { limit: Infinity, remaining: Infinity, renewsIn: 0 };

/** How long a review took, in milliseconds, by the service's own times if it sends them: a poll comes later. */
function durationOf({ review, triggeredAt, settledAt }: SettledRecord): number {
  const own = Date.parse(review.completedAt ?? '') - Date.parse(review.createdAt ?? '');
  return own >= 0 ? own : settledAt - triggeredAt;
}

function endOf(state: ReviewState): SettledRecord['state'] {
  return state === 'running' ? 'gaveUp' : state;
}

function keyOf({ service, pullRequest }: ReviewSubject): string {
  return [service, pullRequest.repository.toLowerCase(), pullRequest.number].join('\0');
}

function isSame(a: ReviewRecord, b: ReviewRecord): boolean {
  return (a.triggeredAt === b.triggeredAt && a.subject === b.subject) || sameReview(a, b);
}

function sameReview(a: ReviewRecord, b: ReviewRecord): boolean {
  return 'reviewId' in a && 'reviewId' in b && a.reviewId === b.reviewId && a.subject.service === b.subject.service;
}
