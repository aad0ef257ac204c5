import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { findingsOf, told, type Texts } from './memoryTrees.ts';

const before = {
  'price.ts': 'export function total(lines: number[], tax = 1): number {\n  return tax;\n}\n',
  'a.ts': "import { total } from './price';\nexport const a = total([1]);\n",
};
const of = (parameters: string): Texts => ({
  'price.ts': `export function total(${parameters}): number {\n  return 1;\n}\n`,
});

function check(after: Texts, files: Texts = before): string[] {
  return told(findingsOf(javascript, files, { ...files, ...after }));
}

describe('a call with as many arguments as a function took before', () => {
  it('is told where it takes more', () => {
    const after = of('lines: number[], currency: string, tax = 1');
    assert.deepEqual(check(after), ['price.ts:1 cross-file/call-signature → a.ts:2']);
    const [finding] = findingsOf(javascript, before, { ...before, ...after });
    assert.equal(finding?.title, '`total` needs 2 arguments now, but the call in `a.ts` gives 1');
    assert.equal(finding.severity, 'medium');
  });

  it('is told as low where it takes fewer', () => {
    const [finding] = findingsOf(javascript, before, { ...before, ...of('') });
    assert.equal(finding?.title, '`total` takes no arguments now, but the call in `a.ts` gives 1');
    assert.equal(finding.severity, 'low');
  });

  it('is told at the parameter where that is on a line of its own, and where one is gone', () => {
    const long = { ...before, ...of('\n  lines: number[],\n') };
    const found = (parameters: string): string[] => told(findingsOf(javascript, long, { ...long, ...of(parameters) }));
    assert.deepEqual(found('\n  lines: number[],\n  currency: string,\n'), [
      'price.ts:3 cross-file/call-signature → a.ts:2',
    ]);
    assert.deepEqual(found('\n'), ['price.ts:1 cross-file/call-signature → a.ts:2']);
  });

  it('is told by a barrel and by another name', () => {
    const files = {
      ...before,
      'index.ts': "export { total } from './price';\n",
      'a.ts': "import { total as sum } from './index';\nexport const a = sum([1]);\n",
    };
    assert.deepEqual(check(of('a: number, b: number'), files), ['price.ts:1 cross-file/call-signature → a.ts:2']);
  });

  for (const [what, after] of [
    ['has a default', of('lines: number[], currency = 1')],
    ['may be left out', of('lines: number[], currency?: string')],
    ['may be void', of('lines: number[], currency: string | void')],
    ['takes the rest', of('...lines: number[][]')],
    [
      'has several forms',
      { 'price.ts': `export function total(a: number[]): number;\n${of('a: any, b: any')['price.ts']}` },
    ],
    ['has a type beside it', { 'price.ts': 'export const total: Total = (a, b) => 1;\n' }],
    ['is for this', of('this: Shop, lines: number[]')],
  ] as const)
    it(`is nothing where a parameter ${what}`, () => assert.deepEqual(check(after), []));

  for (const [what, user] of [
    ['is given a list', "import { total } from './price';\nexport const a = total(...b);\n"],
    ['is another of the name', "import { total } from './price';\nexport const a = (total: any) => total(1);\n"],
    ['gave too few before', "import { total } from './price';\nexport const a = total();\n"],
    ['changes too', "import { total } from './price';\nexport const a = total([1], 'EUR');\n"],
    ['is in a test that is skipped', "import { total } from './price';\nit.skip('a', () => { total([1]); });\n"],
  ] as const)
    it(`is nothing where it ${what}`, () =>
      assert.deepEqual(check(of('a: number[], b: string'), { ...before, 'a.ts': user }), []));

  it('is nothing in JavaScript, where arguments may be left out', () => {
    const files = { 'price.ts': before['price.ts'], 'a.js': before['a.ts'] };
    assert.deepEqual(check(of('a: number[], b: string'), files), []);
  });
});
