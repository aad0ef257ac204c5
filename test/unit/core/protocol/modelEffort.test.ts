import assert from 'node:assert/strict';
import { costOf, moneyFor, withinCost, type ModelBudget } from '../../../../src/core/protocol/modelEffort.ts';

/** With a longest answer of 8,000 tokens, a call costs 0.2. */
const budget: ModelBudget = { effort: 'medium', tokensPerCall: 12_000, calls: 6, price: 10, costPerReview: 0 };

describe('the cost of a review by a model', () => {
  for (const [costPerReview, effort, calls] of [
    [0, 'medium', 6],
    [100, 'medium', 6],
    [1.2, 'medium', 3],
    [1.19, 'medium', 2],
    [1.2, 'high', 2],
    [0.4, 'medium', 1],
    [0.39, 'medium', 0],
    [0.4, 'high', 0],
  ] as const) {
    it(`of at most ${costPerReview} allows ${calls} calls with ${effort} effort`, () => {
      const within = withinCost({ ...budget, effort, costPerReview });
      assert.equal(within.calls, calls);
      if (costPerReview > 0 && calls > 0)
        assert.ok(moneyFor(within, costOf(within).most.calls) <= costPerReview + 1e-9);
    });
  }

  it('is not limited without a price, and stays a number however large both are', () => {
    assert.equal(withinCost({ ...budget, price: 0, costPerReview: 0.01 }).calls, 6);
    const most = Number.MAX_VALUE;
    assert.equal(withinCost({ ...budget, price: most, costPerReview: most }).calls, 6);
    assert.equal(withinCost({ ...budget, price: most, costPerReview: 1 }).calls, 0);
  });
});
