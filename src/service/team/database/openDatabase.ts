import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { Database } from './schema.ts';

interface DatabaseOptions {
  /** `postgres://user:password@host/database`; may hold a password. */
  readonly url: string;
  /** Most connections at a time. */
  readonly connections: number;
  /** Shown in the server's list of connections. */
  readonly name: string;
  /** Called when a connection breaks that nothing uses at that moment. */
  readonly onError: (error: unknown) => void;
}

/** A database of a team, over a pool of connections. */
export interface TeamDatabase {
  readonly pool: pg.Pool;
  readonly database: Kysely<Database>;
  /** Where it is, for people: host, port and name, without user and password. */
  readonly address: string;
  /** Ends all connections, once the queries under way have ended. */
  readonly close: () => Promise<void>;
}

const seconds = 1_000;
const { builtins } = pg.types;

/** `int8` as a number, since none of ours is beyond 2^53, and `date` as text, since it is in no time zone. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.DATE, text => text],
]);

function getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  const own = format === 'binary' ? undefined : parsers.get(type);
  return own ?? (pg.types.getTypeParser(type, format) as (text: string) => unknown);
}

/**
 * Prepares connections to a database; the first query connects.
 * @throws CodeReviewError of kind `input` if the address is none
 */
export function openDatabase({ url, connections, name, onError }: DatabaseOptions): TeamDatabase {
  const address = readAddress(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: name,
    // Clients poll every few seconds or minutes: who comes next does not wait for a new connection. Nothing on the way
    // takes one that is kept for dead.
    idleTimeoutMillis: 300 * seconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60 * seconds,
    connectionTimeoutMillis: 5 * seconds,
    statement_timeout: 30 * seconds,
    idle_in_transaction_session_timeout: 60 * seconds,
    // Later than the server's own, for a server that is gone without a word.
    query_timeout: 35 * seconds,
    types: { getTypeParser },
  });
  // Once the pool has ended, its connections are still open for a moment, and may be ended by the server.
  pool.on('error', error => {
    if (!pool.ending) onError(error);
  });
  // The query under way tells of it; without a listener the process would end.
  pool.on('connect', client => client.on('error', () => undefined));
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const close = async (): Promise<void> => {
    await database.destroy();
    // Kysely ends a pool only if it has used it itself.
    if (!pool.ending) await pool.end();
  };
  return { pool, database, address, close };
}

function readAddress(url: string): string {
  try {
    if (!/^postgres(?:ql)?:\/\//.test(url)) throw new Error('Not an address of Postgres.');
    const { host, port, database } = new pg.Client({ connectionString: url });
    return `${host}:${port}/${database ?? ''}`;
  } catch {
    // The cause may quote the password.
    const message = 'The address of the database is not one of Postgres.';
    throw new CodeReviewError('input', message, 'Give it as postgres://user:password@host:5432/database.');
  }
}
