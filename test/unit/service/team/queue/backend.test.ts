import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { TeamQueue } from './teamQueue.ts';

describe('what the API asks of the team service', () => {
  let queue: TeamQueue;

  beforeEach(async () => {
    queue = await TeamQueue.ofTest();
    await queue.connect('Acme/App');
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
});
