import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../../src/service/store/openStore.ts';
import {
  firstLocalNumber,
  keptHours,
  keptPending,
  type CommentKey,
  type Store,
  type StoredReview,
} from '../../../../src/service/store/store.ts';

const day = 86_400_000;

function review(id: string, createdAt: number, status: StoredReview['status'] = 'pending'): StoredReview {
  return {
    id,
    repository: 'acme/app',
    pr: 7,
    root: '/r',
    base: 'b',
    head: 'h',
    status,
    createdAt,
    completedAt: undefined,
    engine: '1',
    configuration: '',
    result: undefined,
  };
}

const pull = {
  repository: 'acme/app',
  head: 'feature',
  headCommit: 'h1',
  base: 'main',
  baseCommit: 'b1',
  title: 'feature into main',
};

/** A review as the first version kept it, in a database of that version. */
function writeOld(folder: string, old: object): void {
  for (const file of readdirSync(folder)) rmSync(path.join(folder, file));
  const database = new DatabaseSync(path.join(folder, 'service.sqlite'));
  database.exec(
    'CREATE TABLE reviews (id TEXT PRIMARY KEY, status TEXT NOT NULL, created INTEGER NOT NULL, value TEXT NOT NULL)',
  );
  database.prepare("INSERT INTO reviews VALUES ('rev_1', 'completed', 1, ?)").run(JSON.stringify(old));
  database.close();
}

describe('the store', () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    store = await openStore(folder);
  });

  afterEach(async () => {
    store.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function reopened(): Promise<Store> {
    store.close();
    store = await openStore(folder);
    return store;
  }

  it('keeps reviews over a restart, and knows the pending ones', async () => {
    store.putReview(review('rev_1', 1));
    store.putReview(review('rev_2', 2));
    store.putReview({ ...review('rev_1', 1, 'completed'), completedAt: 3 });
    const again = await reopened();
    assert.equal(again.review('rev_1')?.status, 'completed');
    assert.deepEqual(
      again.pendingReviews().map(({ id }) => id),
      ['rev_2'],
    );
    assert.equal(again.review('rev_3'), undefined);
  });

  it('keeps reviews that have ended for 30 days, or as long as it is told, and none of them longer', async () => {
    store.putReview(review('rev_1', 1, 'completed'));
    store.putReview(review('rev_2', 2, 'failed'));
    store.putReview(review('rev_3', 1 + 30 * day, 'completed'));
    assert.ok(store.review('rev_1'));
    store.putReview(review('rev_4', 2 + 30 * day));
    assert.deepEqual([store.review('rev_1'), store.review('rev_2')?.status], [undefined, 'failed']);
    store.close();
    store = await openStore(folder, undefined, 1);
    store.putReview(review('rev_5', 2 + 31 * day));
    assert.deepEqual(
      ['rev_2', 'rev_3', 'rev_4'].map(id => store.review(id)?.status),
      [undefined, undefined, 'pending'],
    );
  });

  it('forgets a review that nobody made for a week', () => {
    store.putReview(review('rev_1', 1));
    store.putReview(review('rev_2', 1 + keptPending));
    assert.deepEqual(
      store.pendingReviews().map(({ id }) => id),
      ['rev_1', 'rev_2'],
    );
    store.putReview(review('rev_3', 2 + keptPending));
    assert.equal(store.review('rev_1'), undefined);
  });

  it('finds the newest completed review of the same input, and of a pull request', async () => {
    store.putReview(review('rev_1', 1, 'completed'));
    store.putReview(review('rev_2', 2, 'completed'));
    store.putReview({ ...review('rev_3', 3, 'completed'), configuration: 'c' });
    store.putReview({ ...review('rev_4', 4, 'completed'), head: 'h2', pr: 8 });
    store.putReview(review('rev_5', 5, 'failed'));
    store.putReview(review('rev_6', 6));
    const again = await reopened();
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    assert.equal(again.completedReview(input)?.id, 'rev_2');
    assert.equal(again.completedReview({ ...input, configuration: 'c' })?.id, 'rev_3');
    for (const other of [{ base: 'b2' }, { head: 'h3' }, { engine: '2' }, { configuration: 'd' }])
      assert.equal(again.completedReview({ ...input, ...other }), undefined);
    assert.equal(again.lastReview('acme/app', 7)?.id, 'rev_3');
    assert.equal(again.lastReview('acme/app', 8)?.id, 'rev_4');
    assert.equal(again.lastReview('acme/else', 7), undefined);
  });

  it('counts what became of comments, each once, and a dismissed one as dismissed for as long as it is', async () => {
    const comment = (fingerprint: string, rule = 'x/a'): CommentKey => ({
      repository: 'acme/app',
      pr: 7,
      fingerprint,
      reviewer: 'x',
      rule,
    });
    store.putOutcomes(
      [
        [comment('1'), 'untouched'],
        [comment('2'), 'untouched'],
        [comment('3', 'x/b'), 'applied'],
      ],
      1,
    );
    store.putOutcomes([[comment('1'), 'changed']], 2);
    store.putDismissal(comment('2'), true, 3);
    store.putDismissal(comment('4'), true, 4);
    store.putOutcomes([[comment('2'), 'changed']], 5);
    const none = { reviewer: 'x', rule: 'x/a', changed: 0, applied: 0, dismissed: 0, untouched: 0 };
    const ofB = { ...none, rule: 'x/b', applied: 1 };
    assert.deepEqual((await reopened()).outcomes(), [{ ...none, changed: 1, dismissed: 2 }, ofB]);
    store.putDismissal(comment('2'), false, 6);
    store.putDismissal(comment('4'), false, 6);
    assert.deepEqual(store.outcomes(), [{ ...none, changed: 2 }, ofB]);
    // It goes on as another.
    store.putOutcomes(
      [
        [comment('1'), undefined],
        [comment('5'), 'untouched'],
      ],
      7,
    );
    assert.deepEqual(store.outcomes(), [{ ...none, changed: 1, untouched: 1 }, ofB]);
  });

  it('opens what a version without configurations has stored', async () => {
    store.close();
    writeOld(folder, { ...review('rev_1', 1, 'completed'), configuration: undefined });
    store = await openStore(folder);
    assert.equal(store.review('rev_1')?.configuration, '');
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    assert.equal(store.completedReview(input)?.id, 'rev_1');
    assert.equal(store.lastReview('acme/app', 7)?.configuration, '');
  });

  it('gives a branch a number of its own and keeps it', async () => {
    const first = store.registerLocalPull(pull);
    assert.equal(first.number, firstLocalNumber);
    const again = (await reopened()).registerLocalPull({ ...pull, headCommit: 'h2' });
    assert.deepEqual([again.number, store.localPull('acme/app', again.number)?.headCommit], [first.number, 'h2']);
    assert.equal(store.registerLocalPull({ ...pull, head: 'other' }).number, firstLocalNumber + 1);
    assert.equal(store.registerLocalPull({ ...pull, repository: 'acme/else' }).number, firstLocalNumber);
    assert.equal(store.localPull('acme/app', 1), undefined);
  });

  it('counts each key and each hour on its own', () => {
    assert.deepEqual(store.takePermit('a', 1, 1), { granted: true, used: 1 });
    assert.deepEqual(store.takePermit('a', 1, 1), { granted: false, used: 1 });
    assert.equal(store.takePermit('b', 1, 1).granted, true);
    assert.equal(store.takePermit('a', 2, 1).granted, true);
  });

  it('forgets the permits of old hours, those of keys that are gone as well', () => {
    store.takePermit('gone', 1, 5);
    store.takePermit('used', 2, 5);
    store.takePermit('used', 2 + keptHours, 5);
    assert.equal(store.takePermit('used', 2, 5).used, 2);
    assert.equal(store.takePermit('gone', 1, 5).used, 1);
  });
});

describe('the store when the clock is set back', () => {
  it('takes for the newest review the one that was asked for last', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    const store = await openStore(folder);
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    store.putReview(review('rev_1', 9_000_000, 'completed'));
    store.putReview(review('rev_2', 1_000, 'completed'));
    assert.equal(store.lastReview('acme/app', 7)?.id, 'rev_2');
    assert.equal(store.completedReview(input)?.id, 'rev_2');
    store.close();
    await rm(folder, { recursive: true });
  });
});

describe('the store of many reviews', () => {
  /** Milliseconds of opening it, and of all that a review asks of it, the quickest of some runs. */
  async function times(count: number): Promise<{ readonly open: number; readonly work: number }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    (await openStore(folder)).close();
    const database = new DatabaseSync(path.join(folder, 'service.sqlite'));
    const insert = database.prepare("INSERT INTO reviews VALUES (?, 'completed', 1, ?)");
    database.exec('BEGIN');
    for (let index = 0; index < count; index++)
      insert.run(`rev_${index}`, JSON.stringify({ ...review(`rev_${index}`, 1, 'completed'), head: `${index}` }));
    database.exec('COMMIT');
    database.close();
    const taken = { open: Infinity, work: Infinity };
    for (let run = 0; run < 10; run++) {
      const before = performance.now();
      const store = await openStore(folder);
      const opened = performance.now();
      const made = { ...review(`rev_new_${run}`, 2), head: 'none' };
      store.putReview(made);
      store.pendingReviews();
      store.lastReview('acme/none', 7);
      store.completedReview(made);
      store.putReview({ ...made, status: 'completed' });
      taken.work = Math.min(taken.work, performance.now() - opened);
      taken.open = Math.min(taken.open, opened - before);
      store.close();
    }
    await rm(folder, { recursive: true });
    return taken;
  }

  it('takes as long as that of few', async () => {
    const few = await times(300);
    const many = await times(30_000);
    // A look through all of them would take a hundred times as long.
    assert.ok(many.work < 10 * few.work, `work: ${many.work} ms, with few ${few.work} ms`);
    assert.ok(many.open < 10 * few.open, `open: ${many.open} ms, with few ${few.open} ms`);
  }).timeout(60_000);
});
