import type { Insertable, Selectable, Transaction } from 'kysely';
import { randomBytes } from 'node:crypto';
import { engineVersion } from '../../engine/version.ts';
import type { Database } from '../database/schema.ts';
import type { ReviewJobs } from './reviewJobs.ts';

type Row = Selectable<Database['reviews']>;
type Asked = Pick<
  Insertable<Database['reviews']>,
  'repository' | 'pr' | 'from_scratch' | 'requested_by' | 'idempotency_key'
> & { readonly repository_id: string };

/**
 * Stores a review that waits, and queues it.
 * @returns undefined, and changes nothing, if the same key has asked with the same idempotency key before
 */
export async function newReview(trx: Transaction<Database>, jobs: ReviewJobs, asked: Asked): Promise<Row | undefined> {
  const row = await trx
    .insertInto('reviews')
    .values({ ...asked, id: `rev_${randomBytes(12).toString('hex')}`, status: 'pending', engine: engineVersion })
    .onConflict(conflict => conflict.columns(['requested_by', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await jobs.send(trx, { id: row.id, repository_id: asked.repository_id, pr: row.pr });
  return row;
}
