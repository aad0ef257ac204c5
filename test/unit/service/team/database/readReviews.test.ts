import assert from 'node:assert/strict';
import { reviewResponse } from '../../../../../src/service/http/reviewResponse.ts';
import type { StoredReview } from '../../../../../src/service/store/store.ts';
import { forgetReviews } from '../../../../../src/service/team/database/forgetReviews.ts';
import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase, type TeamDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import { PostgresStore } from '../../../../../src/service/team/database/postgresStore.ts';
import { readReviews } from '../../../../../src/service/team/database/readReviews.ts';
import { serviceDatabase, type TestDatabase } from '../../../../host/postgres/database.ts';
import { storedReview } from '../../store/storeContract.ts';

const day = 86_400_000;

describe('reviews that are read from Postgres', () => {
  let made: TestDatabase;
  let opened: TeamDatabase;
  let store: PostgresStore;

  beforeEach(async () => {
    made = await serviceDatabase();
    opened = openDatabase({ url: made.url, connections: 2, name: 'test', onError: () => undefined });
    await migrate(opened.database);
    store = new PostgresStore(opened.database, 30);
  });

  afterEach(async () => {
    await opened.close();
    await made.drop();
  });

  const read = (id: string) => readReviews(opened.pool)(id);

  it('have the answer that their results give', async () => {
    // Postgres takes neither of these characters in a text.
    const reason = 'a NUL \u0000, half a pair \ud800';
    const failed: StoredReview = {
      ...storedReview('rev_1', Date.now(), 'failed'),
      completedAt: Date.now(),
      result: { status: 'failed', reason, reports: [] },
    };
    await store.putReview(failed);
    const answer = JSON.parse((await read('rev_1'))?.answer ?? '') as unknown;
    assert.deepEqual(answer, JSON.parse(JSON.stringify(reviewResponse({ ...failed, root: '' }))));
    assert.equal((await store.review('rev_1'))?.result?.status, 'failed');
  });

  it('tell how far they are while they wait and are made', async () => {
    await store.putReview(storedReview('rev_1', Date.now()));
    assert.deepEqual((await read('rev_1'))?.progress, {
      status: 'pending',
      stage: 'waiting for a worker',
      progress: 0,
    });
    const begun = { started_at: new Date(), stage: 'analysing', progress: 0.5 };
    await opened.database.updateTable('reviews').set(begun).execute();
    assert.deepEqual((await read('rev_1'))?.progress, { status: 'running', stage: 'analysing', progress: 0.5 });
  });

  it('are each the one that was asked for, where many are read at a time', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `rev_${index}`);
    for (const id of ids) await store.putReview(storedReview(id, Date.now(), 'cancelled'));
    const reader = readReviews(opened.pool);
    const asked = [...ids, 'rev_none', ...ids].reverse();
    const states = await Promise.all(asked.map(reader));
    assert.deepEqual(
      states.map(state => state?.review.id),
      asked.map(id => (id === 'rev_none' ? undefined : id)),
    );
  });

  it('are forgotten when they are old, but not while they wait for a worker', async () => {
    const now = Date.now();
    const review = { repository: 'acme/app', pr: 7, engine: '1' };
    const ago = (days: number): Date => new Date(now - days * day);
    await opened.database
      .insertInto('reviews')
      .values([
        { ...review, id: 'rev_1', status: 'pending', created_at: ago(60) },
        { ...review, id: 'rev_2', status: 'failed', created_at: ago(31), completed_at: ago(31) },
        { ...review, id: 'rev_3', status: 'completed', created_at: ago(40), completed_at: ago(29) },
      ])
      .execute();
    await forgetReviews(opened.database, { keepDays: 30, now });
    const left = await opened.database.selectFrom('reviews').select('id').orderBy('id').execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      ['rev_1', 'rev_3'],
    );
  });

  it('stay as they ended, whatever another process writes', async () => {
    await store.putReview(storedReview('rev_1', Date.now()));
    await store.putReview(storedReview('rev_1', Date.now(), 'cancelled'));
    await store.putReview(storedReview('rev_1', Date.now(), 'completed'));
    assert.equal((await store.review('rev_1'))?.status, 'cancelled');
  });
});
