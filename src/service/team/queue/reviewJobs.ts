import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { currentSpan } from '../tracing/spans.ts';
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
  readonly repository_id: string;
  readonly pr: number;
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

  /** Queues a review whose row is stored in the same transaction; does nothing if it is queued. */
  async send(trx: Trx, { id, repository_id: repository, pr }: WaitingReview): Promise<void> {
    const traceparent = currentSpan();
    const data: JobData = { reviewId: id, ...(traceparent !== undefined && { traceparent }) };
    await this.#boss.send(reviewsQueue, data, {
      id: jobId(id),
      singletonKey: `${repository} ${pr}`,
      priority: -(await turnOf(trx, id, repository)),
      db: fromKysely(trx),
    });
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
 * The turn of a repository's next review: that of the review which is next, and one later for each that the repository
 * has waiting. So repositories take turns, and none waits for ever: a turn is never before that of what is next.
 */
async function turnOf(trx: Trx, id: string, repository: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    SELECT (
      COALESCE((
        SELECT -priority FROM pgboss.job
        WHERE name = ${reviewsQueue} AND state < 'active' AND NOT blocked ORDER BY priority DESC LIMIT 1
      ), 0) + (
        SELECT count(*) FROM (
          SELECT FROM reviews
          WHERE repository_id = ${repository} AND status = 'pending' AND started_at IS NULL AND id <> ${id}
          LIMIT ${longestLine}
        ) waiting
      )
    )::int AS turn`.execute(trx);
  return rows[0]?.turn ?? 0;
}
