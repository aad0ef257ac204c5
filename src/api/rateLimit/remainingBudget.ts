import { hour, nextFreeTime } from './hourLedger.ts';
import type { ServerLimit } from './serverLimitStore.ts';

// User actions must still work when polling has used up the hour.
const largestReserve = 12;
const reserveShare = 8;

/** The state of an hourly limit at one time, from the local ledger and what the service reported. */
export class RemainingBudget {
  readonly #taken: readonly number[];
  readonly #plan: number;
  readonly #server: ServerLimit;
  readonly #now: number;
  /** Requests left as reported by the service. */
  readonly #serverLeft: number;

  /**
   * @param taken times of the permits of the last hour, ascending, in milliseconds since the epoch
   * @param plan requests per hour
   */
  constructor(taken: readonly number[], plan: number, server: ServerLimit, now: number) {
    this.#taken = taken;
    // The service's limit wins over a smaller one in the settings.
    this.#plan = Math.max(plan, server.limit ?? 0);
    this.#server = server;
    this.#now = now;
    const { word } = server;
    this.#serverLeft =
      word === undefined ? Infinity : Math.max(0, word.remaining - taken.filter(at => at > word.at).length);
  }

  get used(): number {
    return this.#taken.length;
  }

  /** The effective limit; the service's if that is stricter. */
  get limit(): number {
    return this.#isServerNarrower ? Math.min(this.#plan, this.#server.word?.limit ?? this.#plan) : this.#plan;
  }

  /** Permits left for user actions. */
  get remaining(): number {
    return this.#server.block === undefined ? Math.max(0, this.ceiling - this.used) : 0;
  }

  /** Permits per hour, including those already taken. */
  get ceiling(): number {
    return Math.min(this.#plan, this.used + this.#serverLeft);
  }

  /** Permits that polling leaves for the user; proportional if the limit is small. */
  get reserve(): number {
    const limit = Math.min(this.#plan, this.#server.word?.limit ?? this.#plan);
    return Math.min(largestReserve, Math.floor(limit / reserveShare));
  }

  /**
   * When more than `kept` permits will be available, in milliseconds since the epoch. Call only if they are not now.
   */
  freeAt(kept: number): number {
    const { word, block } = this.#server;
    const ownLimit = this.#plan - kept;
    return Math.max(
      block?.until ?? 0,
      word !== undefined && this.#serverLeft <= kept ? word.until : 0,
      this.used >= ownLimit ? nextFreeTime(this.#taken, ownLimit, this.#now) : 0,
    );
  }

  /** When the next permit becomes available again, in milliseconds since the epoch; undefined if none is in use. */
  get resetAt(): number | undefined {
    if (this.remaining === 0) return this.freeAt(0);
    if (this.#isServerNarrower) return this.#server.word?.until;
    const [oldest] = this.#taken;
    return oldest === undefined ? undefined : oldest + hour;
  }

  get #isServerNarrower(): boolean {
    return this.used + this.#serverLeft < this.#plan;
  }
}
