import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { newKey } from '../../../../src/service/accounts/keys.ts';
import { admitFrom } from '../../../../src/service/team/database/admit.ts';
import { PostgresStore } from '../../../../src/service/team/database/postgresStore.ts';
import { teamSecretKey, TeamProcess } from '../../../host/programs/teamProcess.ts';
import { command } from '../cli/runCommand.ts';
import { engineThat } from '../cli/review/stubEngine.ts';
import { HeldEngines, nothingFound } from '../jobs/heldEngine.ts';
import { TeamQueue } from './queue/teamQueue.ts';
import { TeamWorker } from './queue/teamWorker.ts';

const sentence = /A newer version of Code Review has changed the database, and this version cannot use it any more/;

describe('a process that is older than the schema of its database', () => {
  let queue: TeamQueue;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-older-'));
    queue = await TeamQueue.ofTest();
    await queue.connect('acme/app');
  });

  afterEach(async () => {
    await queue.close();
    await rm(folder, { recursive: true });
  });

  it('goes on in the middle of a review where the newer version only adds', async () => {
    const { database, backend, pool } = queue;
    const { key, stored } = newKey({ kind: 'development', name: '' }, Date.now());
    await new PostgresStore(database, 30).putKey(stored);
    const admit = admitFrom({ pool, onError: error => assert.fail(String(error)) });
    const used = async (): Promise<unknown[]> => [
      (await admit(key, true))?.granted,
      (await backend.repositories()).length,
      (await queue.rerun(await queue.ask(9))) instanceof Object,
    ];
    const engines = new HeldEngines();
    const { errors } = await TeamWorker.start(queue, [engines.start]);
    const id = await queue.ask(7);
    const { end } = await engines.begun(1);
    const before = await used();

    for (const { name, schema } of await database.introspection.getTables())
      if (schema === 'public')
        await sql`ALTER TABLE ${sql.table(name)} ADD COLUMN later text NOT NULL DEFAULT 'later'`.execute(database);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('0002-later', now())`.execute(database);

    end(nothingFound);
    assert.equal((await queue.ended(id)).status, 'completed');
    assert.deepEqual(await used(), before);
    assert.equal((await backend.review(id))?.review.status, 'completed');
    (await engines.begun(2)).end(nothingFound);
    await (await TeamQueue.open(queue.url)).close();
    assert.deepEqual(errors, []);
  });

  it('ends with a sentence where it cannot go on, and leaves its reviews to newer ones', async () => {
    const floor = (number: number) => queue.database.updateTable('schema_floor').set({ floor: number }).execute();
    const serve = new TeamProcess(['serve', '--listen', '127.0.0.1:0'], queue.url);
    const address = await serve.url();
    const env = { CODE_REVIEW_DATABASE_URL: queue.url, CODE_REVIEW_SECRET_KEY: teamSecretKey };
    const args = ['work', '--data', folder, '--concurrency', '1'];
    const gone = await queue.connect('acme/gone');
    const first = await queue.ask(1, { repository: 'acme/gone' });
    await queue.database.updateTable('repositories').set({ removed_at: new Date() }).where('id', '=', gone).execute();
    const worker = command('.', args, { env });
    assert.equal((await queue.ended(first)).status, 'cancelled');

    await floor(1_000);
    const id = await queue.ask(7);
    const ended = await worker;
    assert.match(ended.stderr, sentence);
    assert.equal(ended.code, 2);
    const ready = await fetch(`${address}/readyz`);
    assert.equal(ready.status, 503);
    assert.match(await ready.text(), sentence);
    assert.match((await command('.', args, { env })).stderr, sentence);
    assert.deepEqual([(await queue.row(id)).status, (await queue.row(id)).attempts], ['pending', 0]);

    await floor(1);
    await TeamWorker.start(queue, [engineThat(nothingFound)]);
    await queue.passBackoff();
    assert.equal((await queue.ended(id)).status, 'completed');
    await serve.end();
  });
});
