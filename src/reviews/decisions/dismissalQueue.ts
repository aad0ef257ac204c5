import type { Dismissal } from '../../api/embedded/resolutionRate.ts';
import { CodeReviewError } from '../../core/base/errors.ts';

interface Parts {
  /** Returns the stored dismissals that have not been sent. */
  readonly kept: () => readonly Dismissal[];
  readonly keep: (dismissals: readonly Dismissal[]) => PromiseLike<void>;
  /** Whether the service is running, so that sending does not start it. */
  readonly isRunning: () => boolean;
  readonly tell: (dismissal: Dismissal) => Promise<void>;
  /** Receives the error of a dismissal that the service did not accept. */
  readonly onError: (error: unknown) => void;
}

const mostKept = 500;
const passing = new Set(['network', 'timeout', 'unclear', 'cancelled']);

/** Sends dismissals to the embedded service, one after another, and stores them while it is not running. */
export class DismissalQueue {
  readonly #parts: Parts;
  #telling: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Stores a dismissal until it is sent, replacing an earlier one of the same comment. */
  async add(dismissal: Dismissal): Promise<void> {
    const others = this.#parts.kept().filter(each => !isSameComment(each, dismissal));
    await this.#parts.keep([...others, dismissal].slice(-mostKept));
  }

  /** Sends all stored dismissals if the service is running. */
  flush(): Promise<void> {
    this.#telling = this.#telling.catch(() => undefined).then(() => this.#tellAll());
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    const { kept, isRunning, tell, onError } = this.#parts;
    for (let next = kept()[0]; next !== undefined && isRunning(); next = kept()[0]) {
      try {
        await tell(next);
      } catch (error) {
        onError(error);
        if (mayPass(error)) return;
      }
      await this.#remove(next);
    }
  }

  /** Keeps a newer decision about the same comment, which is still to be sent. */
  async #remove(told: Dismissal): Promise<void> {
    const isTold = (each: Dismissal): boolean => isSameComment(each, told) && each.dismissed === told.dismissed;
    await this.#parts.keep(this.#parts.kept().filter(each => !isTold(each)));
  }
}

/**
 * Whether the service may take it the next time, since it did not answer or not even start. After an answer it would not,
 * as when it has forgotten the review.
 */
function mayPass(error: unknown): boolean {
  if (!CodeReviewError.is(error)) return false;
  return passing.has(error.kind) || (error.kind === 'service' && error.details.status === undefined);
}

function isSameComment(a: Dismissal, b: Dismissal): boolean {
  return a.review === b.review && a.fingerprint === b.fingerprint;
}
