import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HourLedger } from '../../../../src/api/rateLimit/hourLedger.ts';
import { PermitProcess } from './permitProcess.ts';
import type { Order } from './takePermits.ts';
import { needs } from '../../../host/needs.ts';

const hour = 3_600_000;
/** The first moment of a clock hour. */
const start = Date.parse('2026-11-21T09:00:00Z');

describe('the ledger of an hour', () => {
  let folder: string;
  let now = start;
  const processes: PermitProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-ledger-'));
    now = start;
  });

  afterEach(async () => {
    for (const { child } of processes.splice(0)) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const ledger = (): HourLedger => new HourLedger(folder, () => now);
  const file = (moment: number): string => path.join(folder, `l-${Math.floor(moment / hour)}.log`);

  async function grantedOf(attempts: number, limit: number, own = ledger()): Promise<number> {
    let granted = 0;
    for (let attempt = 0; attempt < attempts; attempt++) if ((await own.take(limit)).granted) granted++;
    return granted;
  }

  async function processesOf(count: number): Promise<PermitProcess[]> {
    const started = await Promise.all(Array.from({ length: count }, () => PermitProcess.start()));
    processes.push(...started);
    return started;
  }

  it('grants as many as the limit and then names the moment from which there is one again', async () => {
    assert.deepEqual(await ledger().take(2), { granted: true });
    now += 60_000;
    assert.deepEqual(await ledger().take(2), { granted: true });
    now += 60_000;
    assert.deepEqual(await ledger().take(2), { granted: false, until: start + hour });
    now = start + hour - 1;
    assert.deepEqual(await ledger().take(2), { granted: false, until: start + hour });
    now = start + hour;
    assert.deepEqual(await ledger().take(2), { granted: true });
    assert.deepEqual(await ledger().take(2), { granted: false, until: start + 60_000 + hour });
  });

  it('tells when enough came back for a smaller limit, and never for none', async () => {
    for (let turn = 0; turn < 3; turn++, now += 1_000) await ledger().take(10);
    assert.deepEqual(await ledger().take(2), { granted: false, until: start + 1_000 + hour });
    assert.deepEqual(await ledger().take(0), { granted: false, until: now + hour });
  });

  it('counts a rolling hour over the turn of the clock hour', async () => {
    now = start + hour - 1_000;
    assert.equal(await grantedOf(60, 100), 60);
    now = start + hour + 1_000;
    assert.equal(await grantedOf(60, 100), 40);
    assert.equal((await ledger().granted()).length, 100);
    now = start + 2 * hour - 1_000;
    assert.equal(await grantedOf(100, 100), 60);
  });

  it('does not fill the disk with attempts that cannot be granted', async () => {
    await grantedOf(3, 3);
    const before = await readFile(file(now), 'utf8');
    await grantedOf(50, 3);
    assert.equal(await readFile(file(now), 'utf8'), before);
  });

  it('keeps the files of two hours', async () => {
    const own = ledger();
    for (let turn = 0; turn < 6; turn++, now += hour) await own.take(100);
    now -= hour;
    assert.deepEqual(
      (await readdir(folder)).sort(),
      [file(now - hour), file(now)].map(each => path.basename(each)),
    );
  });

  it('grants exactly the limit to several attempts at once and to several processes', async () => {
    const own = ledger();
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => own.take(20)));
    assert.equal(verdicts.filter(({ granted }) => granted).length, 20);
    // Those that got none have taken back what they wrote.
    assert.equal((await own.granted()).length, 20);
    now += 2 * hour;
    const order: Order = { folder, attempts: 60, limit: 100, now };
    const taken = await Promise.all((await processesOf(4)).map(each => each.take(order)));
    assert.equal(
      taken.reduce((sum, { granted }) => sum + granted, 0),
      100,
    );
  });

  it('grants exactly the limit when the hour turns for some before others', async () => {
    for (let run = 1; run <= 20; run++) {
      const turn = start + run * 3 * hour;
      // Attempts at once read before others wrote, as those of several processes do.
      const ledgers = [turn - 1, turn, turn - 1, turn].map(moment => new HourLedger(folder, () => moment));
      const granted = await Promise.all(
        ledgers.flatMap(own => Array.from({ length: 20 }, async () => (await own.take(30)).granted)),
      );
      assert.equal(granted.filter(Boolean).length, 30);
    }
    const [early, late] = await processesOf(2);
    const orders = [start + hour - 1, start + hour].map(now => ({ folder, attempts: 80, limit: 100, now }));
    const taken = await Promise.all([early!.take(orders[0]!), late!.take(orders[1]!)]);
    assert.equal(taken[0].granted + taken[1].granted, 100);
  });

  it('counts no line that was written to an hour after others had ended it', async () => {
    now = start + hour - 1;
    await ledger().take(10);
    now += 1;
    await ledger().take(10);
    await appendFile(file(now - 1), `\n+${now - 1} 0123456789abcdef`);
    assert.equal((await ledger().granted()).length, 2);
    // One for whom it is still the hour before goes on where the others are.
    now -= 1;
    assert.equal(await grantedOf(10, 10), 8);
  });

  it('loses no more than the one permit that a process was asking for when it was killed', async () => {
    const [killed, ...others] = await processesOf(3);
    // The third attempt ends between writing and the verdict: each asks for the time twice.
    await killed!.takeUntilHalt({ folder, attempts: 60, limit: 100, now, halt: { at: 6, by: 'SIGKILL' } });
    const taken = await Promise.all(others.map(each => each.take({ folder, attempts: 60, limit: 100, now })));
    assert.equal(
      taken.reduce((sum, { granted }) => sum + granted, 0),
      97,
    );
    now += hour;
    assert.equal(await grantedOf(101, 100), 100);
  });

  it('is held up by no process that is stopped, and gives that one no permit of an hour that is over', async function () {
    needs(this, 'POSIX signals');
    const [stopped, other] = await processesOf(2);
    const later = now + 2 * hour;
    await stopped!.takeUntilHalt({ folder, attempts: 1, limit: 10, now, halt: { at: 2, by: 'SIGSTOP' }, later });
    assert.equal((await other!.take({ folder, attempts: 20, limit: 10, now })).granted, 9);
    now = later;
    assert.equal(await grantedOf(9, 10), 9);
    stopped!.child.kill('SIGCONT');
    const [{ granted }] = (await once(stopped!.child, 'message')) as [{ granted: number }];
    assert.equal(granted, 1);
    assert.equal((await ledger().granted()).length, 10);
    assert.equal((await ledger().take(10)).granted, false);
  });

  it('passes over lines that are torn or foreign', async () => {
    await grantedOf(5, 10);
    await appendFile(file(now), `\n+${now} 0123456789abcde`);
    assert.equal(await grantedOf(1, 10), 1);
    await appendFile(
      file(now),
      '\n\0\0\0\nhello\n+x y\n-\n- -\n==\n+-1 0123456789abcdef\n+1e9 0123456789abcdef\n\r\n=\r',
    );
    assert.equal(await grantedOf(10, 10), 4);
    await writeFile(file(now - hour), Buffer.from([0xff, 0xfe, 0x0a, 0x2b]));
    await writeFile(path.join(folder, 'l-x.log'), 'other');
    assert.equal((await ledger().granted()).length, 10);
  });

  it('gives no second hour away when the clock is set back, and holds nothing up for long', async () => {
    now = start + hour + 600_000;
    assert.equal(await grantedOf(6, 10), 6);
    for (const back of [1, 600_000, 600_001, hour - 1]) {
      now = start + hour + 600_000 - back;
      assert.equal((await ledger().granted()).length >= 6, true);
    }
    assert.equal(await grantedOf(10, 10), 4);
    assert.deepEqual((await ledger().take(10)).granted, false);
    // Back where it was and an hour later everything is as if nothing had happened.
    now = start + 2 * hour + 600_000;
    assert.equal(await grantedOf(20, 10), 10);
    // A year off: what was written then counts no more.
    now -= 365 * 24 * hour;
    assert.equal(await grantedOf(20, 10), 10);
    now += 365 * 24 * hour;
    assert.equal(await grantedOf(1, 10), 0);
  });

  it('goes on when its folder was removed', async () => {
    const own = ledger();
    await own.take(2);
    await rm(folder, { recursive: true });
    assert.deepEqual(await own.take(2), { granted: true });
  });

  it('fails when there can be no folder', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    await assert.rejects(ledger().take(2));
    await rm(folder);
    await mkdir(folder);
  });
});
