import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** The time of the database, in milliseconds since the epoch: the clocks of machines differ. */
export async function databaseTime(database: Kysely<Database>): Promise<number> {
  const { now } = await database.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
  return now.getTime();
}
