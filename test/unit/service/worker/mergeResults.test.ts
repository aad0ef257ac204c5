import assert from 'node:assert/strict';
import type { FileResult } from '../../../../src/service/worker/analyserMessages.ts';
import { mergeResults } from '../../../../src/service/worker/mergeResults.ts';
import { newFile } from '../engine/newFile.ts';

const nothing: FileResult = { status: 'skipped', reason: 'none of its kind', nothingToRead: true };
const data = (path: string): FileResult => ({ status: 'ok', findings: [], files: 0, read: [], testData: [path] });
const read = (path: string): FileResult => ({ status: 'ok', findings: [], files: 1, read: [path] });
const merged = (...answers: readonly FileResult[]) =>
  mergeResults(
    answers.map((_, index) => newFile(`${index}.ts`, '')),
    answers,
  );

describe('the answers of a reviewer that reads file by file', () => {
  it('name together what is left out as data for tests', () => {
    assert.deepEqual(merged(data('0.ts'), nothing, read('2.ts'), data('3.ts')), {
      status: 'ok',
      findings: [],
      files: 1,
      read: ['2.ts'],
      testData: ['0.ts', '3.ts'],
    });
  });

  it('name together the components of which only scripts are read', () => {
    const markup: FileResult = { status: 'ok', findings: [], files: 0, read: [], markup: ['0.vue'] };
    const told = { status: 'ok', findings: [], files: 0, read: [], markup: ['0.vue'] };
    assert.deepEqual(merged(markup, nothing), told);
  });

  it('do not become “none of its kind” where all is left out', () => {
    assert.deepEqual(merged(data('0.ts'), nothing), {
      status: 'ok',
      findings: [],
      files: 0,
      read: [],
      testData: ['0.ts'],
    });
    assert.equal(merged(nothing, nothing).status, 'skipped');
  });
});
