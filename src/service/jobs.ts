import type { EngineResult } from './engine/messages.ts';
import { EngineProcess, type EngineProcessOptions } from './engineProcess.ts';
import type { Store, StoredReview } from './store.ts';

interface JobsOptions extends EngineProcessOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Told the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
}

/** Makes the reviews one after another, outside of the service's process. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #engine: EngineProcess;
  readonly #waiting: StoredReview[] = [];
  #busy = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#engine = new EngineProcess(options);
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
    this.#engine.dispose();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let review = this.#waiting.shift(); review !== undefined; review = this.#waiting.shift()) {
        this.#settle(review, this.#earlier(review) ?? (await this.#run(review)));
      }
    } finally {
      this.#busy = false;
    }
  }

  #settle(review: StoredReview, result: EngineResult): void {
    const { store, now, onSettled } = this.#options;
    store.putReview({ ...review, status: result.status, completedAt: now(), result });
    onSettled(review.id);
  }

  /** The same commits give the same comments. */
  #earlier({ base, head, engine }: StoredReview): EngineResult | undefined {
    return this.#options.store
      .reviews()
      .find(each => each.status === 'completed' && each.base === base && each.head === head && each.engine === engine)
      ?.result;
  }

  #run({ root, base, head }: StoredReview): Promise<EngineResult> {
    return this.#engine.review({ root, base, head });
  }
}
