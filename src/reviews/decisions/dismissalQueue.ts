import type { Dismissal } from '../../api/embedded/resolutionRate.ts';
import { CodeReviewError } from '../../core/base/errors.ts';

interface Parts {
  /** What is still to be told, as it was kept last. */
  readonly kept: () => readonly Dismissal[];
  readonly keep: (dismissals: readonly Dismissal[]) => PromiseLike<void>;
  /** Whether the service can be told now without being started for it. */
  readonly isRunning: () => boolean;
  readonly tell: (dismissal: Dismissal) => Promise<void>;
  /** Told what the service answered to a dismissal that it did not take. */
  readonly onError: (error: unknown) => void;
}

const mostKept = 500;
// After any other answer the service would not take it the next time either, as when it has forgotten the review.
const passing = new Set(['network', 'timeout', 'unclear', 'cancelled']);

/** What the embedded service is told of dismissals, one after the other; kept for as long as it does not run. */
export class DismissalQueue {
  readonly #parts: Parts;
  #telling: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Keeps a dismissal until it is told; the last word about a comment counts. */
  async add(dismissal: Dismissal): Promise<void> {
    const others = this.#parts.kept().filter(each => !isSameComment(each, dismissal));
    await this.#parts.keep([...others, dismissal].slice(-mostKept));
  }

  /** Tells a running service all that is kept. */
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
        if (CodeReviewError.is(error) && passing.has(error.kind)) return;
      }
      await this.#remove(next);
    }
  }

  /** Another word about the same comment, said meanwhile, is still to be told. */
  async #remove(told: Dismissal): Promise<void> {
    const isTold = (each: Dismissal): boolean => isSameComment(each, told) && each.dismissed === told.dismissed;
    await this.#parts.keep(this.#parts.kept().filter(each => !isTold(each)));
  }
}

function isSameComment(a: Dismissal, b: Dismissal): boolean {
  return a.review === b.review && a.fingerprint === b.fingerprint;
}
