import assert from 'node:assert/strict';
import { readRateLimit, retryTime } from '../../../../src/api/rateLimit/headers.ts';

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
    [{ ratelimit: 'limit=100, remaining=50, reset=30', 'ratelimit-policy': '100;w=3600' }, 100, 50, 30],
    [
      {
        ratelimit: '"burst";r=40;t=1, "hour";t=1800;r=5',
        'ratelimit-policy': '"burst";q=50;w=1, "hour";q=90;w=3600',
      },
      90,
      5,
      1_800,
    ],
    [
      {
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '90',
        'ratelimit-limit': '5',
        'ratelimit-remaining': '3',
        'ratelimit-reset': '10',
      },
      5,
      3,
      10,
    ],
    [{ 'x-ratelimit-remaining': '5, 5', 'x-ratelimit-reset': '30, 30' }, undefined, 5, 30],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '120ms' }, undefined, 0, 0.12],
    [
      {
        'x-ratelimit-requests-limit': '9',
        'x-ratelimit-requests-remaining': '0',
        'x-ratelimit-requests-reset': `${now + 60_000}`,
      },
      9,
      0,
      60,
    ],
  ] as const) {
    it(`is read from ${JSON.stringify(headers)}`, () => {
      const read = readRateLimit(headers, now);
      assert.deepEqual([read.limit, read.remaining, ((read.resetAt ?? 0) - now) / 1_000], [limit, remaining, resetIn]);
    });
  }

  it('is none where the service says so, or says nothing that can be read', () => {
    for (const value of ['-1', 'unlimited', '']) {
      const read = readRateLimit({ 'x-ratelimit-limit': value, 'x-ratelimit-remaining': value }, now);
      assert.deepEqual([read.limit, read.remaining], [undefined, undefined], value);
    }
    for (const value of ['-5', 'soon 5', ''])
      assert.equal(readRateLimit({ 'retry-after': value }, now).retryAt, undefined);
  });

  it('goes by the clock of the service where it names a moment', () => {
    const ahead = now + 600_000;
    const date = new Date(ahead).toUTCString();
    for (const moment of [new Date(ahead + 30_000).toUTCString(), `${ahead / 1_000 + 30}`, `${ahead + 30_000}`])
      assert.equal(readRateLimit({ date, 'ratelimit-reset': moment }, now).resetAt, now + 30_000, moment);
    assert.equal(readRateLimit({ date, 'ratelimit-reset': '30' }, now).resetAt, now + 30_000);
  });

  it('says when to ask again: the later moment, within a day, a minute where nothing is said', () => {
    const at = (headers: Record<string, string>): number => (retryTime(readRateLimit(headers, now), now) - now) / 1_000;
    assert.equal(at({ 'retry-after': '10', 'ratelimit-reset': '30' }), 30);
    assert.equal(at({ 'retry-after': new Date(now + 20_000).toUTCString() }), 20);
    assert.equal(at({ 'retry-after': '10800' }), 10_800);
    assert.equal(at({ 'retry-after': '999999' }), 86_400);
    assert.equal(at({ 'retry-after': '0' }), 1);
    assert.equal(at({}), 60);
  });
});
