import assert from 'node:assert/strict';
import { isInSight, topLineFor } from '../../../../src/core/review/findingInSight.ts';

describe('a finding that is shown', () => {
  const finding = { start: 24, end: 28 };

  it('is in sight only together with the thread below its last line', () => {
    assert.ok(isInSight(finding, { start: 10, end: 40 }));
    assert.ok(!isInSight(finding, { start: 10, end: 39 }));
    assert.ok(!isInSight(finding, { start: 25, end: 90 }));
  });

  it('has lines above it as far as its thread leaves room', () => {
    for (const [height, top] of [
      [60, 18],
      [20, 20],
      [16, 24],
      [5, 24],
    ] as const)
      assert.equal(topLineFor(finding, { start: 40, end: 40 + height }, 200), top, `${height} lines`);
  });

  it('has lines above it where it is not known how many fit', () => {
    assert.equal(topLineFor(finding, undefined, 200), 18);
    assert.equal(topLineFor(finding, { start: 30, end: 40 }, 40), 18);
    assert.equal(topLineFor({ start: 3, end: 3 }, undefined, 200), 0);
  });
});
