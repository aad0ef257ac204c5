import assert from 'node:assert/strict';
import { matchesGlob } from '../../../../src/core/system/glob.ts';

describe('a pattern', () => {
  for (const [pattern, text, fits] of [
    ['eslint/*', 'eslint/no-eval', true],
    ['eslint/*', 'eslint/review/sql', false],
    ['eslint/**', 'eslint/review/sql', true],
    ['src/**', 'src/a/b.ts', true],
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'docs/api.md', true],
    ['*.md', 'docs/api.md', false],
    ['src/?.ts', 'src/a.ts', true],
    ['SRC/A.ts', 'src/a.ts', true],
    ['a.c', 'abc', false],
    ['(a|b)[c]', '(a|b)[c]', true],
    ['', '', true],
    ['src/**/a.ts', 'src/a.ts', true],
    ['src/**/a.ts', 'src/x/y/a.ts', true],
    ['src/**/a.ts', 'src/xa.ts', false],
    ['**', 'any/thing', true],
  ] as const) {
    it(`${pattern} ${fits ? 'fits' : 'does not fit'} ${text}`, () => assert.equal(matchesGlob(pattern, text), fits));
  }

  it('takes no long time, however it is made', () => {
    // A regular expression made of this pattern would not end.
    assert.equal(matchesGlob(`${'*a'.repeat(140)}b`, 'a'.repeat(1_000)), false);
  });
});
