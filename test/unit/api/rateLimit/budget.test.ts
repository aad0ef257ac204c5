import assert from 'node:assert/strict';
import { once, EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Budget } from '../../../../src/api/rateLimit/budget.ts';
import type { Purpose } from '../../../../src/api/rateLimit/permits.ts';
import { CodeReviewError, displayMessage } from '../../../../src/core/base/errors.ts';
import { canaryKey, marker } from '../../../host/keys/canary.ts';
import { ManualClock } from './manualClock.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-21T09:10:00Z');
const origin = 'https://review.example.com';
const key = canaryKey();

describe('the budget of an hour', () => {
  let folder: string;
  let clock: ManualClock;
  let errors: unknown[];
  const opened: Budget[] = [];

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'code-review-budget-')), 'budget');
    clock = new ManualClock(start);
    errors = [];
  });

  afterEach(async () => {
    for (const budget of opened.splice(0)) budget.dispose();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });

  /** A window's own. */
  function open(limit: number | (() => number), given: { origin?: string; key?: string } = {}): Budget {
    const onError = (error: unknown): void => void errors.push(error);
    const asked = typeof limit === 'number' ? (): number => limit : limit;
    const budget = new Budget({ folder, origin, key, limit: asked, onError, clock, ...given });
    opened.push(budget);
    return budget;
  }

  /** Takes until there is none; how many it were and the error. */
  async function drain(budget: Budget, purpose: Purpose = 'user'): Promise<{ count: number; error: CodeReviewError }> {
    for (let count = 0; ; count++) {
      clock.advance(1);
      try {
        await budget.take(purpose);
      } catch (error) {
        assert.ok(CodeReviewError.is(error, 'rateLimit'));
        return { count, error };
      }
    }
  }

  it('is one for all windows of a key, and another for each other key and service', async () => {
    const [one, two] = [open(10), open(10)];
    await Promise.all(Array.from({ length: 5 }, () => [one.take('user'), two.take('user')]).flat());
    assert.equal((await drain(one)).count, 0);
    assert.equal((await drain(two)).count, 0);
    assert.equal((await drain(open(10, { key: canaryKey('development') }))).count, 10);
    assert.equal((await drain(open(10, { origin: 'https://other.example.com' }))).count, 10);
    assert.deepEqual(errors, []);
  });

  it('says until when, where and that results stay', async () => {
    const budget = open(8);
    await budget.take('user');
    const { error } = await drain(budget);
    assert.equal(error.details.until, start + hour);
    const time = new Date(start + hour).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
    assert.equal(
      displayMessage(error),
      `The request limit of this key is used up at ${origin} until ${time}. Results that are already here stay.`,
    );
    clock.moment = start + hour;
    await budget.take('user');
  });

  for (const [limit, reserve] of [
    [200, 12],
    [100, 12],
    [40, 5],
    [8, 1],
    [3, 0],
  ] as const) {
    it(`keeps ${reserve} of ${limit} for the user`, async () => {
      const budget = open(limit);
      const watch = await drain(budget, 'watch');
      assert.equal(watch.count, limit - reserve);
      assert.equal(watch.error.details.until, start + 1 + hour);
      if (reserve > 0) assert.match(watch.error.message, /reserved for your own actions/);
      assert.match(displayMessage(watch.error), /https:\/\/review\.example\.com.*already here stay/);
      assert.equal((await drain(budget)).count, reserve);
    });
  }

  it('shows what is used, what is left and when permits come back', async () => {
    const budget = open(100);
    assert.deepEqual(await budget.state(), { limit: 100, used: 0, remaining: 100, resetAt: undefined });
    await budget.take('user');
    clock.advance(60_000);
    await open(100).take('watch');
    assert.deepEqual(await budget.state(), { limit: 100, used: 2, remaining: 98, resetAt: start + hour });
    clock.advance(hour - 60_000);
    assert.deepEqual(await budget.state(), { limit: 100, used: 1, remaining: 99, resetAt: start + 60_000 + hour });
  });

  it('does not count what was not sent, in any window and over the end of an hour', async () => {
    const [one, two] = [open(3), open(3)];
    clock.moment = start + hour - 1;
    await one.take('user');
    await two.take('user');
    clock.advance(2);
    await one.take('user');
    assert.equal((await two.state()).remaining, 0);
    await one.giveBack();
    await one.giveBack();
    await one.giveBack();
    assert.equal((await two.state()).remaining, 2);
    assert.equal((await drain(two)).count, 2);
    assert.deepEqual(errors, []);
  });

  it('follows a plan that changes', async () => {
    let limit = 2;
    const budget = open(() => limit);
    assert.equal((await drain(budget)).count, 2);
    limit = 5;
    assert.equal((await drain(budget)).count, 3);
    limit = 1;
    const { remaining, resetAt } = await budget.state();
    assert.deepEqual([remaining, resetAt], [0, start + 1 + 3 + 1 + hour + 1]);
  });

  for (const [name, headers] of Object.entries({
    'x-ratelimit': { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '90' },
    'epoch seconds': {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': `${start / 1_000 + 90}`,
    },
    structured: { ratelimit: '"default";r=4;t=90', 'ratelimit-policy': '"default";q=60;w=3600' },
    'a date': {
      'anthropic-ratelimit-requests-limit': '60',
      'anthropic-ratelimit-requests-remaining': '4',
      'anthropic-ratelimit-requests-reset': '2026-11-21T09:11:30Z',
    },
  })) {
    it(`is corrected by the service in all windows until its reset (${name})`, async () => {
      const [one, two] = [open(100), open(100)];
      await one.take('user');
      one.learn({ status: 200, headers });
      const seen = { limit: 60, used: 1, remaining: 4, resetAt: start + 90_000 };
      assert.deepEqual(await one.state(), seen);
      assert.deepEqual(await two.state(), seen);
      // Fewer than the reserve.
      assert.equal((await drain(two, 'watch')).count, 0);
      const { count, error } = await drain(two);
      assert.deepEqual([count, error.details.until], [4, start + 90_000]);
      assert.equal((await drain(one)).count, 0);
      clock.moment = start + 90_000;
      assert.equal((await drain(one)).count, 95);
    });
  }

  it('follows a service whose limit is larger than the plan says, also after the window it spoke of', async () => {
    const budget = open(10);
    const headers = { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '40', 'x-ratelimit-reset': '90' };
    budget.learn({ status: 200, headers });
    assert.equal((await drain(budget)).count, 40);
    clock.moment = start + 90_000;
    assert.equal((await budget.state()).limit, 50);
    assert.equal((await drain(budget)).count, 10, '50 in all');
    clock.moment = start + 25 * hour;
    assert.equal((await drain(budget)).count, 10, 'the plan again where it was not said for a day');
  });

  it('believes a word without an end for a minute, and one about a day for an hour', async () => {
    const budget = open(10);
    budget.learn({ status: 200, headers: { 'x-ratelimit-remaining': '0' } });
    assert.equal((await drain(budget)).error.details.until, start + 60_000);
    clock.moment = start + 60_000;
    budget.learn({ status: 200, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '80000' } });
    assert.equal((await drain(budget)).error.details.until, start + 60_000 + hour);
  });

  it('is not touched by an answer that says nothing of a limit', async () => {
    const budget = open(10);
    budget.learn({ status: 500, headers: { 'retry-after': '60' } });
    budget.learn({ status: 200, headers: { 'x-ratelimit-remaining': 'many' } });
    assert.equal((await drain(budget)).count, 10);
  });

  it('blocks all windows after an answer that says "too many"', async () => {
    const [one, two] = [open(100), open(100)];
    one.learn({ status: 429, headers: { 'retry-after': '120' } });
    // What was under way is answered later and changes nothing.
    one.learn({ status: 200, headers: {} });
    await one.state();
    for (const budget of [one, two, open(100)]) {
      assert.equal((await drain(budget)).error.details.until, start + 120_000);
      const { remaining, resetAt } = await budget.state();
      assert.deepEqual([remaining, resetAt], [0, start + 120_000]);
    }
    clock.moment = start + 120_000;
    assert.equal((await drain(two)).count, 100);
  });

  it('waits longer every time the service refuses without saying for how long', async () => {
    const budget = open(100);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      budget.learn({ status: 429, headers: {} });
      assert.equal((await drain(budget)).error.details.until, clock.moment - 1 + minutes * 60_000);
      clock.moment += minutes * 60_000 - 1;
      await budget.take('user');
    }
    clock.moment += 2 * hour;
    budget.learn({ status: 429, headers: {} });
    assert.equal((await budget.state()).resetAt, clock.moment + 60_000);
  });

  it('does not believe a block from a clock that was set back since', async () => {
    const budget = open(10);
    budget.learn({ status: 429, headers: { 'retry-after': '3600' } });
    await budget.state();
    clock.moment -= 24 * hour;
    assert.equal((await drain(open(10))).count, 10);
  });

  it('keeps to a block of more than an hour', async () => {
    const budget = open(10);
    budget.learn({ status: 429, headers: { 'retry-after': '10800' } });
    await budget.state();
    clock.moment += 100 * 60_000;
    assert.equal((await drain(open(10))).count, 0);
    clock.moment += 80 * 60_000;
    assert.equal((await drain(open(10))).count, 10);
  });

  it('passes over files that hold something else', async () => {
    const budget = open(10);
    await budget.take('user');
    const [own = ''] = await readdir(folder);
    for (const text of [
      '',
      '{',
      'null',
      '[1]',
      '{"at":1}',
      '{"at":1,"until":"x"}',
      `{"at":1,"until":${start + 9},"remaining":"0"}`,
    ]) {
      await writeFile(path.join(folder, own, 'server'), text);
      if (!text.includes('remaining')) await writeFile(path.join(folder, own, 'blocked'), text);
      assert.equal((await budget.state()).remaining, 9);
    }
    assert.deepEqual(errors, []);
  });

  it('tells of its own takes at once and of those of other windows by itself', async () => {
    const [one, two] = [open(10), open(10)];
    let own = 0;
    const events = new EventEmitter();
    const subscription = one.onDidChange(() => own++);
    await one.take('user');
    assert.ok(own > 0);
    subscription.dispose();
    assert.equal(clock.waiting, 0);
    const elsewhere = two.onDidChange(() => events.emit('change'));
    const told = once(events, 'change');
    await one.take('user');
    await told;
    assert.equal((await two.state()).used, 2);
    elsewhere.dispose();
    elsewhere.dispose();
    assert.equal(clock.waiting, 0);
  });

  it('goes on in memory when the disk fails, and says so once', async () => {
    await writeFile(folder, 'in the way');
    const budget = open(40);
    const watch = await drain(budget, 'watch');
    assert.equal(watch.count, 35);
    budget.learn({ status: 200, headers: { 'x-ratelimit-remaining': '3' } });
    assert.equal((await drain(budget)).count, 3);
    budget.learn({ status: 429, headers: { 'retry-after': '120' } });
    assert.equal((await budget.state()).resetAt, clock.moment + 120_000);
    assert.equal(errors.length, 1);
    // What was taken meanwhile still counts when the disk is back.
    await rm(folder);
    clock.advance(120_000);
    assert.equal((await drain(budget)).count, 2);
    assert.equal(errors.length, 1);
  });

  it('writes the key nowhere', async () => {
    const budget = open(10);
    await budget.take('user');
    budget.learn({ status: 429, headers: { 'x-ratelimit-remaining': '0' } });
    const { error } = await drain(budget);
    assert.equal(JSON.stringify([error, error.stack]).includes(key), false);
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter(each => each.isFile()).map(each => path.join(each.parentPath, each.name));
    const texts = await Promise.all(files.map(file => readFile(file, 'utf8')));
    assert.equal(files.length, 4);
    assert.equal(
      [...files, ...texts].some(text => text.includes(marker)),
      false,
    );
  });
});
