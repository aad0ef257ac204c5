import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { ReviewProgress } from '../../engine/reviewProgress.ts';
import { engineVersion } from '../../engine/version.ts';
import type { StoredReview } from '../../store/store.ts';
import { madeColumns, progressColumns, storedReview } from '../database/reviewRow.ts';
import type { Database } from '../database/schema.ts';
import { databaseTime } from '../database/databaseTime.ts';
import type { Claim, ReviewJobs } from './reviewJobs.ts';

/** How often a review is begun before it has failed. */
export const mostTries = 3;

/** A try at a review, which has just begun. */
export interface Try {
  readonly review: StoredReview;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** The repository; undefined if it was disconnected. */
  readonly repository: Selectable<Database['repositories']> | undefined;
}

/** What a try writes. Each method fails if the database cannot be reached, and changes all that it says or nothing. */
export class Tries {
  readonly #database: Kysely<Database>;
  readonly #jobs: ReviewJobs;

  constructor(database: Kysely<Database>, jobs: ReviewJobs) {
    this.#database = database;
    this.#jobs = jobs;
  }

  /** Begins a try. Ends the job of a review that has ended, and returns undefined. */
  async begin({ data: { reviewId } }: Claim): Promise<Try | undefined> {
    return this.#transaction(async trx => {
      const row = await trx
        .updateTable('reviews')
        .set({
          attempts: sql`attempts + 1`,
          started_at: sql`now()`,
          stage: 'fetching the commits',
          progress: 0,
          found: null,
          base: '',
          head: '',
          engine: engineVersion,
        })
        .where('id', '=', reviewId)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) {
        await this.#jobs.end(trx, reviewId);
        return undefined;
      }
      const repository = await trx
        .selectFrom('repositories')
        .selectAll()
        .where('id', '=', row.repository_id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return { review: storedReview(row), attempt: row.attempts, repository };
    });
  }

  /**
   * Stores what the review is made of, unless another one of the same is being made, or the review has ended or another
   * try has begun.
   * @returns whether it is to be made now
   */
  async takeInput({ attempt }: Try, review: StoredReview, title: string | undefined): Promise<boolean> {
    const { id, base, head, engine, configuration, fromScratch } = review;
    return this.#transaction(async trx => {
      const input = [base, head, engine, configuration].join(' ');
      // Of two that ask at the same moment, the second sees what the first has stored.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${input}, 0))`.execute(trx);
      const other = await trx
        .selectFrom('reviews')
        .select('id')
        .where('status', '=', 'pending')
        .where('head', '=', head)
        .where('base', '=', base)
        .where('head', '<>', '')
        .where('engine', '=', engine)
        .where('configuration', '=', configuration)
        .where('id', '<>', id)
        .limit(1)
        .executeTakeFirst();
      if (other !== undefined && fromScratch === undefined) return false;
      const { numUpdatedRows } = await trx
        .updateTable('reviews')
        .set({ base, head, engine, configuration, title: title ?? null })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('attempts', '=', attempt)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** Stores how far the try is, and the comments so far. @returns false if the review has ended or another try has begun */
  async tell({ review: { id }, attempt }: Try, progress: ReviewProgress): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('reviews')
      .set(progressColumns(progress))
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('attempts', '=', attempt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Stores the result and ends the job, unless the review has ended. Where another try has begun, only a completed result
   * counts: that try may do better than one that failed.
   * @returns whether it has ended the review
   */
  async end({ attempt }: Try, made: StoredReview, burial?: { readonly reason: string }): Promise<boolean> {
    return this.#transaction(async trx => {
      const ended = await trx
        .updateTable('reviews')
        .set(madeColumns({ ...made, completedAt: await databaseTime(trx) }))
        .where('id', '=', made.id)
        .where('status', '=', 'pending')
        .$if(made.status !== 'completed', query => query.where('attempts', '=', attempt))
        .returning('id')
        .executeTakeFirst();
      if (ended === undefined) return false;
      if (burial !== undefined) await this.#jobs.bury(trx, made.id, burial.reason);
      await this.#jobs.end(trx, made.id);
      return true;
    });
  }

  /**
   * Gives the review back to the queue.
   * @param seconds how long it waits there at least; absent for longer with each try
   */
  async putBack({ review: { id }, attempt }: Try, claim: Claim, how: PutBack): Promise<void> {
    await this.#transaction(async trx => {
      await trx
        .updateTable('reviews')
        .set({
          ...{ base: '', head: '', started_at: null, stage: how.stage, progress: 0, found: null },
          ...(how.isUncounted === true && { attempts: attempt - 1 }),
        })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('attempts', '=', attempt)
        .execute();
      await this.#jobs.putBack(trx, claim, how.seconds);
    });
  }

  #transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
    return this.#database.transaction().execute(work);
  }
}

/** How a review waits for its next try. */
interface PutBack {
  readonly stage: string;
  readonly seconds?: number;
  /** The try that ends does not count. */
  readonly isUncounted?: true;
}
