import { hour, nextFree } from './hourLedger.ts';
import type { ServerLimit } from './serverLimit.ts';

// What the user does by hand has to go on when looks at running reviews have used the hour.
const largestReserve = 12;
const reserveShare = 8;

/** How an hourly limit stands at one moment, from what was taken here and what the service says. */
export class Standing {
  readonly #taken: readonly number[];
  readonly #plan: number;
  readonly #server: ServerLimit;
  readonly #now: number;
  /** What the service will still take by its own account. */
  readonly #serverLeft: number;

  /**
   * @param taken moments of the permits of the last hour, ascending, in milliseconds
   * @param plan requests per hour
   */
  constructor(taken: readonly number[], plan: number, server: ServerLimit, now: number) {
    this.#taken = taken;
    // Whoever has a larger plan than the setting says need not be told so twice.
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

  /** The service's own where its word is the narrower one. */
  get limit(): number {
    return this.#isServerNarrower ? Math.min(this.#plan, this.#server.word?.limit ?? this.#plan) : this.#plan;
  }

  /** Permits that are there for the user. */
  get remaining(): number {
    return this.#server.block === undefined ? Math.max(0, this.ceiling - this.used) : 0;
  }

  /** How many permits there may be in the hour, with those that were taken. */
  get ceiling(): number {
    return Math.min(this.#plan, this.used + this.#serverLeft);
  }

  /** The permits that looks at running reviews leave alone; in proportion where the limit is small. */
  get reserve(): number {
    const limit = Math.min(this.#plan, this.#server.word?.limit ?? this.#plan);
    return Math.min(largestReserve, Math.floor(limit / reserveShare));
  }

  /** From when on more permits than `kept` will be there, in milliseconds; for when there are not now. */
  freeAt(kept: number): number {
    const { word, block } = this.#server;
    const ownLimit = this.#plan - kept;
    return Math.max(
      block?.until ?? 0,
      word !== undefined && this.#serverLeft <= kept ? word.until : 0,
      this.used >= ownLimit ? nextFree(this.#taken, ownLimit, this.#now) : 0,
    );
  }

  /** When permits come back, in milliseconds; undefined while none are away. */
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
