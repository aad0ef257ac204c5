import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openFileStore } from '../../../src/service/fileStore.ts';
import { openSqliteStore } from '../../../src/service/sqliteStore.ts';
import { firstLocalNumber, keptReviews, type Store, type StoredReview } from '../../../src/service/store.ts';

const program = path.join(import.meta.dirname, 'takePermits.ts');

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

for (const [name, open] of [
  ['sqlite', openSqliteStore],
  ['file', (folder: string): Promise<Store> => Promise.resolve(openFileStore(folder))],
] as const) {
  describe(`the ${name} store`, () => {
    let folder: string;
    let store: Store;

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
      await mkdir(folder, { recursive: true });
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
        again.reviews().map(({ id }) => id),
        ['rev_2', 'rev_1'],
      );
      assert.deepEqual(
        again.pendingReviews().map(({ id }) => id),
        ['rev_2'],
      );
      assert.equal(again.review('rev_3'), undefined);
    });

    it('forgets the oldest reviews when there are many', () => {
      for (let count = 0; count < keptReviews + 3; count++) store.putReview(review(`rev_${count}`, count));
      assert.equal(store.reviews().length, keptReviews);
      assert.equal(store.review('rev_2'), undefined);
      assert.ok(store.review('rev_3'));
    }).timeout(60_000);

    it('gives a branch a number of its own and keeps it', async () => {
      const first = store.registerLocalPull(pull);
      assert.equal(first.number, firstLocalNumber);
      const again = (await reopened()).registerLocalPull({ ...pull, headCommit: 'h2' });
      assert.deepEqual([again.number, store.localPull('acme/app', again.number)?.headCommit], [first.number, 'h2']);
      assert.equal(store.registerLocalPull({ ...pull, head: 'other' }).number, firstLocalNumber + 1);
      assert.equal(store.registerLocalPull({ ...pull, repository: 'acme/else' }).number, firstLocalNumber);
      assert.equal(store.localPull('acme/app', 1), undefined);
    });

    it('grants exactly the limit to processes that ask at the same time', async () => {
      const processes = Array.from({ length: 4 }, () =>
        promisify(execFile)(process.execPath, [program, name, folder, '40', '100']),
      );
      const granted = (await Promise.all(processes)).map(({ stdout }) => Number(stdout));
      assert.equal(
        granted.reduce((sum, each) => sum + each, 0),
        100,
      );
    }).timeout(60_000);

    it('counts each key and each hour on its own', () => {
      assert.deepEqual(store.takePermit('a', 1, 1), { granted: true, used: 1 });
      assert.deepEqual(store.takePermit('a', 1, 1), { granted: false, used: 1 });
      assert.equal(store.takePermit('b', 1, 1).granted, true);
      assert.equal(store.takePermit('a', 2, 1).granted, true);
    });

    it('is whole after its process was killed while it wrote', async () => {
      const killed = promisify(execFile)(process.execPath, [program, name, folder, 'kill'], { timeout: 20_000 });
      await assert.rejects(killed);
      const again = await reopened();
      const all = again.reviews();
      assert.ok(all.length > 0);
      for (const { id, result } of all) assert.equal(result?.status, 'failed', id);
    });
  });
}
