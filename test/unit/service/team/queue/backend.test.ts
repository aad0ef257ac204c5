import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { within } from '../../../../../src/service/team/tracing/spans.ts';
import { TeamQueue } from './teamQueue.ts';

describe('what the API asks of the team service', () => {
  let queue: TeamQueue;

  beforeEach(async () => {
    queue = await TeamQueue.ofTest('Acme/App');
  });

  afterEach(() => queue.close());

  it('is made for connected repositories only, by their names in any case', async () => {
    assert.deepEqual(await queue.backend.repositories(), [
      {
        id: (await queue.backend.repositories())[0]?.id,
        name: 'App',
        full_name: 'Acme/App',
        provider: 'git',
        private: true,
      },
    ]);
    const id = await queue.ask(7, { repository: 'ACME/app' });
    const { review, progress } = (await queue.backend.review(id)) ?? assert.fail();
    assert.deepEqual([review.repository, review.pr, review.status, review.head], ['Acme/App', 7, 'pending', '']);
    assert.deepEqual(progress, { status: 'pending', stage: 'waiting for a worker', progress: 0 });
    await queue.database.updateTable('repositories').set({ removed_at: new Date() }).execute();
    await assert.rejects(queue.ask(7), /Acme\/App is not connected/i);
    assert.deepEqual(await queue.backend.repositories(), []);
  });

  it('may be forgotten, after as many days as the settings say now', async () => {
    await queue.database.updateTable('settings').set({ keep_days: 12 }).execute();
    assert.equal(await queue.backend.review(`rev_${'0'.repeat(24)}`), undefined);
    assert.equal(queue.backend.keepDays, 12);
  });

  it('is stored with its job or not at all', async () => {
    const { jobs } = queue;
    jobs.send = () => Promise.reject(new Error('no job'));
    await assert.rejects(queue.ask(7), /no job/);
    const { rows } = await sql`SELECT FROM reviews`.execute(queue.database);
    assert.equal(rows.length, 0);
  });

  it('is made once for an idempotency key, and refused for another request with it', async () => {
    const same = { idempotencyKey: 'k1' };
    const ids = await Promise.all([queue.ask(7, same), queue.ask(7, same), queue.ask(7, { ...same, keyId: 'other' })]);
    assert.equal(ids[0], ids[1]);
    assert.notEqual(ids[0], ids[2]);
    assert.equal(await queue.ask(7, { ...same, repository: 'acme/APP' }), ids[0]);
    assert.deepEqual(await queue.jobStates(), ['created', 'created']);
    await assert.rejects(queue.ask(8, same), /used for another request/);
    await assert.rejects(queue.ask(7, { ...same, fromScratch: true }), /used for another request/);
    assert.notEqual(await queue.ask(7), await queue.ask(7));
  });

  it('shares a transaction with what is asked for at the same time, and is answered for itself', async () => {
    await queue.connect('acme/small');
    const asked = Array.from({ length: 40 }, (_, index) => queue.ask(index + 1));
    const others = [1, 2].map(pr => queue.ask(pr, { repository: 'acme/small', idempotencyKey: 'k1' }));
    const unknown = queue.ask(1, { repository: 'acme/other' });
    await assert.rejects(unknown, /acme\/other is not connected/);
    await assert.rejects(others[1] ?? assert.fail(), /used for another request/);
    const ids = await Promise.all([...asked, others[0] ?? assert.fail()]);
    const rows = await Promise.all(ids.map(id => queue.row(id)));
    assert.deepEqual(
      rows.map(({ repository, pr }) => `${repository} ${pr}`),
      [...asked.map((_, index) => `Acme/App ${index + 1}`), 'acme/small 1'],
    );
    const { rows: stored } = await sql<{ reviews: number; transactions: number }>`
      SELECT count(*) AS reviews, count(DISTINCT xmin::text) AS transactions FROM reviews`.execute(queue.database);
    assert.equal(stored[0]?.reviews, 41);
    assert.ok(stored[0].transactions <= 3, `${stored[0].transactions} transactions`);
  });

  it('belongs to the trace of its own request, where several are asked for at a time', async () => {
    const traced = ['a', 'b'].map(traceparent => within({ traceparent, end: () => undefined }, () => queue.ask(7)));
    const ids = await Promise.all([...traced, queue.ask(7)]);
    const { rows } = await sql<{ id: string; trace: string | null }>`
      SELECT data->>'reviewId' AS id, data->>'traceparent' AS trace FROM pgboss.job`.execute(queue.database);
    assert.deepEqual(
      ids.map(id => rows.find(row => row.id === id)?.trace),
      ['a', 'b', null],
    );
  });

  it('keeps nobody waiting who reads a review, however many are asked for while they cannot be stored', async () => {
    const id = await queue.ask(7);
    const other = await queue.pool.connect();
    await other.query('BEGIN; LOCK TABLE reviews IN SHARE MODE');
    const asked = Array.from({ length: 30 }, (_, index) => queue.ask(index + 8));
    for (let waiting = 0; waiting === 0;)
      waiting = (await other.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount ?? 0;
    try {
      assert.equal((await queue.backend.review(id))?.review.id, id);
    } finally {
      await other.query('ROLLBACK');
      other.release();
      await Promise.all(asked);
    }
  });

  it('has a turn behind what its own repository has waiting, and beside the next of all', async () => {
    await queue.connect('acme/small');
    const ids = await Promise.all([1, 2, 3].map(pr => queue.ask(pr)));
    ids.push(...(await Promise.all([1, 2].map(pr => queue.ask(pr, { repository: 'acme/small' })))), await queue.ask(4));
    const { rows } = await sql<{ id: string; turn: number }>`
      SELECT data->>'reviewId' AS id, -priority AS turn FROM pgboss.job`.execute(queue.database);
    assert.deepEqual(
      ids.map(id => rows.find(row => row.id === id)?.turn),
      [0, 1, 2, 0, 1, 3],
    );
  });

  it('is not made where its client gives up while another request is under way', async () => {
    const given = new AbortController();
    const first = queue.ask(7);
    const second = queue.ask(8, { signal: given.signal });
    given.abort();
    await assert.rejects(second, /Cancelled/);
    const { pr } = await queue.row(await first);
    assert.equal(pr, 7);
    assert.deepEqual(await queue.jobStates(), ['created']);
  });
});
