import type { ReviewProgress } from '../../engine/reviewProgress.ts';

interface Parts {
  /** Stores the progress. Resolves to false if the review is no longer this try's. */
  readonly store: (stage: string, progress: number) => Promise<boolean>;
  /** Called once if the review is no longer this try's. */
  readonly onGone: () => void;
  /** Least time between two writes, in milliseconds. */
  readonly pause: number;
}

/** Stores the progress of a review as it changes, with a pause between two writes, and the latest then. */
export class ProgressRow {
  readonly #parts: Parts;
  #next: { readonly stage: string; readonly progress: number } | undefined;
  #pause: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly tell = ({ stage, progress }: ReviewProgress): void => {
    this.#next = { stage, progress };
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
    store(next.stage, next.progress).then(
      isMine => {
        if (isMine || this.#isDisposed) return;
        this.dispose();
        onGone();
      },
      // The database cannot be reached: the next one may be stored, and the job's heartbeat tells whose it is.
      () => undefined,
    );
  }
}
