import assert from 'node:assert/strict';
import { javascript } from '../../../../../src/service/reviewers/crossFile/checks/javascript/javascript.ts';
import { python } from '../../../../../src/service/reviewers/crossFile/checks/python/python.ts';
import { findingsOf, told, type Texts } from './memoryTrees.ts';

const script = 'export const a = 1;\n';
const scripts = (before: Texts, after: Texts): string[] => told(findingsOf(javascript, before, after));

describe('two files whose names differ in the case of letters', () => {
  it('are told where one of them is new', () => {
    assert.deepEqual(scripts({ 'src/money.ts': script }, { 'src/money.ts': script, 'src/Money.ts': script }), [
      'src/Money.ts:1 cross-file/case-twin → src/money.ts:1',
    ]);
    assert.deepEqual(told(findingsOf(python, { 'a/b.py': 'c = 1\n' }, { 'a/b.py': 'c = 1\n', 'A/b.py': 'c = 1\n' })), [
      'A/b.py:1 cross-file/case-twin → a/b.py:1',
    ]);
  });

  it('are nothing where one takes the place of the other, or both were there', () => {
    assert.deepEqual(scripts({ 'a.ts': script }, { 'A.ts': script }), []);
    const both = { 'a.ts': script, 'A.ts': script };
    assert.deepEqual(scripts(both, { ...both, 'a.ts': `${script}export const b = 1;\n` }), []);
  });
});
