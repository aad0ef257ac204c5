import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** The period over which requests are counted, in milliseconds. */
export const hour = 3_600_000;

// A permit that took longer than this to get, because the machine or the process was suspended, would be used too long
// after the time at which it is counted. In milliseconds.
const patience = 5_000;
const mostAttempts = 5;
/** A request that was not sent is known for one before many others have been. */
const mostOwn = 20;

/** The result of taking a permit; `until` is when one will be available, in milliseconds since the epoch. */
type PermitResult = { readonly granted: true } | { readonly granted: false; readonly until: number };

interface Entry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The valid lines of one hour's file. */
interface Bucket {
  readonly hour: number;
  readonly entries: readonly Entry[];
  readonly sealed: boolean;
}

/**
 * Permits of a rolling hour, counted exactly over all processes that use the same folder, without a lock.
 *
 * Each clock hour has an append-only file. The line `+<time> <id>` requests a permit, which is granted if fewer than
 * the limit come before it; otherwise `-<id>` withdraws it. The line `=` seals a file: later requests go to the next
 * one, so that all processes agree on the order when the hour changes. A process that dies loses at most the permit
 * that it was requesting. Other lines are ignored. See docs/decisions/request-ledger.md.
 */
export class HourLedger {
  readonly #folder: string;
  readonly #now: () => number;
  #tidied: number | undefined;
  /** The latest permits of this process and the hours that they were written to. */
  #own: readonly { readonly id: string; readonly number: number }[] = [];

  /**
   * @param folder created if missing
   * @param now milliseconds since the epoch
   */
  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Times of the permits of the last hour, ascending, in milliseconds. @throws file system errors */
  async granted(): Promise<number[]> {
    const now = this.#now();
    return momentsOf(await this.#read(now), now);
  }

  /** Takes a permit if fewer than `limit` were taken in the last hour. @throws file system errors */
  async take(limit: number): Promise<PermitResult> {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const now = this.#now();
      const before = await this.#read(now);
      // Without a free permit nothing is written, or else repeated requests would fill the disk.
      const taken = momentsOf(before, now);
      if (taken.length >= limit) return { granted: false, until: nextFreeTime(taken, limit, now) };
      const id = randomBytes(8).toString('hex');
      const current = await this.#open(before, now);
      await this.#append(current, `+${now} ${id}`);
      const after = await this.#read(now);
      const rank = rankOf(after, id, now);
      if (rank !== undefined && rank < limit && Math.abs(this.#now() - now) <= patience) {
        this.#own = [...this.#own.slice(1 - mostOwn), { id, number: current }];
        return { granted: true };
      }
      await this.#append(current, `-${id}`);
      if (rank !== undefined && rank >= limit) {
        return { granted: false, until: nextFreeTime(momentsOf(after, now, id), limit, now) };
      }
    }
    throw new Error('The ledger of requests does not keep what is written to it.');
  }

  /** Withdraws the latest permit of this process: permits are alike, whichever request did without one. @throws file system errors */
  async giveBack(): Promise<void> {
    const last = this.#own.at(-1);
    this.#own = this.#own.slice(0, -1);
    if (last !== undefined) await this.#append(last.number, `-${last.id}`);
  }

  /** The hour to write to; earlier hours are sealed. */
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

  /** The hours that may contain permits of the last hour, in order; the last one is not sealed. */
  async #read(now: number): Promise<Bucket[]> {
    const first = hourOf(now) - 1;
    const buckets = await Promise.all([this.#bucket(first), this.#bucket(first + 1)]);
    // If the clock was set back, continue with hours that other processes already started.
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
    // The line break comes first, so that an incomplete line does not corrupt the next one.
    await appendFile(this.#file(number), `\n${line}`, { mode: 0o600 });
  }

  async #tidy(oldest: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const number = /^l-(\d{1,12})\.log$/.exec(name)?.[1];
      // A file that cannot be removed now is removed an hour later.
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

/** The permits of the last hour. If the clock was set back, also those of the next hour, since they were taken. */
function counting(buckets: readonly Bucket[], now: number): Entry[] {
  return buckets.flatMap(({ entries }) => entries).filter(({ at }) => Math.abs(now - at) < hour);
}

function momentsOf(buckets: readonly Bucket[], now: number, without?: string): number[] {
  return counting(buckets, now)
    .filter(({ id }) => id !== without)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

/** The number of permits before it; undefined if it is invalid, for example written after its hour was sealed. */
function rankOf(buckets: readonly Bucket[], id: string, now: number): number | undefined {
  const rank = counting(buckets, now).findIndex(entry => entry.id === id);
  return rank === -1 ? undefined : rank;
}

/** When fewer than `limit` of the ascending times will be within the last hour. */
export function nextFreeTime(taken: readonly number[], limit: number, now: number): number {
  return (taken[taken.length - limit] ?? now) + hour;
}
