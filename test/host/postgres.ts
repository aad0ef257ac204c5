import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterRun } from './afterRun.ts';
import { PostgresServer } from './postgresServer.ts';

/** A database of its own for a test. */
export interface TestDatabase {
  /** With user and password. */
  readonly url: string;
  /** Ends its connections and removes it. */
  readonly drop: () => Promise<void>;
}

let server: Promise<PostgresServer> | undefined;

/**
 * Creates an empty database, on the server that `DATABASE_URL` names or else on one that this process starts with its
 * first database and that ends with it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const given = process.env['DATABASE_URL'];
  server ??= given === undefined ? ownServer() : undefined;
  const administration = given ?? (await server)?.url() ?? '';
  const name = `code_review_${process.pid}_${randomBytes(6).toString('hex')}`;
  await execute(administration, `CREATE DATABASE ${name}`);
  const url = new URL(administration);
  url.pathname = name;
  return { url: url.href, drop: () => execute(administration, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Runs one statement over a connection of its own. @param url of the database */
export async function execute(url: string, sql: string, ...parameters: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql, [...parameters]);
  } finally {
    await client.end();
  }
}

async function ownServer(): Promise<PostgresServer> {
  const started = await PostgresServer.start();
  afterRun(() => void started.stop());
  return started;
}
