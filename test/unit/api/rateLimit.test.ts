import assert from 'node:assert/strict';
import { readRateLimit, retryMoment } from '../../../src/api/rateLimit.ts';

const now = Date.parse('2026-11-21T06:00:00Z');

describe('the limit that headers tell', () => {
  for (const [headers, limit, remaining, resetIn] of [
    [
      { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': `${now / 1_000 + 90}` },
      60,
      9,
      90,
    ],
    [{ 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 100, 0, 30],
    [{ ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"burst";q=100;w=60' }, 100, 50, 30],
    [
      { 'x-ratelimit-limit-hour': '100', 'x-ratelimit-remaining-hour': '7', 'x-ratelimit-reset': `${now + 5_000}` },
      100,
      7,
      5,
    ],
    [
      {
        'x-ratelimit-limit-requests': '10',
        'x-ratelimit-remaining-requests': '1',
        'x-ratelimit-reset-requests': '2m59.5s',
      },
      10,
      1,
      179.5,
    ],
    [
      {
        'anthropic-ratelimit-requests-limit': '5',
        'anthropic-ratelimit-requests-remaining': '4',
        'anthropic-ratelimit-requests-reset': '2026-11-21T06:01:00Z',
      },
      5,
      4,
      60,
    ],
    [{ 'x-ratelimit-reset-after': '1.5' }, undefined, undefined, 1.5],
  ] as const) {
    it(`is read from ${Object.keys(headers).join(', ')}`, () => {
      const read = readRateLimit(headers, now);
      assert.deepEqual([read.limit, read.remaining, ((read.resetAt ?? 0) - now) / 1_000], [limit, remaining, resetIn]);
    });
  }

  it('says when to ask again: the later moment, within an hour, a minute where nothing is said', () => {
    const at = (headers: Record<string, string>): number =>
      (retryMoment(readRateLimit(headers, now), now) - now) / 1_000;
    assert.equal(at({ 'retry-after': '10', 'ratelimit-reset': '30' }), 30);
    assert.equal(at({ 'retry-after': new Date(now + 20_000).toUTCString() }), 20);
    assert.equal(at({ 'retry-after': '999999' }), 3_600);
    assert.equal(at({ 'retry-after': '0' }), 1);
    assert.equal(at({}), 60);
  });
});
