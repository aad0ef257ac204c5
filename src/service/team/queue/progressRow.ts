import type { ReviewProgress } from '../../engine/reviewProgress.ts';

interface Parts {
  /** Stores the progress. Resolves to false if the review is no longer this try's. */
  readonly store: (progress: ReviewProgress) => Promise<boolean>;
  /** Called once if the review is no longer this try's. */
  readonly onGone: () => void;
  /** Least time between two writes, in milliseconds. */
  readonly pause: number;
}

/** Stores the progress of a review and its comments so far as they change, with a pause between two writes, and the latest then. */
export class ProgressRow {
  readonly #parts: Parts;
  #next: ReviewProgress | undefined;
  #pause: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly tell = (progress: ReviewProgress): void => {
    this.#next = { ...this.#next, ...progress };
    if (this.#pause === undefined) this.#write();
  };

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#pause);
  }

  #write(): void {
    const next = this.#next;
    this.#next = undefined;
    this.#pause = undefined;
    if (next === undefined || this.#isDisposed) return;
    const { store, onGone, pause } = this.#parts;
    this.#pause = setTimeout(() => this.#write(), pause);
    store(next).then(
      isMine => {
        if (isMine || this.#isDisposed) return;
        this.dispose();
        onGone();
      },
      // The database cannot be reached: it is tried again, and the job's heartbeat tells whose it is.
      () => (this.#next = { ...next, ...this.#next }),
    );
  }
}
