import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { withFileLock } from '../../../src/files/fileLock.ts';

describe('a lock on a file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
    file = path.join(folder, 'new', 'file');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lets one in at a time, and the next in after a failure', async () => {
    let within = 0;
    const action = async (at: number): Promise<number> => {
      assert.equal(++within, 1);
      await readdir(folder);
      within--;
      if (at === 2) throw new Error('a failure');
      return at;
    };
    const all = await Promise.allSettled([1, 2, 3, 4].map(at => withFileLock(file, () => action(at))));
    assert.deepEqual(
      all.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('is kept for as long as the action takes', async () => {
    await withFileLock(file, async () => {
      await utimes(`${file}.lock`, 1, 1);
      while ((await stat(`${file}.lock`)).mtimeMs < 10_000) await setImmediate();
    });
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('that a killed process left lets one in at a time, too', async () => {
    await withFileLock(file, () => Promise.resolve());
    await writeFile(`${file}.lock`, '');
    await utimes(`${file}.lock`, 1, 1);
    let within = 0;
    const action = async (): Promise<void> => {
      assert.equal(++within, 1);
      await readdir(folder);
      within--;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFileLock(file, action)));
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('that another one has taken over is left to it', async () => {
    const stop = new AbortController();
    let isTakenOver = false;
    let second: Promise<unknown> | undefined;
    await withFileLock(file, async () => {
      second = withFileLock(file, () => {
        isTakenOver = true;
        return once(stop.signal, 'abort');
      });
      // As if this process had stood still.
      while (!isTakenOver) await utimes(`${file}.lock`, 1, 1).catch(() => undefined);
    });
    const left = await readdir(path.dirname(file));
    stop.abort();
    await second;
    assert.deepEqual([left, await readdir(path.dirname(file))], [['file.lock'], []]);
  });

  it('that a killed process left is taken over, also if its clock was years ahead', async () => {
    await withFileLock(file, () => writeFile(`${file}.lock`, ''));
    for (const left of [new Date(1), new Date(Date.now() + 10 * 365 * 86_400_000)]) {
      await writeFile(`${file}.lock`, '');
      await utimes(`${file}.lock`, left, left);
      assert.equal(await withFileLock(file, () => Promise.resolve('in')), 'in');
    }
  });
});
