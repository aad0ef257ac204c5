import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { openStore } from '../../../src/service/openStore.ts';
import { openSqliteStore } from '../../../src/service/sqliteStore.ts';

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
    if (process.platform === 'win32') this.skip();
    const made = path.join(folder, 'a', 'b');
    (await openStore(made)).close();
    assert.equal((await stat(made)).mode & 0o777, 0o700);
  });

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
