import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReviewerFinding } from '../../../../../src/service/engine/reviewer.ts';
import { hunksOf, withHunks } from '../../../../../src/service/reviewers/tools/fixes.ts';
import { fileOf, fixed } from './reading.ts';

const file = fileOf('a.ts', 'one\ntwo\nthree\nfour\n');

function finding(line: number, more: Partial<ReviewerFinding> = {}): ReviewerFinding {
  return {
    file,
    range: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
    rule: 'tool/rule',
    severity: 'medium',
    category: 'bug',
    title: `Wrong on ${line}.`,
    body: '',
    ...more,
  };
}

const repaired = (text: string, findings: readonly ReviewerFinding[], remaining: readonly ReviewerFinding[] = []) =>
  withHunks(findings, file, hunksOf(file, text), remaining).map(fixed);

describe('what a repair changed', () => {
  it('makes the repaired text of the reviewed one', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', 'd', '\n'), { maxLength: 12 })
      .map(lines => lines.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const reviewed = fileOf('a.ts', before);
        let result = before;
        for (const { edit } of hunksOf(reviewed, after).reverse())
          result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
        const plain = (each: string): string => each.replaceAll('\r\n', '\n');
        assert.equal(plain(result), plain(after));
      }),
    );
  });

  it('is no change where only line breaks were written in another way', () => {
    assert.deepEqual(hunksOf(file, file.text.replaceAll('\n', '\r\n')), []);
  });

  it('becomes the fix of the finding whose line it covers, and of no other', () => {
    const text = 'one\nTWO\nthree\nfour\n';
    assert.deepEqual(repaired(text, [finding(1), finding(2), finding(3)]), [undefined, text, undefined]);
  });

  it('is given to one finding only', () => {
    const text = 'one\nTWO\nthree\nfour\n';
    assert.deepEqual(repaired(text, [finding(2), finding(2, { rule: 'tool/other' })]), [text, undefined]);
  });

  it('is not given to what the tool still finds, nor to what has a fix, nor to old lines', () => {
    const text = 'one\nTWO\nthree\nfour\n';
    const still = finding(2, { rule: 'tool/still' });
    assert.deepEqual(repaired(text, [still, finding(2)], [still]), [undefined, text]);
    // Of two that are told in the same words, one is gone: the one whose line was changed.
    const words = { title: 'Wrong.' };
    assert.deepEqual(repaired(text, [finding(1, words), finding(2, words)], [finding(1, words)]), [undefined, text]);
    const own = finding(2, { fix: [{ start: 4, end: 7, text: '2' }] });
    assert.deepEqual(repaired(text, [own]), ['one\n2\nthree\nfour\n']);
    const old = { ...file, added: new Set([1]) };
    assert.deepEqual(withHunks([finding(2, { file: old })], old, hunksOf(old, text), []).map(fixed), [undefined]);
  });

  it('may put lines in, beside the line that they are for, and take lines out', () => {
    const more = 'one\ntwo\nmore\nthree\nfour\n';
    assert.deepEqual(repaired(more, [finding(1), finding(3)]), [undefined, more]);
    assert.deepEqual(repaired(more, [finding(2)]), [more]);
    const less = 'one\nfour\n';
    assert.deepEqual(repaired(less, [finding(3)]), [less]);
  });
});
