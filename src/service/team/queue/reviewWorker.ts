import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { Engine } from '../../jobs/engineProcess.ts';
import { forgetReviews } from '../database/forgetReviews.ts';
import { readKeepDays } from '../database/keepDays.ts';
import { checkSchema } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { databaseTime } from '../database/databaseTime.ts';
import type { Claim, ReviewJobs } from './reviewJobs.ts';
import { queueOrphans } from './sweep.ts';
import { tryReview, type TryParts } from './tryReview.ts';

interface Parts extends TryParts {
  readonly database: Kysely<Database>;
  readonly jobs: ReviewJobs;
  /** Each makes one review at a time. */
  readonly engines: readonly Engine[];
  /** Called if this version can no longer use the database. */
  readonly onUnusable: (error: CodeReviewError) => void;
}

/** Milliseconds between two looks for what is wrong or too old in the database. */
const sweepPause = 60_000;
/** Milliseconds that it may take to give reviews back. */
const putBackTime = 10_000;

/** Makes reviews of the queue, as many at a time as there are engines. */
export class ReviewWorker {
  readonly #parts: Parts;
  readonly #drained = new AbortController();
  readonly #sweeps: NodeJS.Timeout;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#sweeps = setInterval(() => void this.#sweep(), sweepPause).unref();
  }

  /** Starts to take reviews. @throws the error of the database if it cannot be reached */
  static async start(parts: Parts): Promise<ReviewWorker> {
    const worker = new ReviewWorker(parts);
    await worker.#sweep();
    for (const engine of parts.engines) await parts.jobs.take(claim => worker.#run(engine, claim));
    return worker;
  }

  /**
   * Takes no more reviews, and gives those back to the queue that have not ended in time.
   * @param grace milliseconds that running reviews have to end
   */
  async drain(grace: number): Promise<void> {
    clearInterval(this.#sweeps);
    const paused = new AbortController();
    const late = (after: number): Promise<void> =>
      delay(after, undefined, { signal: paused.signal }).catch(() => undefined);
    void late(grace).then(() => this.#drained.abort());
    // A database that is gone without a word must not keep the process.
    await Promise.race([this.#parts.jobs.pause(), late(grace + putBackTime)]);
    paused.abort();
    for (const engine of this.#parts.engines) engine.dispose();
  }

  async #run(engine: Engine, claim: Claim): Promise<void> {
    try {
      await checkSchema(this.#parts.database);
      await tryReview(this.#parts, engine, claim, this.#drained.signal);
    } catch (error) {
      this.#report(error);
      throw error;
    }
  }

  async #sweep(): Promise<void> {
    const { database, jobs } = this.#parts;
    try {
      await checkSchema(database);
      await queueOrphans(database, jobs);
      await forgetReviews(database, { keepDays: await readKeepDays(database), now: await databaseTime(database) });
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    if (CodeReviewError.is(error, 'input')) this.#parts.onUnusable(error);
    else this.#parts.onError(error);
  }
}
