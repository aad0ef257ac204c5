import assert from 'node:assert/strict';
import type { DiffFile } from '../../../../src/service/engine/diffModel.ts';
import { commentsOf } from '../../../../src/service/engine/comments.ts';
import type { AttributedFinding } from '../../../../src/service/engine/located.ts';

const text = 'one\ntwo\nthree\nfour\nfive\n';

function file(added: readonly number[], path = 'a.ts'): DiffFile {
  return { path, text, lines: text.split('\n'), added: new Set(added) };
}

function finding(of: DiffFile, startLine: number, more: Partial<AttributedFinding> = {}): AttributedFinding {
  return {
    file: of,
    reviewer: 'x',
    range: { startLine, startColumn: 1, endLine: startLine, endColumn: 2 },
    rule: 'x/rule',
    severity: 'medium',
    category: 'bug',
    title: `Something is wrong on line ${startLine}`,
    body: 'Because.',
    ...more,
  };
}

describe('the comments of a review', () => {
  it('are about new lines only, and stand at the first of them', () => {
    const changed = file([3, 4]);
    const range = { startLine: 2, startColumn: 1, endLine: 5, endColumn: 2 };
    const comments = commentsOf([finding(changed, 1), finding(changed, 2, { range })]);
    assert.deepEqual(
      comments.map(({ start_line, end_line, existing_code }) => [start_line, end_line, existing_code]),
      [[3, 4, 'three\nfour']],
    );
  });

  it('offer a fix as whole lines, and only where all of them are new', () => {
    const fix = [{ start: 8, end: 13, text: 'THREE' }];
    const [offered] = commentsOf([finding(file([3]), 3, { fix })]);
    assert.equal(offered?.suggested_code, 'THREE');
    const beyond = [{ start: 4, end: 13, text: 'both' }];
    const [kept] = commentsOf([finding(file([3]), 3, { fix: beyond })]);
    assert.equal(kept?.suggested_code, undefined);
    const [deleted] = commentsOf([finding(file([3]), 3, { fix: [{ start: 8, end: 14, text: '' }] })]);
    assert.deepEqual([deleted?.start_line, deleted?.end_line, deleted?.suggested_code], [3, 3, '']);
  });

  it('say a thing once, with the fix where one has it', () => {
    const changed = file([3]);
    const fix = [{ start: 8, end: 13, text: 'THREE' }];
    const comments = commentsOf([finding(changed, 3), finding(changed, 3, { rule: 'y/other', fix })]);
    assert.deepEqual(
      comments.map(({ rule_id }) => rule_id),
      ['y/other'],
    );
  });

  it('are sorted with the gravest first', () => {
    const changed = file([1, 2, 3]);
    const comments = commentsOf([
      finding(changed, 1, { severity: 'low' }),
      finding(changed, 2, { severity: 'critical', title: 'Another thing altogether' }),
    ]);
    assert.deepEqual(
      comments.map(({ severity }) => severity),
      ['critical', 'low'],
    );
  });

  it('say how often a rule was broken, not each time', () => {
    const many = 'x\n'.repeat(20);
    const changed: DiffFile = {
      path: 'a.ts',
      text: many,
      lines: many.split('\n'),
      added: new Set(Array.from({ length: 20 }, (_, i) => i + 1)),
    };
    const comments = commentsOf(Array.from({ length: 20 }, (_, i) => finding(changed, i + 1)));
    assert.equal(comments.length, 5);
    assert.match(comments.at(-1)?.body ?? '', /15 more places/);
  });

  it('have a fingerprint that survives shifted lines and tells equal lines apart', () => {
    const shifted: DiffFile = {
      path: 'a.ts',
      text: `zero\n${text}`,
      lines: `zero\n${text}`.split('\n'),
      added: new Set([4]),
    };
    const [before] = commentsOf([finding(file([3]), 3)]);
    const [after] = commentsOf([finding(shifted, 4)]);
    assert.equal(before?.fingerprint, after?.fingerprint);
    const twice: DiffFile = { path: 'a.ts', text: 'same\nsame\n', lines: ['same', 'same', ''], added: new Set([1, 2]) };
    const [first, second] = commentsOf([finding(twice, 1), finding(twice, 2)]);
    assert.notEqual(first?.fingerprint, second?.fingerprint);
  });
});
