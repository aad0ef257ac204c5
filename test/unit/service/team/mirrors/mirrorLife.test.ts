import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { git } from '../../../../host/git/git.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { hermetic } from '../../../git/pullRequest/layouts.ts';
import { fullName, MirrorSample } from './mirrorSample.ts';

const mebibyte = 1 << 20;

/** Whether a process has the address in its arguments; known on Linux only. */
async function isAsking(address: string): Promise<boolean> {
  const ids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map(id => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')));
  return lines.some(line => line.includes(address));
}

describe('the mirrors of a machine', () => {
  hermetic();
  let sample: MirrorSample;
  beforeEach(async () => {
    sample = await MirrorSample.start();
  });
  afterEach(() => sample.stop());

  function mirrors(): Promise<string[]> {
    return readdir(path.join(sample.folder, 'mirrors'));
  }

  it('are shared by workers, which wait for each other', async () => {
    const workers = [sample.open(), sample.open(), sample.open()];
    await sample.push(8, { 'src/eight.ts': 'export {};\n' });
    const prepared = await Promise.all(workers.map((worker, index) => sample.prepare(7 + (index % 2), {}, worker)));
    assert.equal(new Set(prepared.map(({ root }) => root)).size, 1);
    assert.deepEqual(await mirrors(), [path.basename(prepared[0]?.root ?? '')]);
  });

  it('are mended after a git that was killed in the middle', async () => {
    const first = await sample.prepare();
    first.release();
    const gitDir = path.join(first.root, '.git');
    for (const left of [
      'config.lock',
      'packed-refs.lock',
      'shallow.lock',
      'refs/code-review/7/head.lock',
      'objects/pack/tmp_pack_abc',
    ])
      await writeFile(path.join(gitDir, left), 'left');
    const head = await sample.push(7, { 'src/refund.ts': 'export const refund = 9;\n' });
    assert.equal((await sample.prepare()).head, head);
    assert.ok(!existsSync(path.join(gitDir, 'objects/pack/tmp_pack_abc')));
    assert.deepEqual(sample.errors, []);
  });

  it('are made anew where they are damaged', async () => {
    const first = await sample.prepare();
    first.release();
    await truncate(path.join(first.root, '.git/HEAD'), 0);
    const { root, head } = await sample.prepare();
    await git(root, ['cat-file', '-p', `${head}:src/untouched.ts`], { GIT_DIR: `${root}/.git` });
    assert.equal(sample.errors.length, 1);
  });

  it('are fetched again where their packs are damaged', async () => {
    const first = await sample.prepare();
    first.release();
    const packs = path.join(first.root, '.git/objects/pack');
    for (const name of (await readdir(packs)).filter(each => each.endsWith('.pack'))) {
      await rm(path.join(packs, name));
      await writeFile(path.join(packs, name), 'damaged');
    }
    await sample.push(7, { 'src/refund.ts': 'export const refund = 9;\n' });
    const { root, head } = await sample.prepare();
    await git(root, ['cat-file', '-p', `${head}:src/untouched.ts`], { GIT_DIR: `${root}/.git` });
  });

  it('stay below their bound together: the one that was not used for longest goes, none in use', async () => {
    const bounds = { total: 1 };
    const repositories = ['one', 'two', 'three'].map(id => ({ id }));
    const [one, two, three] = repositories;
    const inUse = await sample.prepare(7, one);
    const second = await sample.prepare(7, two);
    second.release();
    await sample.prepare(7, three, sample.open({ bounds }));
    assert.ok(existsSync(inUse.root), 'in use');
    assert.ok(!existsSync(second.root));
    assert.equal((await mirrors()).length, 2);
  });

  it('say that a repository is larger than a mirror may be, and keep nothing of it', async () => {
    const large = randomBytes(3 * mebibyte);
    await sample.push(9, { 'large.dat': large });
    const small = await sample.prepare();
    small.release();
    const worker = sample.open({ bounds: { mirror: mebibyte } });
    await assert.rejects(sample.prepare(9, {}, worker), /acme\/orders is larger than 1 MB, the bound of a mirror\.$/);
    const [name = ''] = await mirrors();
    assert.ok(!existsSync(path.join(sample.folder, 'mirrors', name, '.git')));
    // A pull request without the large file has room.
    await sample.prepare(7, {}, worker);
  });

  it('say that the disk is nearly full', async () => {
    const worker = sample.open({ bounds: { free: Number.MAX_SAFE_INTEGER } });
    await assert.rejects(sample.prepare(7, {}, worker), {
      kind: 'service',
      message: /The disk for mirrors is nearly full/,
    });
  });

  it('are left alone while a review reads them, even if another worker finds them too large', async () => {
    const reading = await sample.prepare();
    const worker = sample.open({ bounds: { mirror: 1 } });
    await assert.rejects(sample.prepare(7, {}, worker), /larger than/);
    await git(reading.root, ['cat-file', '-e', `${reading.head}:src/untouched.ts`], {
      GIT_DIR: `${reading.root}/.git`,
    });
  });

  it('forget the uses of processes that were killed, also if their clock was years ahead', async () => {
    for (const [index, age] of [600_000, -10 * 365 * 86_400_000].entries()) {
      const { root } = await sample.prepare(7, { id: `one ${index}` });
      const uses = path.join(root, 'uses');
      const then = new Date(Date.now() - age);
      for (const name of await readdir(uses)) await utimes(path.join(uses, name), then, then);
      await sample.prepare(7, { id: 'two' }, sample.open({ bounds: { total: 1 } }));
      assert.ok(!existsSync(root));
    }
  });

  it('stop when the review is stopped, and when they are closed', async () => {
    sample.server.behaviour.answer = () => true;
    for (const by of ['signal', 'close'] as const) {
      const worker = sample.open();
      const stop = new AbortController();
      const asked = sample.server.seen.length;
      const prepared = worker.prepare(sample.repository(), 7, stop.signal);
      prepared.catch(() => undefined);
      while (sample.server.seen.length === asked) await delay(10);
      if (by === 'signal') stop.abort();
      else await worker.close();
      await assert.rejects(prepared, { kind: 'cancelled' });
      // No git is left that still waits for the server.
      while (await isAsking(sample.server.origin)) await delay(10);
    }
    sample.server.behaviour.answer = () => false;
    await sample.prepare();
  });

  it('do not wait for another worker once the review is stopped', async () => {
    sample.server.behaviour.answer = () => true;
    const [first, second] = [sample.open(), sample.open()];
    const fetching = sample.prepare(7, {}, first);
    fetching.catch(() => undefined);
    while (sample.server.seen.length === 0) await delay(10);
    const waiting = sample.prepare(7, {}, second);
    waiting.catch(() => undefined);
    await second.close();
    await assert.rejects(waiting, { kind: 'cancelled' });
    await first.close();
    await assert.rejects(fetching, { kind: 'cancelled' });
  });

  it('put many packs into one, and keep what earlier reviews read', async () => {
    const first = await sample.prepare();
    first.release();
    const packs = path.join(first.root, '.git/objects/pack');
    for (const name of await readdir(packs))
      for (let index = 0; index < 30; index++)
        await copyFile(path.join(packs, name), path.join(packs, name.replace(/pack-.{3}/, `pack-${100 + index}`)));
    await sample.push(7, { 'src/refund.ts': 'export const refund = 9;\n' });
    await sample.prepare();
    const left = (await readdir(packs)).filter(name => name.endsWith('.pack'));
    assert.ok(left.length <= 2, left.join());
    await sample.server.stop();
    await git(first.root, ['cat-file', '-e', `${first.head}:src/refund.ts`], { GIT_DIR: `${first.root}/.git` });
  });

  it('keep hashes of either kind, and are made anew when the server changes its own', async () => {
    const source = await TestRepository.create();
    await rm(path.join(source.folder, '.git'), { recursive: true });
    await source.git('init', '--quiet', '--initial-branch=main', '--object-format=sha256');
    await source.commit({ 'a.ts': 'export const a = 1;\n' });
    await sample.prepare();
    await rm(sample.server.folder(fullName), { recursive: true });
    await sample.server.add(fullName, source);
    await source.branch('work');
    const head = await source.commit({ 'a.ts': 'export const a = 2;\n' });
    await source.git('push', '--quiet', sample.server.folder(fullName), 'work:refs/pull/7/head');
    const prepared = await sample.prepare();
    assert.equal(prepared.head, head);
    assert.equal(prepared.head.length, 64);
    await source.dispose();
  });

  it('say that the server itself has only a part of the history', async () => {
    const folder = sample.server.folder(fullName);
    const whole = `${folder}.whole`;
    await rename(folder, whole);
    await git(sample.folder, ['init', '--quiet', '--bare', folder]);
    const refs = ['main:refs/heads/main', 'refs/pull/7/head:refs/pull/7/head'];
    await git(folder, ['fetch', '--quiet', '--depth=1', `file://${whole}`, ...refs]);
    await assert.rejects(sample.prepare(), /has only a part of the history of acme\/orders/);
  });
});
