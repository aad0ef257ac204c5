import assert from 'node:assert/strict';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { databaseFailure } from '../../../../../src/service/team/database/databaseFailure.ts';
import { checkSchema, migrate } from '../../../../../src/service/team/database/migrate.ts';
import { migrations } from '../../../../../src/service/team/database/migrations/migrations.ts';
import { openDatabase, type TeamDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import type { Database } from '../../../../../src/service/team/database/schema.ts';
import { execute, testDatabase, type TestDatabase } from '../../../../host/postgres/database.ts';

/** What a later version may do: a column more. */
const later: Migration = {
  up: async database => void (await sql`ALTER TABLE reviews ADD COLUMN labels text`.execute(database)),
};
/** A later version that older ones cannot run beside. */
const breaking: Migration = {
  up: async database => void (await sql`UPDATE schema_floor SET floor = 3`.execute(database)),
};
const newer = { ...migrations, '0002-labels': later };

describe('the schema of a team database', () => {
  let made: TestDatabase;
  const opened: TeamDatabase[] = [];

  beforeEach(async () => {
    made = await testDatabase();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map(each => each.close()));
    await made.drop();
  });

  /** As another process. */
  function open(): Kysely<Database> {
    const one = openDatabase({
      url: made.url,
      connections: 2,
      name: 'test',
      onError: error => assert.fail(String(error)),
    });
    opened.push(one);
    return one.database;
  }

  async function tables(): Promise<number> {
    return (await open().introspection.getTables()).length;
  }

  it('is made once when many processes start at once, and left alone afterwards', async () => {
    const processes = Array.from({ length: 6 }, open);
    await Promise.all(processes.map(database => migrate(database)));
    const count = await tables();
    assert.ok(count > 10);
    await migrate(open());
    assert.equal(await tables(), count);
    assert.deepEqual(await open().selectFrom('settings').select(['plan', 'requests_per_hour', 'keep_days']).execute(), [
      { plan: 'pro', requests_per_hour: 1000, keep_days: 30 },
    ]);
  });

  it('is brought up to date by a newer process while an older one uses it', async () => {
    const older = open();
    await migrate(older);
    const transaction = await older.startTransaction().execute();
    await transaction.selectFrom('permits').selectAll().execute();
    await migrate(open(), newer);
    await transaction.commit().execute();
    await checkSchema(older);
    const review = { id: 'rev_1', repository: 'acme/app', pr: 7, status: 'pending', engine: '1' } as const;
    await older.insertInto('reviews').values(review).execute();
    // It starts again, and finds what it does not know.
    await migrate(open());
    assert.equal((await open().selectFrom('reviews').selectAll().execute()).length, 1);
  });

  it('is not used by a process for which it is too new', async () => {
    const older = open();
    await migrate(older);
    await migrate(open(), { ...newer, '0003-breaking': breaking });
    const sentence = /newer version of Code Review has changed the database/;
    await assert.rejects(checkSchema(older), { kind: 'input', message: sentence });
    await assert.rejects(migrate(open()), { kind: 'input', message: sentence });
  });

  it('is not made among the tables of another program, and nothing is left of the attempt', async () => {
    await execute(made.url, 'CREATE TABLE reviews (stars int)');
    await assert.rejects(migrate(open()), { kind: 'input', message: 'The database holds tables of another program.' });
    assert.deepEqual(
      (await open().introspection.getTables()).map(({ name }) => name),
      ['reviews'],
    );
    await execute(made.url, 'DROP TABLE reviews');
    await migrate(open());
  });

  it('of another program that uses the same library is told', async () => {
    await execute(made.url, 'CREATE TABLE kysely_migration (name text, timestamp text)');
    await execute(made.url, "INSERT INTO kysely_migration VALUES ('2024-shop', '2024')");
    await assert.rejects(migrate(open()), { kind: 'input', message: /made by another program/ });
  });

  it('that has lost a table is told', async () => {
    await migrate(open());
    await execute(made.url, 'DROP TABLE schema_floor');
    await assert.rejects(checkSchema(open()), { kind: 'input', message: /lacks tables/ });
    await assert.rejects(migrate(open()), { kind: 'input', message: /lacks tables/ });
  });

  it('asks for a user that may make tables', async () => {
    await execute(made.url, "CREATE ROLE reader LOGIN PASSWORD 'x'");
    const url = new URL(made.url);
    url.username = 'reader';
    url.password = 'x';
    const reader = openDatabase({ url: url.href, connections: 1, name: 'test', onError: () => undefined });
    opened.push(reader);
    await assert.rejects(migrate(reader.database), error => {
      const { kind, message } = databaseFailure(error) ?? assert.fail(String(error));
      assert.deepEqual([kind, message], ['input', 'The user of the database lacks rights in it.']);
      return true;
    });
    await execute(made.url, 'DROP ROLE reader');
  });
});
