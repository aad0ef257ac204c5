import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { openFileStore } from '../../../src/service/fileStore.ts';
import { createKey, findKey, revokeKey } from '../../../src/service/keys.ts';
import { openStore } from '../../../src/service/openStore.ts';
import { openSqliteStore } from '../../../src/service/sqliteStore.ts';
import { firstLocalNumber, keptHours, type Store } from '../../../src/service/store.ts';

const program = path.join(import.meta.dirname, 'takePermits.ts');
// Root hooks would run for every other file's tests as well.
describe('a store on the disk', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-shared-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** What four processes answer that work on the same store from the same moment on. */
  async function together<T>(kind: string, ...work: string[]): Promise<T[]> {
    const processes = Array.from({ length: 4 }, () => fork(program, [kind, folder, ...work]));
    await Promise.all(processes.map(each => once(each, 'message')));
    const answers = processes.map(each => once(each, 'message') as Promise<[T]>);
    for (const each of processes) each.send('start');
    return (await Promise.all(answers)).map(([answer]) => answer);
  }

  for (const [name, open] of [
    ['sqlite', openSqliteStore],
    ['file', (at: string): Promise<Store> => Promise.resolve(openFileStore(at))],
  ] as const) {
    describe(`the ${name} store that several processes use`, () => {
      it('lets none of them undo a revocation that it has not seen', async () => {
        const [server, commandLine] = [await open(folder), await open(folder)];
        const { key, stored } = createKey(server, { kind: 'development', name: '' }, 0);
        revokeKey(commandLine, stored.id, 1);
        server.putKey({ ...stored, lastUsedAt: 2 });
        assert.ok(findKey(server, key, 3) === undefined);
        assert.equal(server.keys()[0]?.revokedAt, 1);
        server.close();
        commandLine.close();
      });

      it('gives a branch one number, whichever of them asks first', async () => {
        const [first = [], ...others] = await together<number[]>(name, 'pulls', '60');
        assert.equal(new Set(first).size, 60);
        assert.ok(Math.min(...first) >= firstLocalNumber);
        for (const other of others) assert.deepEqual(other, first);
      }).timeout(60_000);

      it('grants exactly the limit when they start together', async () => {
        const granted = await together<number>(name, '100', '100');
        assert.equal(
          granted.reduce((sum, each) => sum + each, 0),
          100,
        );
      }).timeout(60_000);

      it('forgets the permits of old hours, those of keys that are gone as well', async () => {
        const store = await open(folder);
        store.takePermit('gone', 1, 5);
        store.takePermit('used', 2, 5);
        store.takePermit('used', 2 + keptHours, 5);
        assert.equal(store.takePermit('used', 2, 5).used, 2);
        assert.equal(store.takePermit('gone', 1, 5).used, 1);
        store.close();
      });
    });
  }

  describe('opening a store', () => {
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

  describe('the file store', () => {
    it('passes over a file that is not whole, and leaves none half written', async () => {
      const store = openFileStore(folder);
      const pull = { repository: 'acme/app', head: 'one', headCommit: 'h', base: 'main', baseCommit: 'b', title: '' };
      const { number } = store.registerLocalPull(pull);
      const [file = ''] = await readdir(path.join(folder, 'pulls'));
      await writeFile(path.join(folder, 'pulls', file), '{"repository":"acme/a');
      assert.equal(store.localPull('acme/app', number), undefined);
      assert.equal(store.registerLocalPull(pull).number > number, true);
      assert.deepEqual(await readdir(path.join(folder, 'pulls')), [file]);
    });
  });
});
