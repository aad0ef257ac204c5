import assert from 'node:assert/strict';
import type { ModelChoice } from '../../../../../src/vscode/connection/modelChoice.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';

describe('what a model is said to cost', () => {
  before(() => standInForEditor());
  afterEach(() => (editor.settings = { user: {}, workspace: {}, folder: {} }));

  async function said(user: Readonly<Record<string, number>>): Promise<string> {
    const { modelCost } = await import('../../../../../src/vscode/commands/setup/modelCost.ts');
    editor.settings.user = Object.fromEntries(
      Object.entries(user).map(([name, value]) => [`codeReview.model.${name}`, value]),
    );
    const model: ModelChoice = { kind: 'address' };
    return modelCost(model);
  }

  const inCalls = (most: string): string =>
    `With medium effort, most reviews take up to 4 calls (48,000 tokens), and a large change at most ${most}.`;

  it('is calls and tokens without a price', async () => {
    assert.equal(await said({}), inCalls('12 (144,000 tokens)'));
    assert.equal(await said({ costPerReview: 1 }), inCalls('12 (144,000 tokens)'));
  });

  it('is money as well with a price, and no more than a review may cost', async () => {
    const inMoney = (cost: string): string =>
      `At the price that you set, a review costs ${cost} at most, answers included.`;
    assert.equal(await said({ price: 10 }), `${inCalls('12 (144,000 tokens)')} ${inMoney('2.4')}`);
    assert.equal(await said({ price: 10, costPerReview: 1.3 }), `${inCalls('6 (72,000 tokens)')} ${inMoney('1.2')}`);
  });

  it('is more than a review may cost', async () => {
    assert.match(await said({ price: 10, costPerReview: 0.3 }), /^But it is not asked: .+costPerReview.+price”\.$/);
  });
});
