import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextStop, type Standpoint, type Stop } from '../../../../src/core/review/nextFinding.ts';

const at = (id: string, file?: string, line = 0, column = 0): Stop => ({ id, file, line, column });

/** Two at one place, and one without a place in the end. */
const stops = [at('a1', 'a.ts', 3), at('a2', 'a.ts', 8, 4), at('a3', 'a.ts', 8, 4), at('b1', 'b.ts', 1), at('page')];

const cursorAt = ({ file, line, column }: Stop): Standpoint['cursor'] =>
  file === undefined ? undefined : { file, line, column };

/** Goes on from a stop, the cursor being where it leads to. */
function goOn(from: Stop | undefined, direction: 1 | -1, among = stops, before = stops): string {
  const step = nextStop(among, { last: from, before, cursor: from && cursorAt(from), put: undefined }, direction);
  return step === undefined ? 'none' : `${step.stop.id}${step.isAround ? ' around' : ''}`;
}

describe('the next finding', () => {
  it('is each one in the order, also of several at one place and of those without a place', () => {
    assert.deepEqual(
      [undefined, ...stops].map(from => goOn(from, 1)),
      ['a1', 'a2', 'a3', 'b1', 'page', 'a1 around'],
    );
    assert.deepEqual(
      [...stops, undefined].map(from => goOn(from, -1)),
      ['page around', 'a1', 'a2', 'a3', 'b1', 'page'],
    );
  });

  it('goes by the cursor once that was moved', () => {
    const last = stops[0];
    const from = (file: string, line: number, direction: 1 | -1): string | undefined =>
      nextStop(stops, { last, before: stops, cursor: { file, line, column: 0 }, put: undefined }, direction)?.stop.id;
    assert.equal(from('a.ts', 5, 1), 'a2');
    assert.equal(from('a.ts', 5, -1), 'a1');
    assert.equal(from('a.ts', 90, 1), 'b1');
    assert.equal(from('b.ts', 0, -1), 'a3');
    assert.equal(from('aa.ts', 0, 1), 'b1');
    assert.equal(from('aa.ts', 0, -1), 'a3');
    assert.equal(from('z.ts', 0, 1), 'a1');
    // A finding on the place itself, such as one about a whole file, is not passed over.
    assert.equal(from('b.ts', 1, 1), 'b1');
  });

  it('is another one where the cursor could not be put at the last, as beyond the end of its file', () => {
    const put = { file: 'a.ts', line: 2, column: 0 };
    const from = (last: Stop | undefined, cursor: typeof put): string | undefined =>
      nextStop(stops, { last, before: stops, cursor, put }, 1)?.stop.id;
    assert.equal(from(stops[0], put), 'a2');
    assert.equal(from(stops[1], put), 'a3');
    assert.equal(from(stops[1], { ...put, line: 1 }), 'a1');
  });

  it('is the one behind that which is done meanwhile', () => {
    const without = (id: string): Stop[] => stops.filter(stop => stop.id !== id);
    assert.equal(goOn(stops[1], 1, without('a2')), 'a3');
    assert.equal(goOn(stops[2], -1, without('a3')), 'a2');
    assert.equal(goOn(stops[4], 1, without('page')), 'a1');
    assert.equal(goOn(stops[4], -1, without('page')), 'b1');
    assert.equal(goOn(stops[0], 1, []), 'none');
  });

  it('comes to every finding once before it goes around, wherever they are', () => {
    const places = fc.array(fc.tuple(fc.constantFrom('a.ts', 'b.ts', undefined), fc.nat(3)), { minLength: 1 });
    fc.assert(
      fc.property(places, fc.constantFrom<1 | -1>(1, -1), (given, direction) => {
        const all = given.map(([file, line], index) => at(String(index), file, line));
        const seen: string[] = [];
        let last: Stop | undefined;
        while (seen.length < all.length) {
          const step = nextStop(all, { last, before: all, cursor: last && cursorAt(last), put: undefined }, direction);
          assert.ok(step);
          assert.equal(step.isAround, false);
          last = step.stop;
          seen.push(last.id);
        }
        assert.equal(new Set(seen).size, all.length);
        assert.equal(
          nextStop(all, { last, before: all, cursor: last && cursorAt(last), put: undefined }, direction)?.isAround,
          true,
        );
      }),
    );
  });
});
