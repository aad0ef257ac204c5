import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { databaseFailure } from '../../../../../src/service/team/database/databaseFailure.ts';
import { openDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import { PostgresServer } from '../../../../host/postgres/server.ts';

const secret = ['hunter2', 'secret'].join('-');

describe('a connection to the database', () => {
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
  });

  after(() => server.stop());

  /** The error of the first query. */
  async function failure(url: string): Promise<unknown> {
    const { database, address, close } = openDatabase({ url, connections: 1, name: 'test', onError: () => undefined });
    try {
      await sql`SELECT 1`.execute(database);
    } catch (error) {
      return databaseFailure(error, address) ?? error;
    } finally {
      await close();
    }
    return assert.fail('It was answered.');
  }

  async function unusedPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    return port;
  }

  function changed(change: (url: URL) => void): string {
    const url = new URL(server.url());
    change(url);
    return url.href;
  }

  const cases: Readonly<Record<string, readonly [change: (url: URL) => void | Promise<void>, kind: string, RegExp]>> = {
    'a wrong password': [url => void (url.password = secret), 'input', /refuses the password/],
    'an unknown user': [url => void (url.username = 'nobody'), 'input', /refuses the password/],
    'no password': [url => void (url.password = ''), 'input', /has none/],
    'a database that does not exist': [url => void (url.pathname = 'nothing'), 'input', /no database of this name/],
    'an unknown host': [
      url => void (url.hostname = 'host.invalid'),
      'service',
      /host of the database is unknown|reached/,
    ],
    'a server without TLS': [url => url.searchParams.set('sslmode', 'verify-full'), 'input', /does not encrypt/],
  };
  for (const [name, [change, kind, sentence]] of Object.entries(cases))
    it(`says what is wrong: ${name}`, async () => {
      const url = changed(given => void change(given));
      const error = await failure(url);
      assert.ok(error instanceof Error && 'kind' in error && 'advice' in error, inspect(error));
      assert.deepEqual([error.kind, sentence.test(error.message)], [kind, true], error.message);
      assert.notEqual(error.advice, '');
      // A password is in no message, stack or cause.
      const { password } = new URL(url);
      assert.ok(password === '' || !inspect(error, { depth: 8 }).includes(password));
    });

  it('says that nothing listens there, and where', async () => {
    const port = String(await unusedPort());
    const error = await failure(changed(url => void (url.port = port)));
    assert.match(String(error), new RegExp(`cannot be reached \\(127\\.0\\.0\\.1:${port}/`));
  });

  it('says what an address looks like, and quotes none', () => {
    for (const url of ['', 'mysql://a:b@c/d', `postgres://u:${secret}@[::bad/db`, `${secret}@host`])
      assert.throws(
        () => openDatabase({ url, connections: 1, name: 'test', onError: () => undefined }),
        (error: unknown) => {
          assert.match(String(error), /not one of Postgres/);
          assert.ok(!inspect(error, { depth: 8 }).includes(secret));
          return true;
        },
      );
  });

  it('takes no error of a file for one of the database', () => {
    const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
    assert.equal(databaseFailure(error), undefined);
    assert.equal(databaseFailure(new Error('other')), undefined);
  });

  it('is made anew after the server was killed, in the middle of a query', async () => {
    const told: unknown[] = [];
    const { database, close } = openDatabase({
      url: server.url(),
      connections: 2,
      name: 'test',
      onError: error => told.push(error),
    });
    try {
      await sql`SELECT 1`.execute(database);
      const underWay = sql`SELECT pg_sleep(60)`.execute(database);
      const ended = assert.rejects(underWay, error => databaseFailure(error)?.kind === 'service');
      await server.kill();
      await ended;
      await assert.rejects(sql`SELECT 1`.execute(database), error => databaseFailure(error)?.kind === 'service');
      await server.start();
      await sql`SELECT 1`.execute(database);
    } finally {
      await close();
    }
  });

  it('is kept while clients pause between two polls', async () => {
    const opened = openDatabase({ url: server.url(), connections: 1, name: 'test', onError: () => undefined });
    const connection = async (): Promise<unknown> => (await opened.pool.query('SELECT pg_backend_pid()')).rows;
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const before = await connection();
      mock.timers.tick(120_000);
      assert.deepEqual(await connection(), before);
    } finally {
      mock.timers.reset();
      await opened.close();
    }
  });

  it('tells when it breaks while nothing uses it, and not when it has been closed', async () => {
    const told: unknown[] = [];
    const onError = (error: unknown): void => void told.push(error);
    const { pool, close } = openDatabase({ url: server.url(), connections: 1, name: 'test', onError });
    const ended = new Error('terminating connection due to administrator command');
    pool.emit('error', ended);
    assert.deepEqual(told, [ended]);
    await close();
    pool.emit('error', ended);
    assert.deepEqual(told, [ended]);
  });

  it('gives numbers, dates and moments as they are', async () => {
    const { database, close } = openDatabase({
      url: server.url(),
      connections: 1,
      name: 'test',
      onError: () => undefined,
    });
    const { rows } = await sql`
      SELECT 9007199254740991::bigint AS big, date '2026-11-22' AS day, timestamptz '2026-11-22T10:00:00Z' AS moment
    `.execute(database);
    await close();
    assert.deepEqual(rows, [
      { big: Number.MAX_SAFE_INTEGER, day: '2026-11-22', moment: new Date('2026-11-22T10:00:00Z') },
    ]);
  });
});
