import assert from 'node:assert/strict';
import * as nodeFs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFileAtomic } from '../../../src/files/writeFileAtomic.ts';
import { needs } from '../../host/needs.ts';

type FileSystem = NonNullable<NonNullable<Parameters<typeof writeFileAtomic>[2]>['fs']>;

describe('a file that is written whole', () => {
  let folder: string;
  let file: string;
  const pauses: number[] = [];
  const pause = (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };

  beforeEach(async () => {
    folder = await nodeFs.mkdtemp(path.join(tmpdir(), 'code-review-write-'));
    file = path.join(folder, 'a', 'b.json');
    pauses.length = 0;
  });
  afterEach(() => nodeFs.rm(folder, { recursive: true }));

  /** A disk on which another program holds a file for the first `times` calls. */
  function held(call: 'writeFile' | 'rename' | 'rm', code: string, times: number): FileSystem {
    let left = times;
    const real = nodeFs[call] as (...args: unknown[]) => Promise<unknown>;
    const failing = (...args: unknown[]): Promise<unknown> =>
      left-- > 0 ? Promise.reject(Object.assign(new Error(code), { code })) : real(...args);
    return { ...nodeFs, [call]: failing };
  }

  it('replaces the one before, and its folder is made, for this user alone', async function () {
    await writeFileAtomic(file, 'one');
    await writeFileAtomic(file, 'two');
    assert.equal(await nodeFs.readFile(file, 'utf8'), 'two');
    assert.deepEqual(await nodeFs.readdir(path.dirname(file)), ['b.json']);
    needs(this, 'mode bits');
    const modes = await Promise.all(
      [file, path.dirname(file)].map(async each => (await nodeFs.stat(each)).mode & 0o777),
    );
    assert.deepEqual(modes, [0o600, 0o700]);
  });

  for (const call of ['writeFile', 'rename'] as const) {
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      it(`is there where ${call} answered ${code} for a while, tried ever more slowly`, async () => {
        await writeFileAtomic(file, 'kept', { fs: held(call, code, 5), pause });
        assert.equal(await nodeFs.readFile(file, 'utf8'), 'kept');
        assert.equal(pauses.length, 5);
        assert.deepEqual(
          [...pauses].sort((a, b) => a - b),
          pauses,
        );
        assert.deepEqual(await nodeFs.readdir(path.dirname(file)), ['b.json']);
      });
    }
  }

  it('is as it was, with nothing beside it, where the other program never lets go', async () => {
    await writeFileAtomic(file, 'before');
    await assert.rejects(writeFileAtomic(file, 'after', { fs: held('rename', 'EBUSY', 1_000), pause }), {
      code: 'EBUSY',
    });
    assert.equal(await nodeFs.readFile(file, 'utf8'), 'before');
    assert.deepEqual(await nodeFs.readdir(path.dirname(file)), ['b.json']);
    assert.ok(pauses.reduce((sum, each) => sum + each, 0) < 5_000);
  });

  it('is tried once where it is no other program', async () => {
    await assert.rejects(writeFileAtomic(file, 'x', { fs: held('writeFile', 'ENOSPC', 1), pause }), { code: 'ENOSPC' });
    assert.deepEqual(pauses, []);
  });

  it('takes away what a killed process left half written, and not what another one is writing', async () => {
    await nodeFs.mkdir(path.dirname(file));
    const [old, young] = ['x.json.1.partial', 'x.json.2.partial'].map(name => path.join(path.dirname(file), name));
    for (const each of [old, young]) await nodeFs.writeFile(each ?? '', '{');
    const yesterday = Date.now() / 1_000 - 86_400;
    await nodeFs.utimes(old ?? '', yesterday, yesterday);
    await writeFileAtomic(file, 'x');
    assert.deepEqual((await nodeFs.readdir(path.dirname(file))).sort(), ['b.json', 'x.json.2.partial']);
  });
});
