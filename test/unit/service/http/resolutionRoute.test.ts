import assert from 'node:assert/strict';
import { resolutionRoute } from '../../../../src/service/http/routes/resolution.ts';
import type { OutcomeCounts, Store } from '../../../../src/service/store/store.ts';

interface Answer {
  readonly rules: readonly OutcomeCounts[];
  readonly left_out: unknown;
}

async function answerFor(rules: number): Promise<Answer> {
  const outcomes = Array.from({ length: rules }, (_, index): OutcomeCounts => {
    return { reviewer: 'tool:x', rule: `x/${index}`, changed: index, applied: 0, dismissed: 0, untouched: 0 };
  });
  const store: Partial<Store> = { outcomes: () => Promise.resolve(outcomes) };
  const answer = await resolutionRoute(store as Store, () => 0).request('/v1/local/resolution');
  return (await answer.json()) as Answer;
}

describe('the answer of the resolution rate', () => {
  it('says how many rules it has no room for', async () => {
    const { rules, left_out: leftOut } = await answerFor(1_023);
    assert.deepEqual(leftOut, { reviewers: 0, rules: 23, mostly_dismissed: 0 });
    assert.deepEqual([rules.length, rules[0]?.rule, rules.at(-1)?.rule], [1_000, 'x/1022', 'x/23']);
  });

  it('says that nothing is left out where all is in it', async () => {
    const { rules, left_out: leftOut } = await answerFor(1_000);
    assert.deepEqual(leftOut, { reviewers: 0, rules: 0, mostly_dismissed: 0 });
    assert.equal(rules.length, 1_000);
  });
});
