import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { FolderWatcher } from '../../files/folderWatcher.ts';
import { systemClock, type Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/events.ts';
import type { Review } from '../../core/review/review.ts';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import { processIdentity, hasProcessEnded } from './processIdentity.ts';
import { isPublishedBy, parsePolledReview, serializePolledReview, type PolledReview } from './polledReview.ts';

/**
 * Lifetime of a claim, in milliseconds. No poll takes longer, retries included: a window that has not published by then
 * is asleep or gone.
 */
const longestClaim = 120_000;
/** Age at which files are deleted, in milliseconds: longer than any review is watched. */
const kept = 2 * 3_600_000;
const hour = 3_600_000;
/** A review that was last polled longer ago is no longer watched, in milliseconds. */
const longestGap = 240_000;
const keptDurations = 20;
const durationsEnd = '.durations';
const largestFile = 32 << 20;

interface SharedPollingOptions {
  /** Shared by all windows; created if missing. */
  readonly folder: string;
  /** Receives disk errors, which no method throws: it is better to poll twice than not at all. */
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Lets one window poll a running review and publish the result to the others. See docs/decisions/polling.md. */
export class SharedPolling implements Disposable {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  readonly #clock: Clock;
  readonly #watched: FolderWatcher;
  readonly #window = randomUUID();
  #sweptAt: number | undefined;
  #isDisposed = false;

  constructor({ folder, onError, clock = systemClock }: SharedPollingOptions) {
    this.#folder = folder;
    this.#onError = onError;
    this.#clock = clock;
    this.#watched = new FolderWatcher(folder, clock, onError);
  }

  /** Fires with each result that another window publishes. */
  readonly onDidPublish: Event<PolledReview> = listener => {
    let listens = true;
    const tell = async (name: string): Promise<void> => {
      const text = name.endsWith('.json') ? await this.#read(path.join(this.#folder, name)) : undefined;
      if (text === undefined || isPublishedBy(this.#window, text) || !listens || this.#isDisposed) return;
      const published = parsePolledReview(text);
      if (published !== undefined) listener(published);
    };
    const subscription = this.#watched.onDidChange(name => void tell(name).catch(this.#onError));
    return {
      dispose: () => {
        listens = false;
        subscription.dispose();
      },
    };
  };

  /**
   * Claims a poll for this window. Returns false when another window has claimed it. A claim expires when its process
   * ends, or two minutes after it was made. Claim again after a failed poll.
   * @param look identifies the poll; must be the same in all windows
   */
  claim(service: string, reviewId: string, look: number): Promise<boolean> {
    return this.#claim(`${hash(service, reviewId)}-${look}`, '.claim');
  }

  /** Claims for this window to have a commit reviewed that no user has asked for, as `claim` does. */
  claimTrigger(service: string, pullRequest: string, commit: string): Promise<boolean> {
    return this.#claim(hash(service, pullRequest, commit), '.trigger');
  }

  async #claim(name: string, suffix: string): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const own = `${this.#window}\n${await processIdentity()}`;
      for (let turn = 0; ; turn++) {
        // A void claim is not taken away but followed by the next, for which again only one can be first.
        const file = path.join(this.#folder, `${name}-${turn}${suffix}`);
        if (await isFirst(file, own)) return true;
        const [window, holder = ''] = (await readFile(file, 'utf8')).split('\n');
        // One of this window was for a look that has failed; the next try takes its time anew.
        if (window !== this.#window && (await this.#isYoung(file)) && !(await hasProcessEnded(holder))) return false;
      }
    } catch (error) {
      this.#onError(error);
      return true;
    }
  }

  /** Publishes the result of a poll to the other windows. */
  async publish(service: string, reviewId: string, review: Review): Promise<void> {
    const at = this.#clock.now();
    // Who shows it goes first: to write a large one takes a turn of its own.
    await turn();
    try {
      await writeFileAtomic(
        this.#file(service, reviewId),
        await serializePolledReview({ service, reviewId, review, at, window: this.#window }),
      );
      await this.#sweep(at);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Returns the latest result of any window; `undefined` if there is none from the last hours or it cannot be read. */
  async latest(service: string, reviewId: string): Promise<PolledReview | undefined> {
    const text = await this.#read(this.#file(service, reviewId));
    return text === undefined ? undefined : parsePolledReview(text);
  }

  /** Returns how long the latest reviews of a service took, in milliseconds, newest first. */
  async durations(service: string): Promise<readonly number[]> {
    const text = await readFile(this.#durationsFile(service), 'utf8').catch(() => '[]');
    try {
      const read: unknown = JSON.parse(text);
      return Array.isArray(read) ? read.filter(each => typeof each === 'number').slice(0, keptDurations) : [];
    } catch {
      return [];
    }
  }

  /** Records how long a review took. When two windows write at once, one value may be lost. */
  async noteDuration(service: string, milliseconds: number): Promise<void> {
    const durations = [Math.round(milliseconds), ...(await this.durations(service))].slice(0, keptDurations);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#durationsFile(service), JSON.stringify(durations));
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Counts the reviews that all windows watch now and triggered in the last hour, at all services; at least 1 each. */
  async activity(): Promise<{ readonly pending: number; readonly submitted: number }> {
    const now = this.#clock.now();
    const names = await readdir(this.#folder).catch(() => []);
    const claims = names.filter(name => name.endsWith('.claim'));
    const ages = await Promise.all(claims.map(name => this.#ageOf(name, now)));
    const within = (age: number): number =>
      new Set(claims.filter((_, index) => (ages[index] ?? Infinity) <= age).map(reviewPart)).size;
    return { pending: Math.max(1, within(longestGap)), submitted: Math.max(1, within(hour)) };
  }

  async #ageOf(name: string, now: number): Promise<number> {
    const { mtimeMs } = await stat(path.join(this.#folder, name)).catch(() => ({ mtimeMs: -Infinity }));
    return Math.abs(now - mtimeMs);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#watched.dispose();
  }

  async #isYoung(file: string): Promise<boolean> {
    // Either way: a claim from a clock that was set back since would otherwise hold for as long.
    return Math.abs(this.#clock.now() - (await stat(file)).mtimeMs) <= longestClaim;
  }

  async #sweep(now: number): Promise<void> {
    if (this.#sweptAt !== undefined && Math.abs(now - this.#sweptAt) < kept) return;
    this.#sweptAt = now;
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(durationsEnd)) continue;
      const file = path.join(this.#folder, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > kept) await rm(file, { force: true }).catch(() => undefined);
    }
  }

  async #read(file: string): Promise<string | undefined> {
    try {
      if ((await stat(file)).size > largestFile) return undefined;
      return await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#onError(error);
      return undefined;
    }
  }

  #durationsFile(service: string): string {
    return path.join(this.#folder, hash(service) + durationsEnd);
  }

  #file(service: string, reviewId: string): string {
    return path.join(this.#folder, `${hash(service, reviewId)}.json`);
  }
}

/** Whether this call, and none before it, made the file. */
async function isFirst(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The part of a claim's name that stands for the review. */
function reviewPart(name: string): string {
  return name.slice(0, name.indexOf('-'));
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
