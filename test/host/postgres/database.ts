import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { once } from '../../../src/core/base/once.ts';
import { afterRun } from '../afterRun.ts';
import { quickestFolder } from '../temporaryFolder.ts';
import { shareCluster, type PostgresCluster } from './cluster.ts';
import { PostgresServer } from './server.ts';

/** A database of its own for a test. */
export interface TestDatabase {
  /** With user and password. */
  readonly url: string;
  /** Ends its connections and removes it. */
  readonly drop: () => Promise<void>;
}

interface TestServer {
  readonly url: string;
  /** Absent on a server that somebody else has started. */
  readonly cluster?: PostgresCluster;
  /** Resolves to the name of a database with the tables of the service. Absent on a server that outlives the tests. */
  readonly template?: () => Promise<string>;
}

/** The URL of a server with a template, for the processes below the one that has started it. */
const variable = 'CODE_REVIEW_TEST_POSTGRES';
const templateName = 'code_review_template';

let server: Promise<TestServer> | undefined;

/**
 * Creates an empty database, on the server that `DATABASE_URL` names or else on one that this process, or one above it,
 * starts with its first database and that ends with it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return createDatabase((await testServer()).url);
}

/**
 * Creates a database that has the tables of the service, wherever it is quick to copy one, and else an empty one: whoever
 * needs the tables migrates it.
 */
export async function serviceDatabase(): Promise<TestDatabase> {
  const { url, template } = await testServer();
  return createDatabase(url, template && ` TEMPLATE ${await template()}`);
}

/** Starts the server that this process and all below it use, unless `DATABASE_URL` names one. */
export async function shareTestServer(): Promise<void> {
  const { url, cluster, template } = await testServer();
  if (cluster !== undefined) shareCluster(cluster);
  if (template === undefined) return;
  await template();
  process.env[variable] = url;
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

function testServer(): Promise<TestServer> {
  const { DATABASE_URL: given, [variable]: shared } = process.env;
  if (given !== undefined) return Promise.resolve({ url: given });
  if (shared !== undefined) return Promise.resolve({ url: shared, template: () => Promise.resolve(templateName) });
  return (server ??= ownServer());
}

async function createDatabase(administration: string, from = ''): Promise<TestDatabase> {
  const name = `code_review_${process.pid}_${randomBytes(6).toString('hex')}`;
  await execute(administration, `CREATE DATABASE ${name}${from}`);
  const url = new URL(administration);
  url.pathname = name;
  return { url: url.href, drop: () => execute(administration, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function ownServer(): Promise<TestServer> {
  const started = await PostgresServer.start({ parent: quickestFolder() });
  afterRun(() => void started.stop());
  const url = started.url();
  const template = once(async () => {
    await execute(url, `CREATE DATABASE ${templateName}`);
    await makeTables(started.url(templateName));
    return templateName;
  });
  return { url, cluster: started.cluster, template };
}

async function makeTables(url: string): Promise<void> {
  // Loaded here, since most of what has a database needs no more than its address.
  const [{ openDatabase }, { migrate }, { ReviewJobs }] = await Promise.all([
    import('../../../src/service/team/database/openDatabase.ts'),
    import('../../../src/service/team/database/migrate.ts'),
    import('../../../src/service/team/queue/reviewJobs.ts'),
  ]);
  const onError = (error: unknown): void => console.error(error);
  const { database, close } = openDatabase({ url, connections: 1, name: 'template', onError });
  await migrate(database);
  await close();
  await (await ReviewJobs.open({ url, isWorker: false, onError })).close();
}
