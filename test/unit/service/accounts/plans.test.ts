import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../../../src/service/store/openStore.ts';
import { findPlan, takePermit } from '../../../../src/service/accounts/plans.ts';
import type { Store } from '../../../../src/service/store/store.ts';

describe('the plans of the service', () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-plans-'));
    store = await openStore(folder);
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('allow what the specification says', () => {
    assert.equal(findPlan('free').requestsPerHour, 100);
    assert.equal(findPlan('pro').requestsPerHour, 1_000);
    assert.equal(findPlan('enterprise', 5_000).requestsPerHour, 5_000);
  });

  it('are refused without a limit, with one that limits nothing, and by an unknown name', () => {
    for (const number of [undefined, NaN, Infinity, 0, -1, 1.5]) {
      assert.throws(() => findPlan('enterprise', number), /needs --requests-per-hour/, `${number}`);
    }
    assert.throws(() => findPlan('gold'), /no plan gold/);
  });

  it('grant their requests in each clock hour, and tell what is left and until when', async () => {
    const plan = findPlan('enterprise', 2);
    const late = Date.parse('2026-11-21T06:59:58.500Z');
    assert.deepEqual(await takePermit(store, 'key', plan, late), {
      granted: true,
      limit: 2,
      remaining: 1,
      resetSeconds: 2,
    });
    assert.deepEqual(await takePermit(store, 'key', plan, late), {
      granted: true,
      limit: 2,
      remaining: 0,
      resetSeconds: 2,
    });
    assert.deepEqual(await takePermit(store, 'key', plan, late), {
      granted: false,
      limit: 2,
      remaining: 0,
      resetSeconds: 2,
    });
    const next = Date.parse('2026-11-21T07:00:00Z');
    assert.deepEqual(await takePermit(store, 'key', plan, next), {
      granted: true,
      limit: 2,
      remaining: 1,
      resetSeconds: 3_600,
    });
  });

  it('leave nothing when the limit was lowered within the hour', async () => {
    for (let count = 0; count < 3; count++) await takePermit(store, 'key', findPlan('free'), 0);
    const { granted, remaining } = await takePermit(store, 'key', findPlan('enterprise', 2), 0);
    assert.deepEqual([granted, remaining], [false, 0]);
  });
});
