import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../../src/service/store/openStore.ts';
import { firstLocalNumber, type LocalStore } from '../../../../src/service/store/store.ts';
import { storeContract, storedReview } from './storeContract.ts';

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
  storeContract(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    return {
      open: keepDays => openStore(folder, undefined, keepDays),
      dispose: () => rm(folder, { recursive: true, force: true }),
    };
  });
});

describe('the store on this machine', () => {
  let folder: string;
  let store: LocalStore;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    store = await openStore(folder);
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function reopened(): Promise<LocalStore> {
    await store.close();
    store = await openStore(folder);
    return store;
  }

  it('opens what a version without configurations has stored', async () => {
    await store.close();
    writeOld(folder, { ...storedReview('rev_1', 1, 'completed'), configuration: undefined });
    store = await openStore(folder);
    assert.equal((await store.review('rev_1'))?.configuration, '');
    const input = { base: 'b', head: 'h', engine: '1', configuration: '' };
    assert.equal((await store.completedReview(input))?.id, 'rev_1');
    assert.equal((await store.lastReview('acme/app', 7))?.configuration, '');
  });

  it('gives a branch a number of its own and keeps it', async () => {
    const first = await store.registerLocalPull(pull);
    assert.equal(first.number, firstLocalNumber);
    const again = await (await reopened()).registerLocalPull({ ...pull, headCommit: 'h2' });
    assert.deepEqual(
      [again.number, (await store.localPull('acme/app', again.number))?.headCommit],
      [first.number, 'h2'],
    );
    assert.equal((await store.registerLocalPull({ ...pull, head: 'other' })).number, firstLocalNumber + 1);
    assert.equal((await store.registerLocalPull({ ...pull, repository: 'acme/else' })).number, firstLocalNumber);
    assert.equal(await store.localPull('acme/app', 1), undefined);
  });
});

describe('the store of many reviews', () => {
  /** Milliseconds of opening it, and of all that a review asks of it, the quickest of some runs. */
  async function times(count: number): Promise<{ readonly open: number; readonly work: number }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    await (await openStore(folder)).close();
    const database = new DatabaseSync(path.join(folder, 'service.sqlite'));
    const insert = database.prepare("INSERT INTO reviews VALUES (?, 'completed', 1, ?)");
    database.exec('BEGIN');
    for (let index = 0; index < count; index++)
      insert.run(`rev_${index}`, JSON.stringify({ ...storedReview(`rev_${index}`, 1, 'completed'), head: `${index}` }));
    database.exec('COMMIT');
    database.close();
    const taken = { open: Infinity, work: Infinity };
    for (let run = 0; run < 10; run++) {
      const before = performance.now();
      const store = await openStore(folder);
      const opened = performance.now();
      const made = { ...storedReview(`rev_new_${run}`, 2), head: 'none' };
      await store.putReview(made);
      await store.pendingReviews();
      await store.lastReview('acme/none', 7);
      await store.completedReview(made);
      await store.putReview({ ...made, status: 'completed' });
      taken.work = Math.min(taken.work, performance.now() - opened);
      taken.open = Math.min(taken.open, opened - before);
      await store.close();
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
  });
});
