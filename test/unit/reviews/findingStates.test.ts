import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FindingStates, type Decision } from '../../../src/reviews/findingStates.ts';

const done: Decision = { state: 'done', at: 1 };

describe('decisions about findings', () => {
  let folder: string;
  let states: FindingStates;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'states-'));
    states = new FindingStates(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function append(text: string): Promise<void> {
    const [name] = await readdir(folder);
    await appendFile(path.join(folder, name ?? assert.fail()), text);
  }

  it('last, with the reason of a dismissal, for the repository they were made in', async () => {
    const dismissed = { state: 'dismissed', at: 1, reason: 'a test needs it' } as const;
    await states.set('acme/orders', ['f1'], dismissed);
    await states.set('acme/orders', ['f2', 'f3'], done);
    const later = await new FindingStates(folder).all('Acme/Orders');
    assert.deepEqual(Object.fromEntries(later), { f1: dismissed, f2: done, f3: done });
    assert.equal((await states.all('acme/other')).size, 0);
  });

  it('can be taken back', async () => {
    await states.set('acme/orders', ['f1'], done);
    await states.set('acme/orders', ['f1'], { state: 'open' });
    assert.deepEqual((await states.all('acme/orders')).get('f1'), { state: 'open' });
  });

  it('of two windows do not undo each other, and each sees those of the other', async () => {
    const other = new FindingStates(folder);
    await Promise.all([states.all('a/b'), other.all('a/b')]);
    await states.set('a/b', ['f1'], done);
    await other.set('a/b', ['f2'], done);
    for (const each of [states, other]) assert.deepEqual([...(await each.all('a/b')).keys()], ['f1', 'f2']);
    await other.set('a/b', ['f1'], { state: 'open' });
    assert.equal((await states.all('a/b')).get('f1')?.state, 'open');
  });

  it('are the same map until there is another one', async () => {
    const none = await states.all('a/b');
    assert.equal(await states.all('a/b'), none);
    await states.set('a/b', ['f1'], done);
    const one = await states.all('a/b');
    assert.notEqual(one, none);
    assert.equal(await states.all('a/b'), one);
  });

  it('outlive damaged lines, and one that a window did not end', async () => {
    await states.set('a/b', ['f1'], done);
    await append('{"fingerprint":"f2","sta\nnull\n{"fingerprint":3}\n{"fingerprint":"f4","state":"do');
    await states.set('a/b', ['f5'], done);
    assert.deepEqual([...(await states.all('a/b')).keys()], ['f1', 'f5']);
  });
});
