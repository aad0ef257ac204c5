import assert from 'node:assert/strict';
import { definedNames } from '../../../../../../src/service/reviewers/model/surroundings/definedNames.ts';
import { nearestFirst } from '../../../../../../src/service/reviewers/model/surroundings/nearestFirst.ts';
import { usedNames } from '../../../../../../src/service/reviewers/model/surroundings/usedNames.ts';

describe('the names that a line defines', () => {
  for (const [line, ...names] of [
    ['export async function load(key) {', 'load'],
    ['function* walk() {', 'walk'],
    ['    def total(self):', 'total'],
    ['class Cart(Base):', 'Cart'],
    ['func (s *Store) Charge(o Order) error {', 'Charge'],
    ['func main() {', 'main'],
    ['pub fn parse(input: &str) -> Ast {', 'parse'],
    ['export const retries = 3;', 'retries'],
    ['exports.load = function (key) {', 'load'],
    ['Store.prototype.load = async (key) => {', 'load'],
    ['  load: (key) => rows[key],', 'load'],
    ['  private async load(key: string): Promise<Row> {', 'load'],
    ['    public int total(List<Item> items) {', 'total'],
    ['  #load(key) {', 'load'],
    ['MOST = 3', 'MOST'],
    ['  load(key);'],
    ['  if (load(key)) {'],
    ['  return load(key, () => {'],
    ["describe('load', () => {"],
    ['  load(function () {'],
    ["import { load } from './load.ts';"],
    ['// function load()'],
    ['a == b'],
    [`const x = ${'('.repeat(50_000)}`],
  ] as const) {
    it(line.slice(0, 60), () => assert.deepEqual(definedNames(line), names));
  }
});

describe('the names that a line uses', () => {
  for (const [line, names] of [
    [
      'const rate = rateOf(currency) ?? fallback;',
      { rate: 'other', rateOf: 'call', currency: 'other', fallback: 'other' },
    ],
    ['return new Store(options).start();', { Store: 'type', options: 'other', start: 'call' }],
    ["log('rateOf(x)'); // rateOf(y)", {}],
    ['self.lines.append(Order.load(key))  # load', { lines: 'other', Order: 'type', load: 'call', key: 'other' }],
    ['useQuery<Row>(key)', { useQuery: 'call', Row: 'type', key: 'other' }],
  ] as const) {
    it(line, () => {
      assert.deepEqual(Object.fromEntries(usedNames(line)), names);
    });
  }
});

it('places are nearest in the file, then where its imports say, then in its folder, and last in tests', () => {
  const places = ['lib/a/b/x.ts', 'src/a/own.ts', 'test/x.test.ts', 'src/a/near.ts', 'src/far/rates.ts', 'src/b/x.ts'];
  const order = nearestFirst(
    places.map(path => ({ path, line: 1 })),
    'src/a/own.ts',
    new Set(['rates']),
  );
  assert.deepEqual(
    order.map(({ path }) => path),
    ['src/a/own.ts', 'src/far/rates.ts', 'src/a/near.ts', 'src/b/x.ts', 'lib/a/b/x.ts', 'test/x.test.ts'],
  );
});
