import { builtInOnly, type ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { Git } from '../../git/run/git.ts';
import type { ReviewProgress } from '../engine/reviewProgress.ts';
import type { Engine, EngineOptions, StartEngine } from './engineProcess.ts';
import { makeReview } from './makeReview.ts';
import type { Store, StoredReview } from '../store/store.ts';
import { WorkQueue } from './workQueue.ts';

interface JobsOptions extends EngineOptions {
  readonly startEngine: StartEngine;
  readonly store: Store;
  readonly now: () => number;
  /** Called for every review with the top folder of its working copy, so that a change takes effect with the next one. */
  readonly reviewers?: (root: string) => ReviewerSettings;
  /** Called with the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
  /** Called with the id of a running review that has new comments or begins a slow step. */
  readonly onProgress?: (reviewId: string) => void;
}

/** The progress of a review, which is `pending` while no engine makes it. */
export interface QueuedProgress extends ReviewProgress {
  readonly status: 'pending' | 'running';
}

/** A review that an engine makes now. */
interface RunningReview {
  readonly stop: AbortController;
  progress: ReviewProgress;
}

// A slow review must not hold up another pull request; each engine takes up to 600 MB.
const engineCount = 2;

/** Queue of reviews: two run at a time, in child processes, and those of one pull request one after another. */
export class ReviewQueue {
  readonly #options: JobsOptions;
  readonly #engines: readonly Engine[];
  readonly #queue: WorkQueue<StoredReview, Engine>;
  readonly #git: Git;
  readonly #running = new Map<string, RunningReview>();
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
  async resume(roots: readonly string[]): Promise<void> {
    for (const review of await this.#options.store.pendingReviews()) if (roots.includes(review.root)) this.add(review);
  }

  /** The current state of a review, also if it could not be stored. */
  async review(id: string): Promise<StoredReview | undefined> {
    const review = this.#unstored.get(id) ?? (await this.#options.store.review(id));
    // The service of another window may have cancelled it.
    if (review?.status === 'cancelled') this.#running.get(id)?.stop.abort();
    return review;
  }

  /** The progress of a review that this service is making or is about to make. */
  progress(id: string): QueuedProgress | undefined {
    const running = this.#running.get(id);
    if (running !== undefined) return { status: 'running', ...running.progress };
    if (!this.#queue.isWaiting(id)) return undefined;
    return { status: 'pending', stage: 'waiting for another review to end', progress: 0 };
  }

  /** Cancels a review unless it has ended, and returns its state. */
  async cancel(id: string): Promise<StoredReview | undefined> {
    const review = await this.review(id);
    if (review?.status !== 'pending') return review;
    this.#queue.remove(id);
    this.#running.get(id)?.stop.abort();
    await this.#settle({ ...review, status: 'cancelled' });
    return this.review(id);
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
    const running: RunningReview = { stop: new AbortController(), progress: { stage: 'starting', progress: 0 } };
    this.#running.set(waiting.id, running);
    try {
      // The service of another window may have ended it while it waited here. A store that was damaged has lost it.
      const { status } = (await this.review(waiting.id)) ?? waiting;
      if (status !== 'pending') {
        this.#tell(this.#options.onSettled, waiting.id);
        return;
      }
      const made = await this.#make(waiting, engine, running);
      const isCancelled = (await this.review(waiting.id))?.status === 'cancelled' || running.stop.signal.aborted;
      if (!isCancelled) await this.#settle(made);
    } catch (error) {
      if (running.stop.signal.aborted) return;
      // The store cannot be read; the next one may do better.
      this.#report(error);
      const result = { status: 'failed', reason: 'The service failed. Its log has the details.', reports: [] } as const;
      await this.#settle({ ...waiting, status: 'failed', result });
    } finally {
      this.#running.delete(waiting.id);
    }
  }

  #make(waiting: StoredReview, engine: Engine, running: RunningReview): Promise<StoredReview> {
    const { store, now, reviewers = () => builtInOnly } = this.#options;
    const parts = { store, git: this.#git, engine, reviewers: reviewers(waiting.root), now, onError: this.#report };
    return makeReview(parts, waiting, {
      signal: AbortSignal.any([this.#ended.signal, running.stop.signal]),
      onProgress: progress => {
        running.progress = { ...running.progress, ...progress };
        if (progress.comments !== undefined || progress.isSlowStep === true)
          this.#tell(this.#options.onProgress, waiting.id);
      },
    });
  }

  /** What cannot be stored, as on a full disk, is known until it can, or else until the service ends. */
  async #settle(review: StoredReview): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const { store, now, onSettled } = this.#options;
    this.#unstored.set(review.id, { ...review, completedAt: now() });
    try {
      for (const [id, settled] of this.#unstored) {
        await store.putReview(settled);
        if (this.#unstored.get(id) === settled) this.#unstored.delete(id);
      }
    } catch (error) {
      this.#report(error);
    }
    this.#tell(onSettled, review.id);
  }

  /** Never throws: a callback that fails must not keep the next review from being made. */
  #tell(callback: ((reviewId: string) => void) | undefined, reviewId: string): void {
    try {
      callback?.(reviewId);
    } catch (error) {
      this.#report(error);
    }
  }

  readonly #report = (error: unknown): void => {
    try {
      this.#options.onError(error);
    } catch {
      // Nobody else can be told.
    }
  };
}
