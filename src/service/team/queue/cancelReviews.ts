import { sql, type Transaction } from 'kysely';
import { notUnderWay } from '../database/reviewRow.ts';
import type { Database } from '../database/schema.ts';
import type { ReviewJobs } from './reviewJobs.ts';

/** Cancels the pending reviews of a repository that is disconnected; workers that make one stop within seconds. */
export async function cancelReviews(trx: Transaction<Database>, jobs: ReviewJobs, repositoryId: string): Promise<void> {
  const cancelled = await trx
    .updateTable('reviews')
    .set({ status: 'cancelled', completed_at: sql`now()`, ...notUnderWay })
    .where('repository_id', '=', repositoryId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  await jobs.remove(
    trx,
    cancelled.map(({ id }) => id),
  );
}
