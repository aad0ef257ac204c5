import { CodeReviewError } from '../core/errors.ts';
import { builtInOnly, type ReviewerSettings } from '../core/reviewerSettings.ts';
import { Git } from '../git/git.ts';
import type { EarlierReview, EngineJob, EngineResult } from './engine/messages.ts';
import { EngineProcess, type EngineProcessOptions } from './engineProcess.ts';
import { gapsOf } from './gaps.ts';
import { outcomesOf } from './outcomes.ts';
import { configurationOf } from './reviewers/configuration.ts';
import type { Store, StoredReview } from './store.ts';

interface JobsOptions extends EngineProcessOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Asked for every review, so that a change holds for the next one. */
  readonly reviewers?: () => ReviewerSettings;
  /** Told the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
}

/** Makes the reviews one after another, outside of the service's process. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #engine: EngineProcess;
  readonly #git: Git;
  readonly #waiting: StoredReview[] = [];
  /** Reviews that have ended and could not be stored, by id. */
  readonly #unstored = new Map<string, StoredReview>();
  readonly #ended = new AbortController();
  /** Id of the review that is being made. */
  #current: string | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#engine = new EngineProcess(options);
    this.#git = new Git({ executable: options.gitExecutable, log: () => undefined });
  }

  /**
   * Takes up what a service that was stopped had not finished.
   * @param roots of the working copies: others are left to the service that serves them, with its trust and its reviewers
   */
  resume(roots: readonly string[]): void {
    for (const review of this.#options.store.pendingReviews()) if (roots.includes(review.root)) this.add(review);
  }

  /** As it stands, also where it cannot be stored. */
  review(id: string): StoredReview | undefined {
    return this.#unstored.get(id) ?? this.#options.store.review(id);
  }

  add(review: StoredReview): void {
    if (this.#current === review.id || this.#waiting.some(({ id }) => id === review.id)) return;
    this.#waiting.push(review);
    // After the answer that the review is pending.
    setImmediate(() => void this.#work().catch(this.#options.onError));
  }

  dispose(): void {
    this.#waiting.length = 0;
    this.#ended.abort();
    this.#engine.dispose();
  }

  async #work(): Promise<void> {
    if (this.#current !== undefined) return;
    for (let review = this.#waiting.shift(); review !== undefined; review = this.#waiting.shift()) {
      this.#current = review.id;
      try {
        await this.#make(review);
      } catch (error) {
        // The store cannot be read; the next one may do better.
        this.#options.onError(error);
        this.#settle(review, { status: 'failed', reason: 'The service failed. Its log has the details.', reports: [] });
      }
    }
    this.#current = undefined;
  }

  async #make(waiting: StoredReview): Promise<void> {
    const { store, reviewers = () => builtInOnly } = this.#options;
    const settings = reviewers();
    const review = { ...waiting, configuration: configurationOf(settings) };
    const last = store.lastReview(review.repository, review.pr);
    const result = this.#known(review) ?? (await this.#engine.review(jobOf(review, last, settings)));
    if (!this.#ended.signal.aborted) await this.#noteOutcomes(last, { ...review, result });
    this.#settle(review, result);
  }

  /** What cannot be stored, as on a full disk, is known until it can, or else until the service ends. */
  #settle(review: StoredReview, result: EngineResult): void {
    if (this.#ended.signal.aborted) return;
    const { store, now, onSettled, onError } = this.#options;
    this.#unstored.set(review.id, { ...review, status: result.status, completedAt: now(), result });
    try {
      for (const [id, settled] of this.#unstored) {
        store.putReview(settled);
        this.#unstored.delete(id);
      }
    } catch (error) {
      onError(error);
    }
    onSettled(review.id);
  }

  /** The same commits give the same comments, unless a part failed or did not run, which is tried again. */
  #known(review: StoredReview): EngineResult | undefined {
    const result = this.#options.store.completedReview(review)?.result;
    if (result?.status !== 'completed' || gapsOf(result).some(({ isFailure }) => isFailure)) return undefined;
    return result;
  }

  /** What cannot be decided is not counted; the review stands in any case. */
  async #noteOutcomes(last: StoredReview | undefined, review: StoredReview): Promise<void> {
    const { store, now, onError } = this.#options;
    if (last === undefined || !isComparable(last, review) || last.head === review.head) return;
    if (last.result?.status !== 'completed' || review.result?.status !== 'completed') return;
    try {
      const earlier = { head: last.head, result: last.result };
      const later = { head: review.head, result: review.result };
      store.putOutcomes(await outcomesOf(this.#git, review, earlier, later, this.#ended.signal), now());
    } catch (error) {
      if (!CodeReviewError.is(error)) onError(error);
    }
  }
}

function jobOf(review: StoredReview, last: StoredReview | undefined, reviewers: ReviewerSettings): EngineJob {
  const { root, base, head } = review;
  const earlier = last !== undefined && isComparable(last, review) ? earlierReview(last) : undefined;
  return { root, base, head, reviewers, ...(earlier !== undefined && { earlier }) };
}

/** Whether both are made in the same way. */
function isComparable(a: StoredReview, b: StoredReview): boolean {
  return a.engine === b.engine && a.configuration === b.configuration;
}

function earlierReview({ head, result }: StoredReview): EarlierReview | undefined {
  if (result?.status !== 'completed' || result.memory === undefined) return undefined;
  return { head, reports: result.reports, memory: result.memory };
}
