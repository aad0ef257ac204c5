import type { EngineComment } from './engineComment.ts';
import type { UnreadFile } from './reviewerReport.ts';

/** What a review is about, known once the changes are read. */
export interface ReviewedFiles {
  /** The changed files that are read. */
  readonly read: readonly { readonly path: string; readonly addedLines: number }[];
  readonly unread: readonly UnreadFile[];
}

/** The state of a review that is under way. */
export interface ReviewProgress {
  /** The current step in plain words, without a full stop. */
  readonly stage: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** The comments so far; absent if they are those that were reported last. */
  readonly comments?: readonly EngineComment[];
  /** Told once. */
  readonly files?: ReviewedFiles;
  /** Set for the first words of a slow step, which clients are to see at once even without comments. */
  readonly isSlowStep?: true;
}

interface Parts {
  /** How long each step takes, relative to the others. */
  readonly weights: readonly number[];
  /** In milliseconds, with any origin. */
  readonly now: () => number;
  readonly onProgress: (progress: ReviewProgress) => void;
  /** Least time between two reports of comments, in milliseconds, except before a slow step: building them takes time. */
  readonly pause: number;
}

/** Reports the steps of a review. */
export class ProgressReporter {
  readonly #parts: Parts;
  readonly #total: number;
  #weight = 0;
  #begun = 0;
  #done = 0;
  #commentsAt: number;
  /** What goes with the next words. */
  #held: Pick<ReviewProgress, 'comments' | 'files' | 'isSlowStep'> = {};

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#total = parts.weights.reduce((sum, weight) => sum + weight, 0);
    this.#commentsAt = parts.now();
  }

  /** Tells the files with the next report. */
  tellFiles(files: ReviewedFiles): void {
    this.#held = { ...this.#held, files };
  }

  /**
   * Begins the next step.
   * @param comments builds the comments so far, if there are new ones
   * @returns whether they are reported
   */
  begin(stage: string, comments?: () => readonly EngineComment[]): boolean {
    const { weights, now, pause } = this.#parts;
    this.#done += this.#weight;
    this.#weight = weights[this.#begun++] ?? 0;
    const isSlow = this.#weight > 1;
    const isDue = isSlow || now() - this.#commentsAt >= pause;
    const built = isDue ? comments?.() : undefined;
    if (built !== undefined) this.#commentsAt = now();
    const held = { ...this.#held, ...(built && { comments: built }) };
    // Clients look as soon as there are comments: by then a slow step is to have said what it does.
    this.#held = isSlow ? {} : held;
    this.report(stage, 0);
    if (isSlow) this.#held = { ...held, isSlowStep: true };
    return built !== undefined;
  }

  /** Reports the share of the current step that is done, from 0 to 1. */
  readonly report = (stage: string, share: number): void => {
    const progress = (this.#done + this.#weight * share) / this.#total;
    const held = this.#held;
    this.#held = {};
    this.#parts.onProgress({ stage, progress, ...held });
  };
}
