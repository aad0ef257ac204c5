import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WatchedFolder } from '../../files/folderWatcher.ts';
import { systemClock, type Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/events.ts';
import type { Review } from '../../core/review/review.ts';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import { processIdentity, hasProcessEnded } from './processIdentity.ts';
import { parsePolledReview, serializePolledReview, type PolledReview } from './polledReview.ts';

/**
 * In milliseconds: no look lasts longer, with all its attempts. Whoever has not told of it by then is asleep, or gone
 * where that cannot be seen from here.
 */
const longestClaim = 120_000;
/** How long files are kept, in milliseconds: longer than any review is watched. */
const kept = 2 * 3_600_000;
const hour = 3_600_000;
/** A review without a look for longer is not watched any more, in milliseconds. */
const longestGap = 240_000;
const keptDurations = 20;
const durationsEnd = '.durations';
const largestFile = 32 << 20;

interface SharedPollingOptions {
  /** Shared by all windows; made where it is missing. */
  readonly folder: string;
  /** Told when the disk fails, which no call does: a review looked at twice is better than one that is not. */
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Lets one of all windows look at a running review, and the others see what it saw (docs/decisions/polling.md). */
export class SharedPolling implements Disposable {
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  readonly #clock: Clock;
  readonly #watched: WatchedFolder;
  readonly #window = randomUUID();
  #sweptAt: number | undefined;
  #isDisposed = false;

  constructor({ folder, onError, clock = systemClock }: SharedPollingOptions) {
    this.#folder = folder;
    this.#onError = onError;
    this.#clock = clock;
    this.#watched = new WatchedFolder(folder, clock, onError);
  }

  /** Fires what other windows published, while somebody listens. */
  readonly onDidPublish: Event<PolledReview> = listener => {
    let listens = true;
    const tell = async (name: string): Promise<void> => {
      const published = name.endsWith('.json') ? await this.#read(path.join(this.#folder, name)) : undefined;
      if (published !== undefined && published.window !== this.#window && listens && !this.#isDisposed)
        listener(published);
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
   * Whether this window, and no other, is to look; asked again for a look that failed. A claim is void once its process
   * has ended, and two minutes after it was made.
   * @param look which look it is; all windows have to count them alike
   */
  async claim(service: string, reviewId: string, look: number): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const own = `${this.#window}\n${await processIdentity()}`;
      for (let turn = 0; ; turn++) {
        // A void claim is not taken away but followed by the next, for which again only one can be first.
        const file = path.join(this.#folder, `${hash(service, reviewId)}-${look}-${turn}.claim`);
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

  /** Tells the other windows what was seen. */
  async publish(service: string, reviewId: string, review: Review): Promise<void> {
    const at = this.#clock.now();
    try {
      await writeFileAtomic(
        this.#file(service, reviewId),
        serializePolledReview({ service, reviewId, review, at, window: this.#window }),
      );
      await this.#sweep(at);
    } catch (error) {
      this.#onError(error);
    }
  }

  /** What any window saw last; undefined when none has looked in the last hours, or it cannot be read. */
  async latest(service: string, reviewId: string): Promise<PolledReview | undefined> {
    return this.#read(this.#file(service, reviewId));
  }

  /** How long the last reviews of a service took, the newest first, in milliseconds; whoever watched them. */
  async durations(service: string): Promise<readonly number[]> {
    const text = await readFile(this.#durationsFile(service), 'utf8').catch(() => '[]');
    try {
      const read: unknown = JSON.parse(text);
      return Array.isArray(read) ? read.filter(each => typeof each === 'number').slice(0, keptDurations) : [];
    } catch {
      return [];
    }
  }

  /** Adds one. Two windows at once may lose one of theirs, which matters to nobody. */
  async noteDuration(service: string, milliseconds: number): Promise<void> {
    const durations = [Math.round(milliseconds), ...(await this.durations(service))].slice(0, keptDurations);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#durationsFile(service), JSON.stringify(durations));
    } catch (error) {
      this.#onError(error);
    }
  }

  /** How many reviews are being watched, and were in the last hour, by all windows and at all services; at least one. */
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
    return now - mtimeMs;
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

  async #read(file: string): Promise<PolledReview | undefined> {
    try {
      if ((await stat(file)).size > largestFile) return undefined;
      return parsePolledReview(await readFile(file, 'utf8'));
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
