import type { ReviewProgress } from '../../engine/reviewProgress.ts';

interface Parts {
  /** Stores the progress. Resolves to false if the review is no longer this try's. */
  readonly store: (progress: ReviewProgress) => Promise<boolean>;
  /** Called once if the review is no longer this try's. */
  readonly onGone: () => void;
  /** Waits between two writes, at most until the signal aborts. Must not reject. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
}

/**
 * Stores the progress of a review and its comments so far as they change, with a pause between two writes, and the latest
 * then. One write at a time: of two, the earlier one may come later to the database.
 */
export class ProgressRow {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #next: ReviewProgress | undefined;
  #writing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly tell = (progress: ReviewProgress): void => {
    this.#next = { ...this.#next, ...progress };
    this.#writing ??= this.#write();
  };

  /** Writes no more. Resolves once the last write has ended: what is written after it stays. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { store, onGone, pause } = this.#parts;
    const { signal } = this.#stop;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const paused = pause(signal);
      const isMine = await store(next).catch(() => undefined);
      if (isMine === false && !signal.aborted) {
        this.#stop.abort();
        onGone();
      }
      // The database cannot be reached: it is tried again, and the job's heartbeat tells whose it is.
      if (isMine === undefined) this.#next = { ...next, ...this.#next };
      await paused;
    }
    this.#writing = undefined;
  }

  /** What is to be written next; undefined where nothing is, or no more. */
  #take(): ReviewProgress | undefined {
    const next = this.#next;
    this.#next = undefined;
    return this.#stop.signal.aborted ? undefined : next;
  }
}
