import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/core/review/finding.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { editedText, suggestedEdit, splitOverlapping } from '../../../../src/core/review/suggestedEdit.ts';
import { aComment } from '../../reviews/builders.ts';

const reviewed = ['one', 'two', 'three', 'four'];

function finding(comment: Partial<ReviewComment>, given: Partial<Finding> = {}): Finding {
  const range = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 3 };
  return {
    id: 'f',
    comment: aComment({ range: { startLine: 2, endLine: 2 }, suggestion: { text: 'TWO' }, ...comment }),
    state: 'current',
    range,
    ...given,
  };
}

describe('a suggestion as an edit', () => {
  it('replaces the lines that were reviewed', () => {
    assert.deepEqual(suggestedEdit(finding({}), reviewed, reviewed), {
      edit: { startLine: 1, endLine: 2, lines: ['TWO'] },
    });
  });

  it('follows the lines to where they are now', () => {
    const moved = finding({}, { range: { startLine: 3, startColumn: 0, endLine: 3, endColumn: 3 } });
    assert.deepEqual(suggestedEdit(moved, ['x', 'y', 'one', 'two'], reviewed), {
      edit: { startLine: 3, endLine: 4, lines: ['TWO'] },
    });
  });

  it('deletes when it is empty', () => {
    assert.deepEqual(suggestedEdit(finding({ suggestion: { text: '' } }), reviewed, reviewed), {
      edit: { startLine: 1, endLine: 2, lines: [] },
    });
  });

  it('replaces a range of its own', () => {
    const wide = finding({ suggestion: { text: 'X\nY', range: { startLine: 2, endLine: 3 } } });
    assert.deepEqual(suggestedEdit(wide, reviewed, reviewed), {
      edit: { startLine: 1, endLine: 3, lines: ['X', 'Y'] },
    });
  });

  it('says so when the code has changed, and replaces nothing', () => {
    const problem = suggestedEdit(finding({}), ['one', 'deux', 'three'], reviewed);
    assert.ok('problem' in problem && problem.problem.includes('changed since the review'));
  });

  it('trusts the quoted old text over everything else', () => {
    const quoted = finding({ suggestion: { text: 'TWO', oldText: 'zwei' } });
    assert.ok('problem' in suggestedEdit(quoted, reviewed, reviewed));
    assert.ok('edit' in suggestedEdit(quoted, ['one', 'zwei'], reviewed));
  });

  it('compares with what was reviewed where the quoted code is masked, and writes no mask', () => {
    const line = "const key = 'abcd1234efgh5678';";
    const oldText = "const key = 'abcd********5678';";
    const masked = finding({ quotedCode: oldText, suggestion: { text: 'const key = env.KEY;', oldText } });
    const edit = { startLine: 1, endLine: 2, lines: ['const key = env.KEY;'] };
    assert.deepEqual(suggestedEdit(masked, ['one', line], ['one', line]), { edit });
    assert.deepEqual(suggestedEdit(masked, ['one', line], undefined), { edit });
    const other = line.replace('1234', 'WXYZ');
    assert.ok('problem' in suggestedEdit(masked, ['one', other], ['one', line]));
    assert.ok('problem' in suggestedEdit(masked, ['one', line.replace('key', 'lock')], undefined));
  });

  it('replaces nothing where nobody knows what was reviewed', () => {
    assert.ok('problem' in suggestedEdit(finding({}), reviewed, undefined));
    assert.ok('edit' in suggestedEdit(finding({ quotedCode: 'two' }), reviewed, undefined));
  });

  it('is not offered twice', () => {
    const done = suggestedEdit(finding({ suggestion: { text: 'two' } }), reviewed, reviewed);
    assert.ok('problem' in done && done.problem.includes('already'));
  });

  it('never reaches past the end of the file', () => {
    const low = finding({}, { range: { startLine: 9, startColumn: 0, endLine: 9, endColumn: 0 } });
    assert.ok('problem' in suggestedEdit(low, reviewed, reviewed));
  });
});

describe('many suggestions at once', () => {
  const edit = (startLine: number, endLine: number) => ({ edit: { startLine, endLine, lines: [] } });

  it('leave out those that overlap an earlier one', () => {
    const { kept, overlapping } = splitOverlapping([edit(5, 7), edit(0, 2), edit(6, 8), edit(2, 3)]);
    assert.deepEqual(kept, [edit(0, 2), edit(2, 3), edit(5, 7)]);
    assert.deepEqual(overlapping, [edit(6, 8)]);
  });
});

describe('a text after an edit', () => {
  const cases: readonly (readonly [string, string, readonly [number, number], readonly string[], string])[] = [
    ['keeps line feeds', 'a\nb\nc\n', [1, 2], ['B', 'BB'], 'a\nB\nBB\nc\n'],
    ['keeps carriage returns', 'a\r\nb\r\n', [0, 1], ['A'], 'A\r\nb\r\n'],
    ['keeps those of old systems', 'a\rb\r', [1, 2], ['B'], 'a\rB\r'],
    ['ends without a line break as before', 'a\nb', [1, 2], ['B'], 'a\nB'],
    ['loses the line break before the last line with it', 'a\nb', [1, 2], [], 'a'],
    ['loses lines in the middle', 'a\nb\nc\n', [0, 2], [], 'c\n'],
    ['may be empty', 'a', [0, 1], [], ''],
    ['goes on after an empty last line', 'a\n', [1, 2], ['b'], 'a\nb\n'],
  ];
  for (const [what, text, [startLine, endLine], lines, wanted] of cases)
    it(what, () => assert.equal(editedText(text, { startLine, endLine, lines }), wanted));
});
