import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { failedQueue, reviewsQueue, startQueues } from './queues.ts';

/** The review that a job is about. */
interface JobData {
  readonly reviewId: string;
  /** Of the request that asked for it; absent without traces. */
  readonly traceparent?: string;
}

/** A job that this process has taken, until its signal aborts: the job is then another process's, or gone. */
export type Claim = Pick<Job<JobData>, 'id' | 'retryCount' | 'data' | 'signal'>;

/** A review that waits. */
interface WaitingReview {
  readonly id: string;
  /** The span that asked for it; absent without traces. */
  readonly traceparent?: string | undefined;
}

/** When a review is to be made: those with a lower turn are made before it. */
interface Turn {
  readonly id: string;
  readonly repository_id: string;
  readonly pr: number;
  readonly turn: number;
}

type Trx = Transaction<Database>;

/** Highest number of waiting reviews of a repository that its next one is put behind. */
const longestLine = 1_000;

/** The jobs of reviews, which change in the same transaction as the rows of the reviews. */
export class ReviewJobs {
  readonly #boss: PgBoss;

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Opens the queue. @throws the error of the connection */
  static async open(options: Parameters<typeof startQueues>[0]): Promise<ReviewJobs> {
    return new ReviewJobs(await startQueues(options));
  }

  /** Queues reviews whose rows are stored in the same transaction; does nothing with those that are queued. */
  async send(trx: Trx, reviews: readonly WaitingReview[]): Promise<void> {
    if (reviews.length === 0) return;
    const spans = new Map(reviews.map(({ id, traceparent }) => [id, traceparent]));
    const jobs = (await turnsOf(trx, [...spans.keys()])).map(({ id, repository_id: repository, pr, turn }) => {
      const traceparent = spans.get(id);
      const data: JobData = { reviewId: id, ...(traceparent !== undefined && { traceparent }) };
      return { id: jobId(id), data, singletonKey: `${repository} ${pr}`, priority: -turn };
    });
    await this.#boss.insert(reviewsQueue, jobs, { db: fromKysely(trx) });
  }

  /** Ends the job of a review that has ended, whoever has taken it. */
  async end(trx: Trx, reviewId: string): Promise<void> {
    await this.#boss.complete(reviewsQueue, jobId(reviewId), undefined, { db: fromKysely(trx), includeQueued: true });
  }

  /** Puts a review that was tried as often as it may be into the dead letter queue. */
  async bury(trx: Trx, reviewId: string, reason: string): Promise<void> {
    await this.#boss.send(failedQueue, { reviewId, reason }, { id: jobId(reviewId), db: fromKysely(trx) });
  }

  /**
   * Gives a job back, so that any worker may take it; does nothing if it is no longer this process's.
   * @param seconds how long to wait before; absent for longer each time
   */
  async putBack(trx: Trx, claim: Claim, seconds?: number): Promise<void> {
    const db = fromKysely(trx);
    await this.#boss.fail(reviewsQueue, { id: claim.id, retryCount: claim.retryCount }, undefined, { db });
    if (seconds !== undefined)
      await this.#boss.update(reviewsQueue, undefined, { id: claim.id, startAfter: seconds, db });
  }

  /** Removes the jobs of reviews, also from the dead letter queue; processes that have taken them are told. */
  async remove(trx: Trx, reviewIds: readonly string[]): Promise<void> {
    if (reviewIds.length === 0) return;
    const ids = reviewIds.map(jobId);
    for (const queue of [reviewsQueue, failedQueue]) await this.#boss.deleteJob(queue, ids, { db: fromKysely(trx) });
  }

  /** Takes jobs, one at a time, until the queue is closed or `pause` is called. @param run must not reject */
  async take(run: (claim: Claim) => Promise<void>): Promise<void> {
    let worker = '';
    worker = await this.#boss.work<JobData>(
      reviewsQueue,
      { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 5 },
      async ([job]) => {
        try {
          if (job !== undefined) await run(job);
        } finally {
          // Else it would wait for the next poll after a short job.
          this.#boss.notifyWorker(worker);
        }
      },
    );
  }

  /** Takes no more jobs. Resolves once those that were taken have run. */
  async pause(): Promise<void> {
    await this.#boss.offWork(reviewsQueue, { wait: true });
  }

  /** Looks for jobs whose process is gone, as is done every ten seconds. */
  async supervise(): Promise<void> {
    await this.#boss.supervise(reviewsQueue);
  }

  /** Jobs that are still taken are given to other processes. */
  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** The job of a review has its id: the 24 hexadecimal digits behind `rev_`, as a UUID. */
function jobId(reviewId: string): string {
  return `00000000-${reviewId.slice(4).replace(/^(.{4})(.{4})(.{4})/, '$1-$2-$3-')}`;
}

/**
 * The turns of reviews. That of a repository's next review is that of the review which is next of all, and one later for
 * each that the repository has waiting before it. So repositories take turns, and none waits for ever: a turn is never
 * before that of what is next. Materialized, since Postgres would count the line again for each review.
 */
async function turnsOf(trx: Trx, ids: readonly string[]): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    WITH new AS (
      SELECT id, repository_id, pr, min(number) OVER of_repository AS first,
        row_number() OVER (of_repository ORDER BY number) - 1 AS place
      FROM reviews WHERE id = ANY (${ids}) WINDOW of_repository AS (PARTITION BY repository_id)
    ), front AS (
      SELECT -priority AS turn FROM pgboss.job
      WHERE name = ${reviewsQueue} AND state < 'active' AND NOT blocked ORDER BY priority DESC LIMIT 1
    ), line AS MATERIALIZED (
      SELECT repository_id, (
        SELECT count(*) FROM (
          SELECT FROM reviews
          WHERE repository_id = asked.repository_id AND status = 'pending' AND started_at IS NULL AND number < asked.first
          LIMIT ${longestLine}
        ) waiting
      ) AS length
      FROM (SELECT DISTINCT repository_id, first FROM new) asked
    )
    SELECT id, repository_id, pr, COALESCE((SELECT turn FROM front), 0) + length + place AS turn
    FROM new JOIN line USING (repository_id) ORDER BY place`.execute(trx);
  return rows;
}
