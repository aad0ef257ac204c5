import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Budgets } from '../../../../src/api/budget/budgets.ts';

const origin = 'https://review.example.com';
const key = 'unit_test_0123456789';

describe('the budgets of a window', () => {
  let folder: string;
  const opened: Budgets[] = [];

  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'code-review-budgets-'))));
  afterEach(async () => {
    for (const budgets of opened.splice(0)) budgets.dispose();
    await rm(folder, { recursive: true });
  });

  function open(): Budgets {
    const budgets = new Budgets({ folder, limit: () => 10, onError: error => assert.fail(String(error)) });
    opened.push(budgets);
    return budgets;
  }

  for (const [when, isFirst] of [
    ['before', true],
    ['after', false],
  ] as const) {
    it(`are heard of in another window by who began to listen ${when} they were made, and by nobody later`, async () => {
      const [here, elsewhere] = [open(), open()];
      const heard = new EventEmitter();
      let count = 0;
      const listen = () => here.onDidChange(() => heard.emit('change', ++count));
      if (!isFirst) here.of(origin, key);
      const subscription = listen();
      if (isFirst) here.of(origin, key);
      const change = once(heard, 'change');
      await elsewhere.of(origin, key).take('user');
      await change;
      subscription.dispose();
      const before = count;
      await here.of(origin, key).take('user');
      assert.equal(count, before);
      assert.equal((await here.of(origin, key).state()).used, 2);
    });
  }
});
