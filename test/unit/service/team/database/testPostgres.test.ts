import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { execute, serviceDatabase, testDatabase } from '../../../../host/postgres/database.ts';
import { PostgresServer } from '../../../../host/postgres/server.ts';

async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the Postgres of the tests', () => {
  it('gives each test a database of its own', async () => {
    const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
    await execute(one.url, 'CREATE TABLE here (id int)');
    await assert.rejects(rows(other.url, 'SELECT * FROM here'), /"here" does not exist/);
    await one.drop();
    await other.drop();
    await assert.rejects(rows(one.url, 'SELECT 1'), /does not exist/);
  });

  it('gives a test the tables of the service, copied, so that none sees the rows of another', async () => {
    const given = process.env['DATABASE_URL'];
    // On a server that outlives the tests, nothing is there to be copied.
    delete process.env['DATABASE_URL'];
    const [one, other] = [await serviceDatabase(), await serviceDatabase()];
    if (given !== undefined) process.env['DATABASE_URL'] = given;
    await execute(one.url, 'UPDATE settings SET requests_per_hour = 7');
    const [setting] = await rows(other.url, 'SELECT requests_per_hour FROM settings');
    assert.notEqual(setting?.['requests_per_hour'] ?? 7, 7);
    assert.notDeepEqual(await rows(other.url, 'SELECT name FROM pgboss.queue'), []);
    await one.drop();
    await other.drop();
  });

  it('can be ended as often as a test wants', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on('warning', listen);
    const server = await PostgresServer.start();
    for (let kill = 0; kill < 12; kill++) await server.kill();
    await server.stop();
    process.off('warning', listen);
    assert.deepEqual(warnings, []);
  });

  it('is gone, with its folder, when the process of the tests is killed', async () => {
    const env = { ...process.env, DATABASE_URL: undefined, CODE_REVIEW_TEST_POSTGRES: undefined };
    const killed = fork(path.join(import.meta.dirname, 'useDatabase.ts'), { execArgv: [], env });
    const [{ url, folder }] = (await once(killed, 'message')) as [{ url: string; folder: string }];
    assert.ok(existsSync(folder));
    killed.kill('SIGKILL');
    while (existsSync(folder)) await delay(20);
    await assert.rejects(rows(url, 'SELECT 1'), { code: 'ECONNREFUSED' });
  });
});
