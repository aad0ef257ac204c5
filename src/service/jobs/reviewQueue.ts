import { CodeReviewError } from '../../core/base/errors.ts';
import { builtInOnly, type ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { Git } from '../../git/run/git.ts';
import type { EarlierReview } from '../engine/incremental.ts';
import type { EngineJob, EngineResult } from '../engine/messages.ts';
import type { Engine, EngineOptions, StartEngine } from './engineProcess.ts';
import { reviewGaps } from '../engine/result/reviewGaps.ts';
import { commentOutcomes } from './commentOutcomes.ts';
import { configurationHash } from '../reviewers/configurationHash.ts';
import type { Store, StoredReview } from '../store/store.ts';
import { WorkQueue } from './workQueue.ts';

interface JobsOptions extends EngineOptions {
  readonly startEngine: StartEngine;
  readonly store: Store;
  readonly now: () => number;
  /** Called for every review, so that a change takes effect with the next one. */
  readonly reviewers?: () => ReviewerSettings;
  /** Called with the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
}

// A slow review must not hold up another pull request; each engine takes up to 600 MB.
const engineCount = 2;

/** Queue of reviews: two run at a time, in child processes, and those of one pull request one after another. */
export class ReviewQueue {
  readonly #options: JobsOptions;
  readonly #engines: readonly Engine[];
  readonly #queue: WorkQueue<StoredReview, Engine>;
  readonly #git: Git;
  /** Reviews that have ended and could not be stored, by id. */
  readonly #unstored = new Map<string, StoredReview>();
  readonly #ended = new AbortController();

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#engines = Array.from({ length: engineCount }, () =>
      options.startEngine({ ...options, onError: this.#report }),
    );
    this.#queue = new WorkQueue({
      workers: this.#engines,
      groupOf: ({ repository, pr }) => `${repository} ${pr}`,
      work: (review, engine) => this.#work(review, engine),
    });
    this.#git = new Git({ executable: options.gitExecutable, log: () => undefined });
  }

  /**
   * Queues the reviews that an earlier run of the service left pending.
   * @param roots working copies whose reviews to resume; others belong to the service that serves them
   */
  resume(roots: readonly string[]): void {
    for (const review of this.#options.store.pendingReviews()) if (roots.includes(review.root)) this.add(review);
  }

  /** The current state of a review, also if it could not be stored. */
  review(id: string): StoredReview | undefined {
    return this.#unstored.get(id) ?? this.#options.store.review(id);
  }

  /** Queues a review; it starts after the response that it is pending. */
  add(review: StoredReview): void {
    this.#queue.add(review);
  }

  dispose(): void {
    this.#queue.clear();
    this.#ended.abort();
    for (const engine of this.#engines) engine.dispose();
  }

  async #work(waiting: StoredReview, engine: Engine): Promise<void> {
    try {
      this.#settle(await this.#make(waiting, engine));
    } catch (error) {
      // The store cannot be read; the next one may do better.
      this.#report(error);
      const result = { status: 'failed', reason: 'The service failed. Its log has the details.', reports: [] } as const;
      this.#settle({ ...waiting, status: 'failed', result });
    }
  }

  async #make(waiting: StoredReview, engine: Engine): Promise<StoredReview> {
    const { store, reviewers = () => builtInOnly } = this.#options;
    const settings = reviewers();
    const review = { ...waiting, configuration: configurationHash(settings) };
    const last = store.lastReview(review.repository, review.pr);
    const result = this.#known(review) ?? (await engine.review(jobOf(review, last, settings)));
    const made = { ...review, status: result.status, result };
    if (!this.#ended.signal.aborted) await this.#noteOutcomes(last, made);
    return made;
  }

  /** What cannot be stored, as on a full disk, is known until it can, or else until the service ends. */
  #settle(review: StoredReview): void {
    if (this.#ended.signal.aborted) return;
    const { store, now, onSettled } = this.#options;
    this.#unstored.set(review.id, { ...review, completedAt: now() });
    try {
      for (const [id, settled] of this.#unstored) {
        store.putReview(settled);
        this.#unstored.delete(id);
      }
    } catch (error) {
      this.#report(error);
    }
    try {
      onSettled(review.id);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Never throws: a callback that fails must not keep the next review from being made. */
  readonly #report = (error: unknown): void => {
    try {
      this.#options.onError(error);
    } catch {
      // Nobody else can be told.
    }
  };

  /** The same commits give the same comments, unless a part failed or did not run, which is tried again. */
  #known(review: StoredReview): EngineResult | undefined {
    const result = this.#options.store.completedReview(review)?.result;
    if (result?.status !== 'completed' || reviewGaps(result).some(({ isFailure }) => isFailure)) return undefined;
    return result;
  }

  /** What cannot be decided is not counted; the review stands in any case. */
  async #noteOutcomes(last: StoredReview | undefined, review: StoredReview): Promise<void> {
    const { store, now } = this.#options;
    if (last === undefined || !isComparable(last, review) || last.head === review.head) return;
    if (last.result?.status !== 'completed' || review.result?.status !== 'completed') return;
    try {
      const earlier = { head: last.head, result: last.result };
      const later = { head: review.head, result: review.result };
      store.putOutcomes(await commentOutcomes(this.#git, review, earlier, later, this.#ended.signal), now());
    } catch (error) {
      if (!CodeReviewError.is(error)) this.#report(error);
    }
  }
}

function jobOf(review: StoredReview, last: StoredReview | undefined, reviewers: ReviewerSettings): EngineJob {
  const { root, base, head } = review;
  const earlier = last !== undefined && isComparable(last, review) ? earlierReview(last) : undefined;
  return { root, base, head, reviewers, ...(earlier !== undefined && { earlier }) };
}

/** Whether the same engine and configuration made both. */
function isComparable(a: StoredReview, b: StoredReview): boolean {
  return a.engine === b.engine && a.configuration === b.configuration;
}

function earlierReview({ head, result }: StoredReview): EarlierReview | undefined {
  if (result?.status !== 'completed' || result.memory === undefined) return undefined;
  return { head, reports: result.reports, memory: result.memory };
}
