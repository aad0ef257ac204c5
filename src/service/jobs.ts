import { CodeReviewError } from '../core/errors.ts';
import { builtInOnly, type ReviewerSettings } from '../core/reviewerSettings.ts';
import { Git } from '../git/git.ts';
import type { EarlierReview, EngineJob, EngineResult } from './engine/messages.ts';
import { EngineProcess, type EngineProcessOptions } from './engineProcess.ts';
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
  readonly #ended = new AbortController();
  #busy = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#engine = new EngineProcess(options);
    this.#git = new Git({ executable: options.gitExecutable, log: () => undefined });
  }

  /** Takes up what a service that was stopped had not finished. */
  resume(): void {
    for (const review of this.#options.store.pendingReviews()) this.add(review);
  }

  add(review: StoredReview): void {
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
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let review = this.#waiting.shift(); review !== undefined; review = this.#waiting.shift()) {
        await this.#make(review);
      }
    } finally {
      this.#busy = false;
    }
  }

  async #make(waiting: StoredReview): Promise<void> {
    const { store, now, onSettled, reviewers = () => builtInOnly } = this.#options;
    const settings = reviewers();
    const review = { ...waiting, configuration: configurationOf(settings) };
    const last = store.lastReview(review.repository, review.pr);
    const result = this.#known(review) ?? (await this.#engine.review(jobOf(review, last, settings)));
    if (this.#ended.signal.aborted) return;
    const settled = { ...review, status: result.status, completedAt: now(), result };
    await this.#noteOutcomes(last, settled);
    store.putReview(settled);
    onSettled(review.id);
  }

  /** The same commits give the same comments, unless a reviewer failed or was kept from reading, which is tried again. */
  #known(review: StoredReview): EngineResult | undefined {
    const result = this.#options.store.completedReview(review)?.result;
    const isWhole = result?.reports.every(({ status, nothingToRead }) => status === 'ok' || nothingToRead === true);
    return isWhole === true ? result : undefined;
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
