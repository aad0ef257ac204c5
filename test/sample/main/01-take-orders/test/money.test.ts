import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { add, format, times } from '../src/money.ts';

describe('money', () => {
  it('adds amounts of one currency', () => {
    assert.deepEqual(add({ amount: 150, currency: 'EUR' }, { amount: 250, currency: 'EUR' }), {
      amount: 400,
      currency: 'EUR',
    });
  });

  it('refuses to add two currencies', () => {
    assert.throws(() => add({ amount: 1, currency: 'EUR' }, { amount: 1, currency: 'USD' }), RangeError);
  });

  it('multiplies and formats', () => {
    assert.equal(format(times({ amount: 1250, currency: 'USD' }, 2)), '$25.00');
  });
});
