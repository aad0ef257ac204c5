import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { databaseFailure, hasState } from './databaseFailure.ts';
import { migrations } from './migrations/migrations.ts';
import type { Database } from './schema.ts';

/** The oldest Postgres with all that is used, as its `server_version_num`. */
const oldestServer = 140_000;
const states = { noTable: '42P01', tableExists: '42P07' };
const emptyDatabase = 'Name an empty database, or one that this service has made.';

/**
 * Makes missing tables and brings old ones up to date. Any number of processes may do so at once, and older ones may use
 * the database meanwhile. A newer schema is left as it is.
 * @param known the migrations of this version, by name
 * @throws CodeReviewError of kind `input` if the database cannot be used, the driver's error if it is gone
 */
export async function migrate(database: Kysely<Database>, known = migrations): Promise<void> {
  try {
    await checkServer(database);
    await addMissing(database, known);
  } catch (error) {
    throw migrationFailure(error);
  }
  await checkSchema(database, known);
}

/**
 * Checks that a newer version has not changed the schema in a way that this one cannot run with.
 * @throws CodeReviewError of kind `input` if it has, or if there is no schema; `service` if the database is gone
 */
export async function checkSchema(database: Kysely<Database>, known = migrations): Promise<void> {
  const newest = Math.max(...Object.keys(known).map(name => Number.parseInt(name, 10)));
  let floor: number | undefined;
  try {
    floor = (await database.selectFrom('schema_floor').select('floor').executeTakeFirst())?.floor;
  } catch (error) {
    if (!hasState(error, states.noTable)) throw databaseFailure(error) ?? error;
  }
  if (floor === undefined) {
    const message = 'The database lacks tables of this service.';
    throw new CodeReviewError('input', message, 'Restore it from a backup, or name an empty database.');
  }
  if (floor > newest) {
    const message = 'A newer version of Code Review has changed the database, and this version cannot use it any more.';
    throw new CodeReviewError('input', message, 'Update this process to the newer version.');
  }
}

async function addMissing(database: Kysely<Database>, known: Readonly<Record<string, Migration>>): Promise<void> {
  const done = await namesOfDone(database);
  const missing = Object.keys(known).filter(name => !done.has(name));
  if (missing.length === 0) return;
  if ([...done].some(name => !Object.hasOwn(known, name))) {
    const message =
      'The database was made by another program, or by a version of Code Review that this one cannot follow.';
    throw new CodeReviewError('input', message, emptyDatabase);
  }
  const provider = { getMigrations: () => Promise.resolve(known) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error === undefined) return;
  // A newer process may have been faster.
  const now = await namesOfDone(database);
  if (!Object.keys(known).every(name => now.has(name)))
    throw error instanceof Error ? error : new Error('The tables could not be made.', { cause: error });
}

async function namesOfDone(database: Kysely<Database>): Promise<Set<string>> {
  try {
    const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(database);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (hasState(error, states.noTable)) return new Set();
    throw error;
  }
}

async function checkServer(database: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ number: string; version: string }>`
    SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version
  `.execute(database);
  if (Number(rows[0]?.number) >= oldestServer) return;
  const message = `The database is Postgres ${rows[0]?.version ?? ''}, which is too old.`;
  throw new CodeReviewError('input', message, 'Use Postgres 14 or later.');
}

function migrationFailure(error: unknown): unknown {
  if (hasState(error, states.tableExists)) {
    const message = 'The database holds tables of another program.';
    return new CodeReviewError('input', message, emptyDatabase, { cause: error });
  }
  return error;
}
