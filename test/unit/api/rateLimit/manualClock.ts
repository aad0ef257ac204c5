import { cancelledError } from '../../../../src/core/base/errors.ts';
import type { Clock } from '../../../../src/core/base/clock.ts';

/** A clock that stands still but for what a test does with it. */
export class ManualClock implements Clock {
  moment: number;
  readonly #waiting = new Map<() => void, number>();

  constructor(moment: number) {
    this.moment = moment;
  }

  now(): number {
    return this.moment;
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(resolve, this.moment + milliseconds);
      signal.addEventListener('abort', () => {
        this.#waiting.delete(resolve);
        reject(cancelledError(signal));
      });
    });
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  advance(milliseconds: number): void {
    this.moment += milliseconds;
    for (const [resolve, moment] of this.#waiting) {
      if (moment > this.moment) continue;
      this.#waiting.delete(resolve);
      resolve();
    }
  }
}
