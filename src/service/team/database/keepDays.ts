import type { Kysely } from 'kysely';
import { defaultKeepDays } from '../../store/store.ts';
import type { Database } from './schema.ts';

/** Reads for how many days reviews that have ended are kept, as the settings say now. */
export async function readKeepDays(database: Kysely<Database>): Promise<number> {
  const row = await database.selectFrom('settings').select('keep_days').executeTakeFirst();
  return row?.keep_days ?? defaultKeepDays;
}
