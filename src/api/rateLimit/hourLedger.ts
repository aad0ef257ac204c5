import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** The time over which requests are counted, in milliseconds. */
export const hour = 3_600_000;

// A permit that took longer than this to get (the machine slept, the process was stopped) would be used too long after
// the moment it is counted at.
const patience = 5_000;
const mostAttempts = 5;

/** What became of an attempt to take a permit; `until` is the moment from which there will be one, in milliseconds. */
export type Verdict = { readonly granted: true } | { readonly granted: false; readonly until: number };

interface Entry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The lines of one hour's file, as far as they count. */
interface Bucket {
  readonly hour: number;
  readonly entries: readonly Entry[];
  readonly sealed: boolean;
}

/**
 * Permits of a rolling hour, counted exactly over all processes that use the same folder, without a lock.
 *
 * There is a file for each clock hour that is only ever appended to: `+<moment> <id>` asks for a permit, which is granted
 * if fewer than the limit stand before it; otherwise it is taken back by `-<id>`. The line `=` ends a file: later ones
 * begin in the next, so that all processes agree on the order when the hour turns. A process that dies loses at most the
 * one permit it was asking for. Any other line counts for nothing. See docs/decisions/request-ledger.md.
 */
export class HourLedger {
  readonly #folder: string;
  readonly #now: () => number;
  #tidied: number | undefined;

  /**
   * @param folder made where it is missing
   * @param now milliseconds since the epoch
   */
  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** The moments of the permits of the last hour, ascending, in milliseconds. @throws the error of the file system */
  async granted(): Promise<number[]> {
    const now = this.#now();
    return momentsOf(await this.#read(now), now);
  }

  /** Takes a permit if fewer than `limit` were taken in the last hour. @throws the error of the file system */
  async take(limit: number): Promise<Verdict> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const now = this.#now();
      const before = await this.#read(now);
      // Whoever cannot be granted one writes nothing, or else asking would fill the disk.
      const taken = momentsOf(before, now);
      if (taken.length >= limit) return { granted: false, until: nextFree(taken, limit, now) };
      const id = randomBytes(8).toString('hex');
      const current = await this.#open(before, now);
      await this.#append(current, `+${now} ${id}`);
      const after = await this.#read(now);
      const rank = rankOf(after, id, now);
      if (rank !== undefined && rank < limit && Math.abs(this.#now() - now) <= patience) return { granted: true };
      await this.#append(current, `-${id}`);
      if (rank !== undefined && rank >= limit) {
        return { granted: false, until: nextFree(momentsOf(after, now, id), limit, now) };
      }
    }
    throw new Error('The ledger of requests does not keep what is written to it.');
  }

  /** The hour to write to, those before it being ended. */
  async #open(buckets: readonly Bucket[], now: number): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const { hour: number, sealed } of buckets.slice(0, -1)) if (!sealed) await this.#append(number, '=');
    const current = buckets.at(-1)?.hour ?? hourOf(now);
    if (this.#tidied !== current) {
      this.#tidied = current;
      await this.#tidy(hourOf(now) - 1);
    }
    return current;
  }

  /** The hours that can hold permits that count, in order; the last one is not ended. */
  async #read(now: number): Promise<Bucket[]> {
    const first = hourOf(now) - 1;
    const buckets = await Promise.all([this.#bucket(first), this.#bucket(first + 1)]);
    // When the clock was set back, the hours that others have begun already go on.
    while (buckets.at(-1)?.sealed === true) buckets.push(await this.#bucket(first + buckets.length));
    return buckets;
  }

  async #bucket(number: number): Promise<Bucket> {
    let text = '';
    try {
      text = await readFile(this.#file(number), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return { hour: number, ...parse(text) };
  }

  async #append(number: number, line: string): Promise<void> {
    // The line break comes first, so that a line that was torn off does not spoil the next.
    await appendFile(this.#file(number), `\n${line}`, { mode: 0o600 });
  }

  async #tidy(oldest: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const number = /^l-(\d{1,12})\.log$/.exec(name)?.[1];
      // One that cannot be removed now is removed an hour later.
      if (number !== undefined && Number(number) < oldest)
        await rm(path.join(this.#folder, name)).catch(() => undefined);
    }
  }

  #file(number: number): string {
    return path.join(this.#folder, `l-${number}.log`);
  }
}

function hourOf(moment: number): number {
  return Math.floor(moment / hour);
}

function parse(text: string): Pick<Bucket, 'entries' | 'sealed'> {
  const lines = text.split('\n');
  const end = lines.indexOf('=');
  const entries = new Map<string, Entry>();
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const [, at, id] = /^\+(\d{1,15}) ([0-9a-f]{16})$/.exec(line) ?? [];
    if (at !== undefined && id !== undefined && !entries.has(id)) entries.set(id, { id, at: Number(at) });
  }
  for (const line of lines) if (line.startsWith('-')) entries.delete(line.slice(1));
  return { entries: [...entries.values()], sealed: end !== -1 };
}

/** Those of the last hour. When the clock was set back, those of the hour to come count too: they were taken. */
function counting(buckets: readonly Bucket[], now: number): Entry[] {
  return buckets.flatMap(({ entries }) => entries).filter(({ at }) => Math.abs(now - at) < hour);
}

function momentsOf(buckets: readonly Bucket[], now: number, without?: string): number[] {
  return counting(buckets, now)
    .filter(({ id }) => id !== without)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

/** How many stand before it; undefined where it does not count, as when its hour was ended before it was written. */
function rankOf(buckets: readonly Bucket[], id: string, now: number): number | undefined {
  const rank = counting(buckets, now).findIndex(entry => entry.id === id);
  return rank === -1 ? undefined : rank;
}

/** When fewer than `limit` of the moments, ascending, will be of the last hour. */
export function nextFree(taken: readonly number[], limit: number, now: number): number {
  return (taken[taken.length - limit] ?? now) + hour;
}
