import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { createKey } from '../../../../src/service/accounts/keys.ts';
import { openStore } from '../../../../src/service/store/openStore.ts';
import type { StoredReview } from '../../../../src/service/store/store.ts';
import { needs } from '../../../host/needs.ts';

describe('opening a store', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'code-review-open-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('waits for another process that makes the same new database', async () => {
    const other = new DatabaseSync(path.join(folder, 'service.sqlite'));
    other.exec('CREATE TABLE other (id TEXT); BEGIN IMMEDIATE');
    setTimeout(() => other.close(), 100);
    const store = await openStore(folder);
    assert.deepEqual(await store.keys(), []);
    await store.close();
  });

  it('makes its folder for this user alone', async function () {
    needs(this, 'mode bits');
    const made = path.join(folder, 'a', 'b');
    await (await openStore(made)).close();
    assert.equal((await stat(made)).mode & 0o777, 0o700);
  });

  it('says which folder cannot be made', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await assert.rejects(openStore(path.join(file, 'data')), /Reviews and keys cannot be kept in .*file\/data\.$/);
  });

  it('lets nobody else read what it keeps, also of a version that did', async function () {
    needs(this, 'mode bits');
    const store = await openStore(folder);
    await createKey(store, { kind: 'production', name: '' }, 0);
    const modes = async (): Promise<number[]> => {
      const names = await readdir(folder);
      assert.ok(names.includes('service.sqlite-wal'));
      return Promise.all(names.map(async name => (await stat(path.join(folder, name))).mode & 0o777));
    };
    assert.deepEqual(new Set(await modes()), new Set([0o600]));
    for (const name of await readdir(folder)) await chmod(path.join(folder, name), 0o644);
    const other = await openStore(folder);
    assert.deepEqual(new Set(await modes()), new Set([0o600]));
    await other.close();
    await store.close();
  });

  async function storeWithKey(): Promise<void> {
    const store = await openStore(folder);
    await createKey(store, { kind: 'production', name: 'x'.repeat(100) }, 0);
    await store.takePermit('key', 1, 5);
    await store.close();
  }

  for (const [what, damage] of [
    ['is none', (file: string): Promise<void> => writeFile(file, 'no database at all '.repeat(500))],
    ['is cut off', (file: string): Promise<void> => truncate(file, 9_000)],
    ['is empty', (file: string): Promise<void> => truncate(file, 0)],
    ['has wrong pages', overwritePages],
  ] as const) {
    it(`puts a database aside that ${what}, each under its own name, says so, and begins anew`, async () => {
      const file = path.join(folder, 'service.sqlite');
      const asides = new Map<string, Buffer>();
      for (let time = 1; time <= 3; time++) {
        await storeWithKey();
        await damage(file);
        const damaged = await readFile(file);
        const told: string[] = [];
        const again = await openStore(folder, ({ message }) => told.push(message));
        assert.deepEqual(await again.keys(), []);
        assert.deepEqual(await again.takePermit('key', 1, 5), { granted: true, used: 1 });
        await again.close();
        assert.equal(told.length, 1);
        const [, aside = ''] =
          /^The database of the service was damaged and was moved to (.*)\. A new one is used\.$/.exec(told[0] ?? '') ??
          [];
        assert.ok(aside.startsWith(`${file}.damaged-2`), told[0]);
        asides.set(aside, damaged);
        await (await openStore(folder, ({ message }) => assert.fail(message))).close();
        await rm(file);
      }
      assert.equal(asides.size, 3);
      for (const [aside, damaged] of asides) assert.ok(damaged.equals(await readFile(aside)));
    });
  }

  it('says which Node it needs where that one has no SQLite', async () => {
    const program = path.resolve(import.meta.dirname, '../../../../src/service/main.ts');
    const { stderr } = await promisify(execFile)(process.execPath, [
      '--no-experimental-sqlite',
      program,
      ...['keys', 'list', '--data', folder],
    ]).catch((error: unknown) => error as { stderr: string });
    assert.match(
      stderr,
      /^Reviews and keys are kept in SQLite, which Node \S+ does not have\. Use Node 22\.13 or later\.$/m,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps what waits in the log beside an emptied database', async () => {
    const store = await openStore(folder);
    await createKey(store, { kind: 'production', name: 'kept in the log' }, 0);
    const log = await readFile(path.join(folder, 'service.sqlite-wal'));
    await store.close();
    await writeFile(path.join(folder, 'service.sqlite'), '');
    await writeFile(path.join(folder, 'service.sqlite-wal'), log);
    await (await openStore(folder, () => undefined)).close();
    const aside = (await readdir(folder)).find(name => name.endsWith('-wal')) ?? assert.fail('the log is gone');
    assert.match((await readFile(path.join(folder, aside))).toString('latin1'), /kept in the log/);
  });

  it('puts a database aside that turns out to be damaged when it is read, and begins anew for all who use it', async function () {
    needs(this, 'moving open files');
    const first = await openStore(folder);
    for (let count = 0; count < 50; count++) await first.putReview(review(`rev_${count}`, 'x'.repeat(10_000)));
    await first.close();
    await overwriteReviews(path.join(folder, 'service.sqlite'));
    const told: string[] = [];
    const [one, other, serving] = [
      await openStore(folder, ({ message }) => told.push(message)),
      await openStore(folder, ({ message }) => told.push(message)),
      await openStore(folder, ({ message }) => told.push(message)),
    ];
    assert.deepEqual(told, []);
    assert.equal(await one.lastReview('acme/app', 7), undefined);
    assert.equal(told.length, 1);
    await one.putReview(review('rev_new', 'new'));
    // It has not seen yet that its file was put aside.
    assert.equal(await other.review('rev_7'), undefined);
    assert.equal((await other.review('rev_new'))?.id, 'rev_new');
    assert.equal(told.length, 1);
    // It reads nothing of what is damaged, and knows the keys that are made since.
    const { stored } = await createKey(one, { kind: 'production', name: 'late' }, 0);
    assert.equal((await serving.key(stored.hash))?.id, stored.id);
    assert.equal(told.length, 1);
    await one.close();
    await other.close();
    await serving.close();
    const reopened = await openStore(folder, ({ message }) => assert.fail(message));
    assert.equal((await reopened.lastReview('acme/app', 7))?.id, 'rev_new');
    await reopened.close();
  });
});

function review(id: string, reason: string): StoredReview {
  return {
    id,
    repository: 'acme/app',
    pr: 7,
    root: '/r',
    base: 'b',
    head: 'h',
    status: 'completed',
    createdAt: 1,
    completedAt: 2,
    engine: '1',
    configuration: '',
    result: { status: 'failed', reason, reports: [] },
  };
}

/** Leaves all pages but those that hold nothing but parts of reviews. */
async function overwriteReviews(file: string): Promise<void> {
  const content = await readFile(file);
  for (let page = 4_096; page < content.length; page += 4_096) {
    const text = content.toString('latin1', page, page + 4_096);
    if (/x{1000}/.test(text)) content.fill(0xa5, page, page + 4_096);
  }
  await writeFile(file, content);
}

/** Leaves the first page, which tells that it is a database. */
async function overwritePages(file: string): Promise<void> {
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  for (let page = 4_096; page < size; page += 4_096) await handle.write(Buffer.alloc(2_000, 0xa5), 0, 2_000, page);
  await handle.close();
}
