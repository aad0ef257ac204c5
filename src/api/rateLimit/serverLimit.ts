import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import { isObject } from '../decode/aliases.ts';
import { readRateLimit, retryMoment } from './headers.ts';
import type { HttpResponse } from '../transport/transport.ts';
import { hour } from './hourLedger.ts';

/** What the service said last about its limit. All moments are in milliseconds since the epoch. */
export interface Word {
  /** When it said so. */
  readonly at: number;
  /** How many more requests it takes until then. */
  readonly remaining: number;
  readonly until: number;
  /** Of its own window, which need not be an hour. */
  readonly limit: number | undefined;
}

/** From when to when the service takes no requests at all. */
export interface Block {
  readonly at: number;
  readonly until: number;
}

/** What holds now of what the service said; a part that is over or was never said is undefined. */
export interface ServerLimit {
  readonly word: Word | undefined;
  readonly block: Block | undefined;
  /** The limit that it named last, also where what it said of the present window is over. */
  readonly limit: number | undefined;
}

// A limit belongs to the account's plan, which seldom changes.
const limitHolds = 24 * hour;
// How long something holds of which the service does not say how long.
const unsaid = 60_000;

/** What the service says about its limit, shared by all windows through two files that are replaced whole. */
export class ServerWord {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  /** What this window heard, for when the disk fails. */
  #own: Pick<ServerLimit, 'word' | 'block'> = { word: undefined, block: undefined };

  /** @param onError told of every failure of the disk */
  constructor(folder: string, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onError = onError;
  }

  async current(now: number): Promise<ServerLimit> {
    const words = [this.#own.word, asWord(await this.#read('server'))];
    const blocks = [this.#own.block, asBlock(await this.#read('blocked'))];
    // More than an hour ahead means that the clock was set back since.
    const holds = ({ until }: Block): boolean => until > now && until <= now + hour;
    const newest = words.filter(word => word !== undefined).sort((a, b) => b.at - a.at);
    return {
      word: newest.find(holds),
      limit: newest.find(({ at, limit }) => limit !== undefined && Math.abs(now - at) < limitHolds)?.limit,
      block: blocks
        .filter(each => each !== undefined && holds(each))
        .sort((a, b) => (b?.until ?? 0) - (a?.until ?? 0))[0],
    };
  }

  /** Takes over what an answer says; one that says nothing changes nothing. Resolves when other windows can see it. */
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
    const until = isSaid ? retryMoment(told, now) : now + (await this.#blindWait(now));
    const block = { at: now, until };
    this.#own = { ...this.#own, block };
    await this.#write('blocked', block);
  }

  /** Twice as long as the last time, where that one has only just ended in vain. */
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

  async #write(name: string, value: Word | Block): Promise<void> {
    try {
      await writeFileAtomic(path.join(this.#folder, name), JSON.stringify(value));
    } catch (error) {
      this.#onError(error);
    }
  }
}

function asBlock(value: unknown): Block | undefined {
  if (!isObject(value)) return undefined;
  const { at, until } = value;
  return typeof at === 'number' && typeof until === 'number' && until > at ? { at, until } : undefined;
}

function asWord(value: unknown): Word | undefined {
  const block = asBlock(value);
  if (block === undefined || !isObject(value)) return undefined;
  const { remaining, limit } = value;
  return typeof remaining === 'number'
    ? { ...block, remaining, limit: typeof limit === 'number' ? limit : undefined }
    : undefined;
}
