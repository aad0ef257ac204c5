import assert from 'node:assert/strict';
import { parseChanges } from '../../../../src/service/engine/addedLines.ts';

const patch = (...lines: string[]): string => lines.join('\n');

describe('reading a diff', () => {
  it('numbers new lines as they are in the new file', () => {
    const changes = parseChanges(
      patch(
        'diff --git a/a.ts b/a.ts',
        '--- a/a.ts',
        '+++ b/a.ts',
        '@@ -1 +1,2 @@',
        '-old',
        '+new',
        '+more',
        '@@ -9,0 +11 @@',
        '+last',
      ),
    );
    const { added, removed } = changes.get('a.ts') ?? assert.fail();
    assert.deepEqual(
      [...added],
      [
        [1, 'new'],
        [2, 'more'],
        [11, 'last'],
      ],
    );
    assert.deepEqual([...removed], [[1, ['old']]]);
  });

  it('numbers what was taken away by the new line behind it', () => {
    const changes = parseChanges(
      patch('--- a/a.ts', '+++ b/a.ts', '@@ -2,2 +1,0 @@', '-one\r', '-two', '@@ -9 +7 @@', '-nine', '+seven'),
    );
    assert.deepEqual(
      [...(changes.get('a.ts')?.removed ?? [])],
      [
        [2, ['one', 'two']],
        [7, ['nine']],
      ],
    );
  });

  it('takes content for content, even where it looks like a header', () => {
    const changes = parseChanges(
      patch('--- a/a.sql', '+++ b/a.sql', '@@ -1 +1,2 @@', '--- a comment', '+++ b/evil.ts', '+@@ -1 +1 @@'),
    );
    assert.deepEqual([...changes.keys()], ['a.sql']);
    assert.deepEqual(
      [...(changes.get('a.sql')?.added ?? [])],
      [
        [1, '++ b/evil.ts'],
        [2, '@@ -1 +1 @@'],
      ],
    );
  });

  it('reads quoted paths and paths with spaces', () => {
    const hunk = ['@@ -0,0 +1 @@', '+x'];
    const changes = parseChanges(
      patch(
        '--- /dev/null',
        '+++ "b/t\\303\\274r\\t\\"x\\".ts"',
        ...hunk,
        '--- /dev/null',
        '+++ b/with space.ts\t',
        ...hunk,
      ),
    );
    assert.deepEqual([...changes.keys()], ['tür\t"x".ts', 'with space.ts']);
  });

  it('keeps a missing final line break out of the lines', () => {
    const changes = parseChanges(
      patch(
        '--- a/a',
        '+++ b/a',
        '@@ -1 +1 @@',
        '-x',
        '\\ No newline at end of file',
        '+y',
        '\\ No newline at end of file',
      ),
    );
    assert.deepEqual([...(changes.get('a')?.added.values() ?? [])], ['y']);
  });
});
