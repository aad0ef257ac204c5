import assert from 'node:assert/strict';
import {
  enclosingClass,
  enclosingFunction,
} from '../../../../../../src/service/reviewers/model/code/enclosingBlock.ts';

/** The whole function around the line that has `HERE`, as its first and last line. */
function around(code: string): string {
  const lines = code.split('\n');
  const block = enclosingFunction(lines, lines.findIndex(line => line.includes('HERE')) + 1);
  return block === undefined ? 'none' : `${lines[block.start - 1] ?? ''} … ${lines[block.end - 1] ?? ''}`;
}

describe('the function around a line', () => {
  for (const [name, code, expected] of [
    [
      'is the outermost, not a callback in it',
      'function f() {\n  g(() => {\n    HERE;\n  });\n}',
      'function f() { … }',
    ],
    ['is a method, not its class', 'class A {\n  x = 1;\n  f() {\n    HERE;\n  }\n}', '  f() { …   }'],
    ['is a method of a private name', 'class A {\n  #f(a) {\n    HERE;\n  }\n}', '  #f(a) { …   }'],
    ['begins with its comment and decorators', '/** Doc. */\n@deco\nfunction f() {\n  HERE;\n}', '/** Doc. */ … }'],
    [
      'begins with a signature of several lines',
      'export function f<\n  T,\n>(\n  a: T,\n): T {\n  HERE;\n}',
      'export function f< … }',
    ],
    [
      'has the signature of several lines in Python',
      'def f(\n    a,\n):\n    x = 1\n    HERE\n\nz = 1',
      'def f( …     HERE',
    ],
    [
      'is a test, not its suite',
      "describe('a', () => {\n  it('b', () => {\n    HERE;\n  });\n});",
      "  it('b', () => { …   });",
    ],
    ['is none in the body of a class', 'class A {\n  x = HERE;\n}', 'none'],
    ['is the statement at the top level', 'const routes = [\n  one,\n  HERE,\n];\nnext();', 'const routes = [ … ];'],
    [
      'goes on after a brace that opens again',
      'function f() {\n  if (a) {\n    HERE;\n  } else {\n    b();\n  }\n}\ng();',
      'function f() { … }',
    ],
    [
      'is the innermost that is not too long',
      `function f() {\n${'  x();\n'.repeat(700)}  function g() {\n    HERE;\n  }\n}`,
      '  function g() { …   }',
    ],
    ['is whole with 590 lines', `function f() {\n${'  x();\n'.repeat(588)}  HERE;\n}`, 'function f() { … }'],
    ['is Go', 'func (s *S) F(a int) {\n\tHERE\n}', 'func (s *S) F(a int) { … }'],
  ] as const) {
    it(name, () => assert.equal(around(code), expected));
  }

  it('is found for each line of a very long one without reading it again', () => {
    const lines = ['class A {', '  f() {', ...Array<string>(60_000).fill('    x();'), '  }', '}'];
    const found = lines.slice(1).map((_, index) => enclosingClass(lines, index + 1)?.end);
    assert.deepEqual([...new Set(found)], [lines.length]);
  });
});
