import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/core/review/finding.ts';
import { threadLabel } from '../../../../src/vscode/views/threadLabel.ts';
import { aComment } from '../../reviews/builders.ts';

describe('the title of a comment', () => {
  const comment = aComment({ severity: 'medium', severityWord: 'medium', rule: 'names' });
  const range = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 4 };
  const title = (given: Partial<Finding>, position = ''): string =>
    threadLabel(
      { finding: { id: 'f', comment, state: 'current', range, ...given }, decision: { state: 'open' } },
      position,
    );

  it('says what is known of its place in words that tell', () => {
    assert.equal(title({}, '2 of 2'), '2 of 2 · medium · names');
    assert.equal(title({ state: 'changed' }), 'Medium · names · changed');
    assert.equal(title({ state: 'unplaced' }, '2 of 2'), '2 of 2 · medium · names · the line could not be checked');
    assert.equal(title({ state: 'unplaced', range: undefined }), 'Medium · names · in this file');
  });
});
