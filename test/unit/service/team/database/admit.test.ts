import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createKey, revokeKey } from '../../../../../src/service/accounts/keys.ts';
import { admitFrom } from '../../../../../src/service/team/database/admit.ts';
import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase, type TeamDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import { PostgresStore } from '../../../../../src/service/team/database/postgresStore.ts';
import { serviceDatabase, type TestDatabase } from '../../../../host/postgres/database.ts';
import { PostgresServer } from '../../../../host/postgres/server.ts';
import { programOf } from '../../../../host/programs/programs.ts';

describe('the limit of an hour in Postgres', () => {
  let made: TestDatabase;
  let opened: TeamDatabase;
  let store: PostgresStore;

  beforeEach(async () => {
    made = await serviceDatabase();
    await use(made.url);
  });

  afterEach(async () => {
    await opened.close();
    await made.drop();
  });

  const open = (url: string): TeamDatabase =>
    openDatabase({ url, connections: 4, name: 'test', onError: () => undefined });

  async function use(url: string): Promise<void> {
    opened = open(url);
    await migrate(opened.database);
    store = new PostgresStore(opened.database, 30);
  }

  const admitter = () => admitFrom({ pool: opened.pool, onError: error => assert.fail(String(error)) });

  async function newKey(name = 'ci'): Promise<{ readonly key: string; readonly id: string }> {
    const { key, stored } = await createKey(store, { kind: 'production', name }, Date.now());
    return { key, id: stored.id };
  }

  async function setLimit(requestsPerHour: number): Promise<void> {
    await opened.database.updateTable('settings').set({ requests_per_hour: requestsPerHour }).execute();
  }

  /** Has processes ask at the same time. Each tells how many requests it was granted. */
  async function grantedBy(processes: number, key: string, requests: number): Promise<number[]> {
    const program = programOf('askPermits');
    const children = Array.from({ length: processes }, () =>
      fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
    await Promise.all(children.map(child => once(child, 'message')));
    const answers = children.map(async child => {
      const [answer] = (await once(child, 'message')) as [{ granted: number }];
      return answer.granted;
    });
    for (const child of children) child.send({ url: made.url, key, requests });
    const granted = await Promise.all(answers);
    // Those that have closed the database end by themselves.
    for (const child of children) if (child.connected) child.disconnect();
    return granted;
  }

  it('is exact over processes that ask at the same time', async () => {
    await setLimit(700);
    const { key } = await newKey();
    const granted = await grantedBy(4, key, 400);
    assert.equal(
      granted.reduce((sum, each) => sum + each),
      700,
    );
    assert.equal((await admitter()(key, true))?.granted, false);
  });

  it('is exact within a process, where requests of several keys share statements, and told in the order they came', async () => {
    await setLimit(5);
    const [one, other] = [await newKey('one'), await newKey('other')];
    const admit = admitter();
    const asked = Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? one : other));
    const admissions = await Promise.all(asked.map(({ key }) => admit(key, true)));
    for (const { id } of [one, other]) {
      const its = admissions.filter(each => each?.keyId === id);
      assert.deepEqual(
        its.map(each => each?.granted),
        [true, true, true, true, true, false, false],
      );
      assert.deepEqual(
        its.map(each => each?.remaining),
        [4, 3, 2, 1, 0, 0, 0],
      );
      assert.ok(its.every(each => each?.limit === 5 && each.resetSeconds >= 1 && each.resetSeconds <= 3_600));
    }
    // A limit that is raised holds at once.
    await setLimit(20);
    assert.equal((await admit(one.key, true))?.granted, true);
  });

  it('counts no request twice and forgets none when the server is killed', async () => {
    const server = await PostgresServer.start();
    try {
      await opened.close();
      await use(server.url());
      await setLimit(60);
      const { key } = await newKey();
      const admit = admitter();
      let granted = 0;
      const ask = async (): Promise<void> => {
        if ((await admit(key, true).catch(() => undefined))?.granted === true) granted++;
      };
      for (let round = 0; round < 3; round++) {
        const asked = Array.from({ length: 10 }, ask);
        await Promise.all([...asked, server.kill()]);
        await server.start();
      }
      while ((await admit(key, true))?.granted === true) granted++;
      assert.ok(granted > 0 && granted <= 60, `${granted} of 60 were granted`);
      await opened.close();
    } finally {
      await server.stop();
    }
  });

  it('is not given to a key that is revoked, unknown or mistyped', async () => {
    const { key, id } = await newKey();
    const admit = admitter();
    assert.equal((await admit(key, true))?.keyId, id);
    const elsewhere = open(made.url);
    await revokeKey(new PostgresStore(elsewhere.database, 30), id, Date.now());
    await elsewhere.close();
    assert.equal(await admit(key, true), undefined);
    for (const other of ['', 'x', `${key}0`, key.replace(/.$/, last => (last === '0' ? '1' : '0'))])
      assert.equal(await admit(other, true), undefined);
  });

  it('notes the day of the last use once, and not the first of somebody else', async () => {
    const [used, unused] = [await newKey('used'), await newKey('unused')];
    const admit = admitter();
    const versions = async (): Promise<unknown> =>
      (await opened.pool.query<{ id: string }>('SELECT id, last_used_on, xmin FROM api_keys ORDER BY id')).rows;
    await admit(used.key, true);
    const after = await versions();
    await Promise.all([admit(used.key, true), admit(used.key, true)]);
    assert.deepEqual(await versions(), after);
    const today = new Date().toISOString().slice(0, 10);
    const days = new Map((await store.keys()).map(({ id, lastUsedAt }) => [id, lastUsedAt]));
    assert.deepEqual([days.get(used.id), days.get(unused.id)], [Date.parse(today), undefined]);
  });

  it('forgets the permits of old hours', async () => {
    await opened.database.insertInto('permits').values({ key_id: 'gone', hour: 1, used: 5 }).execute();
    const admit = admitter();
    const { key, id } = await newKey();
    await admit(key, true);
    // It is in the background, over a connection of the same pool.
    while ((await opened.database.selectFrom('permits').select('key_id').execute()).length > 1);
    assert.deepEqual(await opened.database.selectFrom('permits').select('key_id').execute(), [{ key_id: id }]);
  });
});
