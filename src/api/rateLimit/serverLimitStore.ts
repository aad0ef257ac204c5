import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import { isObject } from '../decode/aliases.ts';
import { readRateLimit, retryTime } from './headers.ts';
import type { HttpResponse } from '../transport/transport.ts';
import { hour } from './hourLedger.ts';

/** The rate-limit state in one response of the service. Times are in milliseconds since the epoch. */
interface ServerLimitReport {
  /** When the response came. */
  readonly at: number;
  /** Requests left until the window resets. */
  readonly remaining: number;
  readonly until: number;
  /** Requests per window, which need not be an hour. */
  readonly limit: number | undefined;
}

/** How much later another window may have told something, in milliseconds. */
const tolerance = 60_000;

/** A period in which the service accepts no requests. */
interface BlockedPeriod {
  readonly at: number;
  readonly until: number;
}

/** The reported state that is still valid; parts that expired or were never reported are undefined. */
export interface ServerLimit {
  readonly word: ServerLimitReport | undefined;
  readonly block: BlockedPeriod | undefined;
  /** The limit reported last, even if the report on the window has expired. */
  readonly limit: number | undefined;
}

// The limit belongs to the account's plan, which seldom changes.
const limitHolds = 24 * hour;
// Validity of a state for which the service gives no end.
const unsaid = 60_000;

/**
 * The latest rate-limit state that the service reported, shared by all windows through two atomically replaced files.
 */
export class ServerLimitStore {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  /** The latest state that this window received, in case the disk fails. */
  #own: Pick<ServerLimit, 'word' | 'block'> = { word: undefined, block: undefined };

  /** @param onError called for every disk error */
  constructor(folder: string, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onError = onError;
  }

  async current(now: number): Promise<ServerLimit> {
    const words = [this.#own.word, asWord(await this.#read('server'))];
    const blocks = [this.#own.block, asBlock(await this.#read('blocked'))];
    // What was told at a later time than now: the clock was set back.
    const holds = ({ at, until }: BlockedPeriod): boolean => until > now && at <= now + tolerance;
    const newest = words.filter(word => word !== undefined).sort((a, b) => b.at - a.at);
    return {
      word: newest.find(holds),
      limit: newest.find(({ at, limit }) => limit !== undefined && Math.abs(now - at) < limitHolds)?.limit,
      block: blocks
        .filter(each => each !== undefined && holds(each))
        .sort((a, b) => (b?.until ?? 0) - (a?.until ?? 0))[0],
    };
  }

  /** Records the rate limit in a response, if any. Resolves when other windows can see it. */
  async learn({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>, now: number): Promise<void> {
    const told = readRateLimit(headers, now);
    const { limit, remaining, resetAt } = told;
    if (remaining !== undefined) {
      const until = Math.min(now + hour, resetAt ?? now + unsaid);
      const word = { at: now, remaining, until, limit };
      this.#own = { ...this.#own, word };
      await this.#write('server', word);
    }
    if (status !== 429) return;
    const isSaid = told.retryAt !== undefined || resetAt !== undefined;
    const until = isSaid ? retryTime(told, now) : now + (await this.#blindWait(now));
    const block = { at: now, until };
    this.#own = { ...this.#own, block };
    await this.#write('blocked', block);
  }

  /** Wait without a reported end: doubles if the last one has only just ended without success. */
  async #blindWait(now: number): Promise<number> {
    const last = asBlock(await this.#read('blocked')) ?? this.#own.block;
    if (last === undefined) return unsaid;
    const waited = last.until - last.at;
    return now >= last.until && now < last.until + waited ? Math.min(hour, 2 * waited) : unsaid;
  }

  async #read(name: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(path.join(this.#folder, name), 'utf8'));
    } catch (error) {
      const isExpected = error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isExpected) this.#onError(error);
      return undefined;
    }
  }

  async #write(name: string, value: ServerLimitReport | BlockedPeriod): Promise<void> {
    try {
      await writeFileAtomic(path.join(this.#folder, name), JSON.stringify(value));
    } catch (error) {
      this.#onError(error);
    }
  }
}

function asBlock(value: unknown): BlockedPeriod | undefined {
  if (!isObject(value)) return undefined;
  const { at, until } = value;
  return typeof at === 'number' && typeof until === 'number' && until > at ? { at, until } : undefined;
}

function asWord(value: unknown): ServerLimitReport | undefined {
  const block = asBlock(value);
  if (block === undefined || !isObject(value)) return undefined;
  const { remaining, limit } = value;
  return typeof remaining === 'number'
    ? { ...block, remaining, limit: typeof limit === 'number' ? limit : undefined }
    : undefined;
}
