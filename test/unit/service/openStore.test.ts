import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { createKey } from '../../../src/service/keys.ts';
import { openStore } from '../../../src/service/openStore.ts';
import { openSqliteStore } from '../../../src/service/sqliteStore.ts';
import { needs } from '../../host/needs.ts';

describe('opening a store', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'code-review-open-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('waits for another process that makes the same new database', async () => {
    const other = new DatabaseSync(path.join(folder, 'service.sqlite'));
    other.exec('CREATE TABLE other (id TEXT); BEGIN IMMEDIATE');
    setTimeout(() => other.close(), 100);
    const store = await openSqliteStore(folder);
    assert.deepEqual(store.keys(), []);
    store.close();
  });

  it('makes its folder for this user alone', async function () {
    needs(this, 'mode bits');
    const made = path.join(folder, 'a', 'b');
    (await openStore(made)).close();
    assert.equal((await stat(made)).mode & 0o777, 0o700);
  });

  it('says which folder cannot be made', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await assert.rejects(openStore(path.join(file, 'data')), /Reviews and keys cannot be kept in .*file\/data\.$/);
  });

  for (const [what, damage] of [
    ['is none', (file: string): Promise<void> => writeFile(file, 'no database at all '.repeat(500))],
    ['is cut off', (file: string): Promise<void> => truncate(file, 9_000)],
    ['has wrong pages', overwritePages],
  ] as const) {
    it(`puts a database aside that ${what}, says so, and begins anew`, async () => {
      const first = await openStore(folder);
      createKey(first, { kind: 'production', name: 'x'.repeat(100) }, 0);
      first.takePermit('key', 1, 5);
      first.close();
      const file = path.join(folder, 'service.sqlite');
      await damage(file);
      const damaged = await readFile(file);
      const told: string[] = [];
      const again = await openStore(folder, ({ message }) => told.push(message));
      assert.deepEqual(again.keys(), []);
      assert.deepEqual(again.takePermit('key', 1, 5), { granted: true, used: 1 });
      again.close();
      assert.deepEqual(told, [
        `The reviews and keys of the service were damaged and are put aside in ${file}.damaged. It begins anew.`,
      ]);
      assert.ok(damaged.equals(await readFile(`${file}.damaged`)));
      (await openStore(folder, ({ message }) => assert.fail(message))).close();
    });
  }

  it('takes plain files where Node has no SQLite', async () => {
    const script = `
    const { openStore } = await import(${JSON.stringify(path.resolve(import.meta.dirname, '../../../src/service/openStore.ts'))});
    const store = await openStore(${JSON.stringify(folder)});
    process.stdout.write(String(store.takePermit('key', 1, 1).granted));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--no-experimental-sqlite',
      '--input-type=module',
      '--eval',
      script,
    ]);
    assert.equal(stdout, 'true');
    assert.deepEqual(await readdir(folder), ['permits']);
  });
});

/** Leaves the first page, which tells that it is a database. */
async function overwritePages(file: string): Promise<void> {
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  for (let page = 4_096; page < size; page += 4_096) await handle.write(Buffer.alloc(2_000, 0xa5), 0, 2_000, page);
  await handle.close();
}
