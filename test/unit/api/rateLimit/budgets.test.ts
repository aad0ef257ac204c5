import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Budgets } from '../../../../src/api/rateLimit/budgets.ts';
import { canaryKey } from '../../../host/keys/canary.ts';
import { ManualClock } from './manualClock.ts';

const origin = 'https://review.example.com';
const key = canaryKey();

describe('the budgets of a window', () => {
  let folder: string;
  let clock: ManualClock;
  const opened: Budgets[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-budgets-'));
    clock = new ManualClock(Date.now());
  });

  afterEach(async () => {
    for (const budgets of opened.splice(0)) budgets.dispose();
    await rm(folder, { recursive: true });
  });

  function open(): Budgets {
    const budgets = new Budgets({ folder, limit: () => 10, onError: error => assert.fail(String(error)), clock });
    opened.push(budgets);
    return budgets;
  }

  for (const when of ['before', 'after']) {
    it(`tell what other windows use to who began to listen ${when} they were made, and watch only for that long`, async () => {
      const [here, elsewhere] = [open(), open()];
      const heard = new EventEmitter();
      if (when === 'after') await here.of(origin, key);
      const subscription = here.onDidChange(() => heard.emit('change'));
      const own = await here.of(origin, key);
      assert.equal(clock.waiting, 1);
      const change = once(heard, 'change');
      await (await elsewhere.of(origin, key)).take('user');
      await change;
      assert.equal((await own.state()).used, 1);
      heard.on('change', () => assert.fail('nobody listens any more'));
      subscription.dispose();
      assert.equal(clock.waiting, 0);
      await own.take('user');
      assert.equal((await own.state()).used, 2);
    });
  }

  it('tell what their own window uses without watching anything', async () => {
    const here = open();
    let uses = 0;
    here.onDidUse(() => uses++);
    const own = await here.of(origin, key);
    await own.take('user');
    assert.equal(uses, 1);
    own.learn({ status: 200, headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '4' } });
    assert.equal((await own.state()).remaining, 4);
    assert.equal(uses, 2);
    assert.equal(clock.waiting, 0);
  });

  it('are one for each key, however many ask for it at once', async () => {
    const budgets = open();
    const [one, two, other] = await Promise.all([
      budgets.of(origin, key),
      budgets.of(origin, key),
      budgets.of(origin, canaryKey('development')),
    ]);
    assert.equal(one, two);
    assert.notEqual(one, other);
  });
});
