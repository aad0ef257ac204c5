import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { reviewsQueue } from './queues.ts';
import type { ReviewJobs } from './reviewJobs.ts';

/** Queues pending reviews that have no job, as after the queue's tables were restored or emptied. @returns how many */
export async function queueOrphans(database: Kysely<Database>, jobs: ReviewJobs): Promise<number> {
  return database.transaction().execute(async trx => {
    const { rows: locks } = await sql<{ is_mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('code-review orphans', 0)) AS is_mine`.execute(trx);
    // Another process is at it.
    if (locks[0]?.is_mine !== true) return 0;
    const { rows: orphans } = await sql<{ id: string }>`
      SELECT id FROM reviews
      WHERE status = 'pending' AND repository_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM pgboss.job
        WHERE job.name = ${reviewsQueue} AND job.id = ('00000000' || substr(reviews.id, 5))::uuid
          AND job.state < 'completed'
      )`.execute(trx);
    await jobs.remove(
      trx,
      orphans.map(({ id }) => id),
    );
    await jobs.send(trx, orphans);
    return orphans.length;
  });
}
