import { hour, type HourLedger } from './hourLedger.ts';

/** A ledger that goes on in memory when the disk fails: a full disk must not keep the user from working. */
export class EnduringLedger {
  readonly #ledger: HourLedger;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  /** What the disk said last. */
  #seen: readonly number[] = [];
  /** Permits that are not on the disk. */
  #own: number[] = [];

  /** @param onError told of every failure of the disk */
  constructor(ledger: HourLedger, now: () => number, onError: (error: unknown) => void) {
    this.#ledger = ledger;
    this.#now = now;
    this.#onError = onError;
  }

  /** The moments of the permits of the last hour, ascending, in milliseconds. */
  async granted(): Promise<readonly number[]> {
    try {
      this.#seen = await this.#ledger.granted();
    } catch (error) {
      this.#onError(error);
    }
    return this.#known();
  }

  /** Whether there was a permit: fewer than `limit` were taken in the last hour. */
  async take(limit: number): Promise<boolean> {
    const now = this.#now();
    this.#own = this.#own.filter(at => isRecent(at, now));
    try {
      return (await this.#ledger.take(limit - this.#own.length)).granted;
    } catch (error) {
      this.#onError(error);
    }
    const granted = this.#known().length < limit;
    if (granted) this.#own.push(now);
    return granted;
  }

  #known(): number[] {
    const now = this.#now();
    return [...this.#seen, ...this.#own].filter(at => isRecent(at, now)).sort((a, b) => a - b);
  }
}

function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < hour;
}
