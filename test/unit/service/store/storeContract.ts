import assert from 'node:assert/strict';
import {
  keptHours,
  keptPending,
  type CommentKey,
  type Store,
  type StoredKey,
  type StoredReview,
} from '../../../../src/service/store/store.ts';

const day = 86_400_000;

/** The data of a store, which is opened again after a restart. */
export interface KeptStore {
  open(keepDays?: number): Promise<Store>;
  dispose(): Promise<void>;
}

/** A review with these commits: base `b`, head `h`. */
export function storedReview(id: string, createdAt: number, status: StoredReview['status'] = 'pending'): StoredReview {
  return {
    id,
    repository: 'acme/app',
    pr: 7,
    root: '/r',
    base: 'b',
    head: 'h',
    status,
    createdAt,
    completedAt: status === 'pending' ? undefined : createdAt,
    engine: '1',
    configuration: '',
    result: undefined,
  };
}

/** What holds for any store. Call it in a `describe`. */
export function storeContract(keep: () => Promise<KeptStore>): void {
  let kept: KeptStore;
  let store: Store;

  beforeEach(async () => {
    kept = await keep();
    store = await kept.open();
  });

  afterEach(async () => {
    await store.close();
    await kept.dispose();
  });

  async function reopened(keepDays?: number): Promise<Store> {
    await store.close();
    store = await kept.open(keepDays);
    return store;
  }

  it('keeps reviews over a restart, and knows the pending ones', async () => {
    await store.putReview(storedReview('rev_1', 1));
    await store.putReview(storedReview('rev_2', 2));
    await store.putReview({ ...storedReview('rev_1', 1, 'completed'), completedAt: 3 });
    const again = await reopened();
    assert.equal((await again.review('rev_1'))?.status, 'completed');
    assert.deepEqual(
      (await again.pendingReviews()).map(({ id }) => id),
      ['rev_2'],
    );
    assert.equal(await again.review('rev_3'), undefined);
  });

  it('keeps a review that has ended as it is, whatever another process writes', async () => {
    await store.putReview(storedReview('rev_1', 1));
    const completed = storedReview('rev_1', 1, 'completed');
    await store.putReview(completed);
    for (const status of ['failed', 'cancelled', 'pending'] as const)
      await store.putReview(storedReview('rev_1', 1, status));
    assert.deepEqual((await store.review('rev_1'))?.status, 'completed');
    assert.deepEqual(await store.pendingReviews(), []);
  });

  it('keeps reviews that have ended for 30 days, or as long as it is told, and none of them longer', async () => {
    await store.putReview(storedReview('rev_1', 1, 'completed'));
    await store.putReview(storedReview('rev_2', 2, 'failed'));
    await store.putReview(storedReview('rev_3', 1 + 30 * day, 'completed'));
    assert.ok(await store.review('rev_1'));
    await store.putReview(storedReview('rev_4', 2 + 30 * day));
    assert.deepEqual([await store.review('rev_1'), (await store.review('rev_2'))?.status], [undefined, 'failed']);
    await reopened(1);
    await store.putReview(storedReview('rev_5', 2 + 31 * day));
    assert.deepEqual(await Promise.all(['rev_2', 'rev_3', 'rev_4'].map(async id => (await store.review(id))?.status)), [
      undefined,
      undefined,
      'pending',
    ]);
  });

  it('counts the days from the end of a review that waited long', async () => {
    await store.putReview(storedReview('rev_1', 1));
    await store.putReview({ ...storedReview('rev_1', 1, 'completed'), completedAt: 1 + 6 * day });
    await store.putReview(storedReview('rev_2', 1 + 36 * day));
    assert.equal((await store.review('rev_1'))?.status, 'completed');
    await store.putReview(storedReview('rev_3', 2 + 36 * day));
    assert.equal(await store.review('rev_1'), undefined);
  });

  it('forgets a review that nobody made for a week', async () => {
    await store.putReview(storedReview('rev_1', 1));
    await store.putReview(storedReview('rev_2', 1 + keptPending));
    assert.deepEqual(
      (await store.pendingReviews()).map(({ id }) => id),
      ['rev_1', 'rev_2'],
    );
    await store.putReview(storedReview('rev_3', 2 + keptPending));
    assert.equal(await store.review('rev_1'), undefined);
  });

  it('finds the newest completed review of the same input, and of a pull request', async () => {
    await store.putReview(storedReview('rev_1', 1, 'completed'));
    await store.putReview(storedReview('rev_2', 2, 'completed'));
    await store.putReview({ ...storedReview('rev_3', 3, 'completed'), configuration: 'c' });
    await store.putReview({ ...storedReview('rev_4', 4, 'completed'), head: 'h2', pr: 8 });
    await store.putReview(storedReview('rev_5', 5, 'failed'));
    await store.putReview(storedReview('rev_6', 6));
    const again = await reopened();
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    assert.equal((await again.completedReview(input))?.id, 'rev_2');
    assert.equal((await again.completedReview({ ...input, configuration: 'c' }))?.id, 'rev_3');
    for (const other of [{ base: 'b2' }, { head: 'h3' }, { engine: '2' }, { configuration: 'd' }])
      assert.equal(await again.completedReview({ ...input, ...other }), undefined);
    assert.equal((await again.lastReview('acme/app', 7))?.id, 'rev_3');
    assert.equal((await again.lastReview('acme/app', 8))?.id, 'rev_4');
    assert.equal(await again.lastReview('acme/else', 7), undefined);
  });

  it('counts what became of comments, each once, and a dismissed one as dismissed for as long as it is', async () => {
    const comment = (fingerprint: string, rule = 'x/a'): CommentKey => ({
      repository: 'acme/app',
      pr: 7,
      fingerprint,
      reviewer: 'x',
      rule,
    });
    await store.putOutcomes(
      [
        [comment('1'), 'untouched'],
        [comment('2'), 'untouched'],
        [comment('3', 'x/b'), 'applied'],
      ],
      1,
    );
    await store.putOutcomes([[comment('1'), 'changed']], 2);
    await store.putDismissal(comment('2'), true, 3);
    await store.putDismissal(comment('4'), true, 4);
    await store.putOutcomes([[comment('2'), 'changed']], 5);
    const none = { reviewer: 'x', rule: 'x/a', changed: 0, applied: 0, dismissed: 0, untouched: 0 };
    const ofB = { ...none, rule: 'x/b', applied: 1 };
    assert.deepEqual(await (await reopened()).outcomes(), [{ ...none, changed: 1, dismissed: 2 }, ofB]);
    await store.putDismissal(comment('2'), false, 6);
    await store.putDismissal(comment('4'), false, 6);
    assert.deepEqual(await store.outcomes(), [{ ...none, changed: 2 }, ofB]);
    // It goes on as another.
    await store.putOutcomes(
      [
        [comment('1'), undefined],
        [comment('5'), 'untouched'],
      ],
      7,
    );
    assert.deepEqual(await store.outcomes(), [{ ...none, changed: 1, untouched: 1 }, ofB]);
  });

  it('counts each key and each hour on its own', async () => {
    assert.deepEqual(await store.takePermit('a', 1, 1), { granted: true, used: 1 });
    assert.deepEqual(await store.takePermit('a', 1, 1), { granted: false, used: 1 });
    assert.equal((await store.takePermit('b', 1, 1)).granted, true);
    assert.equal((await store.takePermit('a', 2, 1)).granted, true);
  });

  it('forgets the permits of old hours, those of keys that are gone as well', async () => {
    await store.takePermit('gone', 1, 5);
    await store.takePermit('used', 2, 5);
    await store.takePermit('used', 2 + keptHours, 5);
    assert.equal((await store.takePermit('used', 2, 5)).used, 2);
    assert.equal((await store.takePermit('gone', 1, 5)).used, 1);
  });

  it('takes for the newest review the one that was asked for last, also when the clock is set back', async () => {
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    await store.putReview(storedReview('rev_1', 9_000_000, 'completed'));
    await store.putReview(storedReview('rev_2', 1_000, 'completed'));
    assert.equal((await store.lastReview('acme/app', 7))?.id, 'rev_2');
    assert.equal((await store.completedReview(input))?.id, 'rev_2');
  });

  it('finds a key by its hash, and keeps one revoked that another process writes again', async () => {
    const key: StoredKey = {
      id: 'k1',
      kind: 'production',
      name: 'ci',
      hash: 'a'.repeat(64),
      lastFour: 'abcd',
      createdAt: 1,
      lastUsedAt: undefined,
      revokedAt: undefined,
    };
    await store.putKey(key);
    await store.putKey({ ...key, id: 'k2', hash: 'b'.repeat(64) });
    assert.equal((await (await reopened()).key('b'.repeat(64)))?.id, 'k2');
    assert.equal(await store.key('c'.repeat(64)), undefined);
    await store.putKey({ ...key, revokedAt: 2 });
    await store.putKey({ ...key, lastUsedAt: day });
    assert.equal((await store.key(key.hash))?.revokedAt, 2);
    assert.deepEqual(
      (await store.keys()).map(({ id, name }) => [id, name]),
      [
        ['k1', 'ci'],
        ['k2', 'ci'],
      ],
    );
  });

  it('keeps the result of a review as it was made', async () => {
    const result = { status: 'failed', reason: 'no "quotes" \u2028 or \\', reports: [] } as const;
    await store.putReview({ ...storedReview('rev_1', 1, 'failed'), completedAt: 2, fromScratch: true, result });
    const { fromScratch, completedAt, result: found } = (await (await reopened()).review('rev_1')) ?? assert.fail();
    assert.deepEqual([fromScratch, completedAt, found], [true, 2, result]);
  });
}
