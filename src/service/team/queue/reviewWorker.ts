import type { Kysely } from 'kysely';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { Engine } from '../../jobs/engineProcess.ts';
import { forgetReviews } from '../database/forgetReviews.ts';
import { checkSchema } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { databaseTime } from './databaseTime.ts';
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

/** Makes reviews of the queue, as many at a time as there are engines. */
export class ReviewWorker {
  readonly #parts: Parts;
  readonly #drained = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #sweeps: NodeJS.Timeout;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#sweeps = setInterval(() => void this.#sweep(), sweepPause);
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
    await this.#parts.jobs.pause();
    const late = setTimeout(() => this.#drained.abort(), grace);
    await Promise.allSettled(this.#running);
    clearTimeout(late);
    for (const engine of this.#parts.engines) engine.dispose();
  }

  async #run(engine: Engine, claim: Claim): Promise<void> {
    const running = tryReview(this.#parts, engine, claim, this.#drained.signal);
    this.#running.add(running);
    try {
      await running;
    } catch (error) {
      this.#parts.onError(error);
      throw error;
    } finally {
      this.#running.delete(running);
    }
  }

  async #sweep(): Promise<void> {
    const { database, jobs, onError, onUnusable } = this.#parts;
    try {
      await checkSchema(database);
      await queueOrphans(database, jobs);
      const { keep_days: keepDays } = await database
        .selectFrom('settings')
        .select('keep_days')
        .executeTakeFirstOrThrow();
      await forgetReviews(database, { keepDays, now: await databaseTime(database) });
    } catch (error) {
      if (CodeReviewError.is(error, 'input')) onUnusable(error);
      else onError(error);
    }
  }
}
