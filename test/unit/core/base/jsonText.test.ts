import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { stringifyInSlices } from '../../../../src/core/base/jsonText.ts';
import { Slices } from '../../../../src/core/base/slices.ts';
import { randomNumbers } from '../../../bench/random.ts';

const values = [undefined, null, true, -1 / 3, '“\u2028\ud800"', '', Number.NaN];
const names = ['a', '__proto__', '"\\', ''];

/** Any data that is nested so deep at most. */
function dataOf(random: (below: number) => number, depth: number): unknown {
  const inner = depth === 0 ? [] : Array.from({ length: random(4) }, () => dataOf(random, depth - 1));
  const kinds = [values[random(values.length)], inner, Object.fromEntries(inner.map((each, at) => [names[at], each]))];
  return kinds[random(kinds.length)];
}

describe('data that is serialized in slices', () => {
  it('is the text that it is when serialized at once', async () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 2_000; round++) {
      const data = { data: dataOf(random, 5), list: [dataOf(random, 3)] };
      assert.equal(await stringifyInSlices(data, new Slices(1_000)), JSON.stringify(data));
    }
  });

  it('gives everything else its turn between any two elements of a list', async () => {
    let turns = 0;
    let isDone = false;
    const count = async (): Promise<void> => {
      for (; !isDone; turns++) await turn();
    };
    const counting = count();
    await stringifyInSlices(
      { review: { comments: Array.from({ length: 50 }, () => ({ title: 'x' })) } },
      new Slices(0),
    );
    isDone = true;
    await counting;
    assert.ok(turns >= 50, `${turns} turns`);
  });
});
