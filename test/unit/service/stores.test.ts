import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFileStore } from '../../../src/service/fileStore.ts';
import { openSqliteStore } from '../../../src/service/sqliteStore.ts';
import {
  firstLocalNumber,
  keptHours,
  keptPending,
  keptReviews,
  type CommentKey,
  type Store,
  type StoredReview,
} from '../../../src/service/store.ts';

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
function oldDatabase(folder: string, old: object): Promise<void> {
  for (const file of readdirSync(folder)) rmSync(path.join(folder, file));
  const database = new DatabaseSync(path.join(folder, 'service.sqlite'));
  database.exec(
    'CREATE TABLE reviews (id TEXT PRIMARY KEY, status TEXT NOT NULL, created INTEGER NOT NULL, value TEXT NOT NULL)',
  );
  database.prepare("INSERT INTO reviews VALUES ('rev_1', 'completed', 1, ?)").run(JSON.stringify(old));
  database.close();
  return Promise.resolve();
}

async function oldFile(folder: string, old: object): Promise<void> {
  await mkdir(path.join(folder, 'reviews'), { recursive: true });
  await writeFile(path.join(folder, 'reviews', 'rev_1.json'), JSON.stringify(old));
}

for (const [name, open, writeOld] of [
  ['sqlite', openSqliteStore, oldDatabase],
  ['file', (folder: string): Promise<Store> => Promise.resolve(openFileStore(folder)), oldFile],
] as const) {
  describe(`the ${name} store`, () => {
    let folder: string;
    let store: Store;

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
      store = await open(folder);
    });

    afterEach(async () => {
      store.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function reopened(): Promise<Store> {
      store.close();
      store = await open(folder);
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

    it('forgets the oldest reviews that have ended when there are many, and none that somebody waits for', () => {
      store.putReview(review('rev_waiting', 1));
      for (let count = 0; count < keptReviews + 3; count++) store.putReview(review(`rev_${count}`, count, 'completed'));
      assert.equal(store.review('rev_2'), undefined);
      assert.ok(store.review('rev_3'));
      assert.ok(store.review('rev_waiting'));
    }).timeout(60_000);

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
      await writeOld(folder, { ...review('rev_1', 1, 'completed'), configuration: undefined });
      store = await open(folder);
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
}

describe('the sqlite store when the clock is set back', () => {
  it('takes for the newest review the one that was asked for last', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    const store = await openSqliteStore(folder);
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    store.putReview(review('rev_1', 9_000_000, 'completed'));
    store.putReview(review('rev_2', 1_000, 'completed'));
    assert.equal(store.lastReview('acme/app', 7)?.id, 'rev_2');
    assert.equal(store.completedReview(input)?.id, 'rev_2');
    store.close();
    await rm(folder, { recursive: true });
  });
});

describe('the file store on the disk', () => {
  it('passes over a file that is not whole, and leaves none half written', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    try {
      const store = openFileStore(folder);
      const { number } = store.registerLocalPull(pull);
      const [file = ''] = await readdir(path.join(folder, 'pulls'));
      await writeFile(path.join(folder, 'pulls', file), '{"repository":"acme/a');
      assert.equal(store.localPull('acme/app', number), undefined);
      assert.equal(store.registerLocalPull(pull).number > number, true);
      assert.deepEqual(await readdir(path.join(folder, 'pulls')), [file]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
