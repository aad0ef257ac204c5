import assert from 'node:assert/strict';
import { setDisplayLanguage } from '../../../../src/core/base/l10n.ts';
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

  it('says the severity in the display language, and in the word of the service where that is another one', () => {
    const label = (severityWord: string | undefined): string =>
      title({ comment: { ...comment, severityWord } }, '1 of 1');
    setDisplayLanguage({ tag: 'de', translate: message => (message === 'medium' ? 'mittel' : message) });
    assert.deepEqual(
      ['medium', 'Medium', undefined, 'P2'].map(label),
      ['mittel', 'mittel', 'mittel', 'P2'].map(word => `1 of 1 · ${word} · names`),
    );
    setDisplayLanguage(undefined);
  });

  it('says that it is experimental where its service does', () => {
    assert.equal(title({ comment: { ...comment, experimental: true } }), 'Medium · names · experimental');
  });

  it('says what is known of its place in words that tell', () => {
    assert.equal(title({}, '2 of 2'), '2 of 2 · medium · names');
    assert.equal(title({ state: 'changed' }), 'Medium · names · changed');
    assert.equal(title({ state: 'unplaced' }, '2 of 2'), '2 of 2 · medium · names · the line could not be checked');
    assert.equal(title({ state: 'unplaced', range: undefined }), 'Medium · names · in this file');
  });
});
