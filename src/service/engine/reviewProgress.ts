import type { EngineComment } from './engineComment.ts';

/** The state of a review that is under way. */
export interface ReviewProgress {
  /** The current step in plain words, without a full stop. */
  readonly stage: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** The comments so far; absent if they are those that were reported last. */
  readonly comments?: readonly EngineComment[];
}

interface Parts {
  /** How long each step takes, relative to the others. */
  readonly weights: readonly number[];
  /** In milliseconds, with any origin. */
  readonly now: () => number;
  readonly onProgress: (progress: ReviewProgress) => void;
}

/** Least time between two reports of comments, in milliseconds, except before a slow step: building them takes time. */
const shortestPause = 1_000;

/** Reports the steps of a review. */
export class ProgressReporter {
  readonly #parts: Parts;
  readonly #total: number;
  #weight = 0;
  #begun = 0;
  #done = 0;
  #commentsAt: number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#total = parts.weights.reduce((sum, weight) => sum + weight, 0);
    this.#commentsAt = parts.now();
  }

  /**
   * Begins the next step.
   * @param comments builds the comments so far, if there are new ones
   * @returns whether they were reported
   */
  begin(stage: string, comments?: () => readonly EngineComment[]): boolean {
    const { weights, now } = this.#parts;
    this.#done += this.#weight;
    this.#weight = weights[this.#begun++] ?? 0;
    const isDue = this.#weight > 1 || now() - this.#commentsAt >= shortestPause;
    if (comments === undefined || !isDue) {
      this.report(stage, 0);
      return false;
    }
    this.report(stage, 0, comments());
    this.#commentsAt = now();
    return true;
  }

  /** Reports the share of the current step that is done, from 0 to 1. */
  readonly report = (stage: string, share: number, comments?: readonly EngineComment[]): void => {
    const progress = (this.#done + this.#weight * share) / this.#total;
    this.#parts.onProgress({ stage, progress, ...(comments !== undefined && { comments }) });
  };
}
