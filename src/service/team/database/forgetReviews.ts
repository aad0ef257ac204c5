import { sql, type Kysely } from 'kysely';
import { keptPending } from '../../store/store.ts';
import type { Database } from './schema.ts';

const day = 86_400_000;

/**
 * Deletes reviews that are too old, a few at a time, so that nothing waits for it. Those that another process deletes are
 * left to it.
 * @param keepDays how long to keep reviews that have ended
 * @param now milliseconds since the epoch
 */
export async function forgetReviews(
  database: Kysely<Database>,
  { keepDays, now }: { readonly keepDays: number; readonly now: number },
): Promise<void> {
  await sql`DELETE FROM reviews WHERE id IN (
    SELECT id FROM reviews WHERE status <> 'pending' AND created_at < ${new Date(now - keepDays * day)}
    ORDER BY created_at LIMIT 50 FOR UPDATE SKIP LOCKED
  )`.execute(database);
  await sql`DELETE FROM reviews WHERE id IN (
    SELECT id FROM reviews WHERE status = 'pending' AND created_at < ${new Date(now - keptPending)}
    ORDER BY created_at LIMIT 50 FOR UPDATE SKIP LOCKED
  )`.execute(database);
}
