import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createKey, findKey, revokeKey } from '../../../../src/service/accounts/keys.ts';
import { openStore } from '../../../../src/service/store/openStore.ts';
import { firstLocalNumber } from '../../../../src/service/store/store.ts';

const program = path.join(import.meta.dirname, 'storeProcess.ts');

describe('the store that several processes use', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'code-review-shared-'))));
  afterEach(() => rm(folder, { recursive: true }));

  /** What four processes answer that work on the store from the same moment on. */
  async function together<T>(work: 'permits' | 'pulls', count: number): Promise<T[]> {
    const processes = Array.from({ length: 4 }, () => fork(program, [folder, work, `${count}`]));
    await Promise.all(processes.map(each => once(each, 'message')));
    const answers = processes.map(each => once(each, 'message') as Promise<[T]>);
    for (const each of processes) each.send('start');
    return (await Promise.all(answers)).map(([answer]) => answer);
  }

  it('lets none of them undo a revocation that it has not seen', async () => {
    const [server, commandLine] = [await openStore(folder), await openStore(folder)];
    const { key, stored } = await createKey(server, { kind: 'development', name: '' }, 0);
    await revokeKey(commandLine, stored.id, 1);
    await server.putKey({ ...stored, lastUsedAt: 2 });
    assert.ok((await findKey(server, key, 3)) === undefined);
    assert.equal((await server.keys())[0]?.revokedAt, 1);
    await server.close();
    await commandLine.close();
  });

  it('gives a branch one number, whichever of them asks first', async () => {
    const [first = [], ...others] = await together<number[]>('pulls', 60);
    assert.equal(new Set(first).size, 60);
    assert.ok(Math.min(...first) >= firstLocalNumber);
    for (const other of others) assert.deepEqual(other, first);
  });

  it('is made once, and whole, by those that open it first', async () => {
    const processes = Array.from({ length: 4 }, () => fork(path.join(import.meta.dirname, 'openProcess.ts')));
    await Promise.all(processes.map(each => once(each, 'message')));
    for (let round = 0; round < 60; round++) {
      const each = path.join(folder, `${round}`);
      await mkdir(each);
      const answers = processes.map(opening => once(opening, 'message') as Promise<[string]>);
      for (const opening of processes) opening.send(each);
      assert.deepEqual(new Set((await Promise.all(answers)).map(([answer]) => answer)), new Set(['opened']));
      // SQLite leaves its log where the last two close it at the same moment.
      const others = (await readdir(each)).filter(name => !/^service\.sqlite(?:-wal|-shm)?$/.test(name));
      assert.deepEqual(others, []);
    }
    for (const each of processes) each.disconnect();
  });

  it('grants exactly the limit when they start together', async () => {
    const granted = await together<number>('permits', 100);
    assert.equal(
      granted.reduce((sum, each) => sum + each, 0),
      100,
    );
  });

  it('is whole after its process was killed while it wrote', async () => {
    const killed = promisify(execFile)(process.execPath, [program, folder, 'kill'], { timeout: 200_000 });
    await assert.rejects(killed);
    const again = await openStore(folder);
    let count = 0;
    for (let each = await again.review('rev_0'); each !== undefined; each = await again.review(`rev_${++count}`))
      assert.equal(each.result?.status, 'failed', each.id);
    assert.ok(count > 0);
    await again.close();
  });
});
