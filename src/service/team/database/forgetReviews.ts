import { sql, type Kysely, type RawBuilder } from 'kysely';
import { keptPending } from '../../store/store.ts';
import type { Database } from './schema.ts';

const day = 86_400_000;

/**
 * Deletes reviews that ended too long ago. One that waits stays, however long no worker has come for it.
 * @param keepDays how long to keep them
 * @param now milliseconds since the epoch
 */
export async function forgetReviews(
  database: Kysely<Database>,
  { keepDays, now }: { readonly keepDays: number; readonly now: number },
): Promise<void> {
  await deleteOldest(database, sql`status <> 'pending'`, 'completed_at', now - keepDays * day);
}

/** Deletes reviews that have waited for a week. @param now milliseconds since the epoch */
export async function forgetPending(database: Kysely<Database>, now: number): Promise<void> {
  await deleteOldest(database, sql`status = 'pending'`, 'created_at', now - keptPending);
}

/** Deletes a few at a time, so that nothing waits for it. Those that another process deletes are left to it. */
async function deleteOldest(
  database: Kysely<Database>,
  which: RawBuilder<unknown>,
  column: 'created_at' | 'completed_at',
  before: number,
): Promise<void> {
  await sql`DELETE FROM reviews WHERE id IN (
    SELECT id FROM reviews WHERE ${which} AND ${sql.ref(column)} < ${new Date(before)}
    ORDER BY ${sql.ref(column)} LIMIT 50 FOR UPDATE SKIP LOCKED
  )`.execute(database);
}
