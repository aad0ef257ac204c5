import assert from 'node:assert/strict';
import { fasterThanLinear } from '../../../../../host/threadTime.ts';
import { extract } from '../../../../../../src/service/reviewers/crossFile/checks/python/source/extract.ts';

describe('the facts of a Python file', () => {
  for (const [what, text] of [
    ['a bare yield', 'def f():\n    yield\n'],
    ['brackets around the items of with', 'with (\n    a("x") as b,\n    c as d,\n):\n    pass\n'],
    ['an empty class pattern', 'match a:\n    case str():\n        pass\n'],
    ['type parameters', 'class A[T]: ...\ndef f[T](a: T) -> T: ...\ntype B = int\n'],
    ['no text', ''],
  ] as const)
    it(`are read with ${what}`, () => assert.ok(extract('a.py', text)));

  for (const [what, text] of [
    ['has a syntax error', 'def (:\n'],
    ['has conflict markers', '<<<<<<< a\nx = 1\n=======\nx = 2\n>>>>>>> b\n'],
    ['is nested too deeply', `x = ${'('.repeat(5_000)}${')'.repeat(5_000)}\n`],
    ['has a chain that is too long', `x = a${'.b()'.repeat(5_000)}\n`],
    ['is too long', 'x = 1\n'.repeat(200_000)],
  ] as const)
    it(`are left out where it ${what}`, () => assert.equal(extract('a.py', text), undefined));

  for (const [what, text] of [
    ['definitions', (size: number) => 'def f(a, /, b): ...\n'.repeat(size / 20)],
    ['empty lines', (size: number) => 'def f():\n\n\n\n\n    x\n'.repeat(size / 20)],
    ['calls', (size: number) => 'f(g(1), h=2)\n'.repeat(size / 14)],
    ['imports', (size: number) => 'from a import b as c\n'.repeat(size / 21)],
    ['slashes', (size: number) => `def f(${'a,/,'.repeat(size / 4)}b): ...\n`],
  ] as const)
    it(`are read in linear time, with many ${what}`, async () => {
      const reading = (size: number): (() => unknown) => {
        const made = text(size);
        return () => extract('a.py', made);
      };
      assert.equal(await fasterThanLinear(reading, 4_000, 64_000), undefined);
    });

  it('take names of any kind', () => {
    const facts = extract('a.py', '__proto__ = 1\nconstructor = 2\nfrom a import toString\n__proto__.x()\n');
    assert.deepEqual(
      facts?.definitions.map(({ name }) => name),
      ['__proto__', 'constructor', 'toString'],
    );
  });

  it('leave out the standard library', () => {
    const facts = extract('a.py', 'import os\nfrom a import b\nos.path.join(1)\nb(1)\n');
    assert.deepEqual(facts?.calls, [[0, 4, 1, 2, 4, 1, 'statement']]);
  });
});
