import { hour, type HourLedger } from './hourLedger.ts';

/** A ledger that continues in memory if the disk fails: a full disk must not stop the user. */
export class FallbackLedger {
  readonly #ledger: HourLedger;
  readonly #now: () => number;
  readonly #onError: (error: unknown) => void;
  /** The permits last read from disk. */
  #seen: readonly number[] = [];
  /** Permits that are only in memory. */
  #own: number[] = [];

  /** @param onError called for every disk error */
  constructor(ledger: HourLedger, now: () => number, onError: (error: unknown) => void) {
    this.#ledger = ledger;
    this.#now = now;
    this.#onError = onError;
  }

  /** Times of the permits of the last hour, ascending, in milliseconds since the epoch. */
  async granted(): Promise<readonly number[]> {
    try {
      this.#seen = await this.#ledger.granted();
    } catch (error) {
      this.#onError(error);
    }
    return this.#known();
  }

  /** Takes a permit if fewer than `limit` were taken in the last hour. @returns whether it was granted */
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

  /** Gives the latest permit back. */
  async giveBack(): Promise<void> {
    if (this.#own.pop() !== undefined) return;
    await this.#ledger.giveBack().catch(this.#onError);
  }

  #known(): number[] {
    const now = this.#now();
    return [...this.#seen, ...this.#own].filter(at => isRecent(at, now)).sort((a, b) => a - b);
  }
}

function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < hour;
}
