import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  severityInText,
  severityOfLevel,
  severityOfScore,
  severityOfWord,
} from '../../../../../src/api/decode/text/severityWords.ts';
import { anyCharacter } from '../../../../host/texts/anyCharacter.ts';

describe('how grave a service calls something', () => {
  for (const [severity, words] of [
    ['critical', ['blocker', 'CRITICAL', 'fatal', 'P0', 'sev1', 'must fix', 'security-critical', '🔴']],
    ['high', ['high', 'Major', 'error', 'P1', 'action_required', '🟠']],
    ['medium', ['medium', 'moderate', ' Warning ', 'P2', 'should-fix', '🟡']],
    ['low', ['low', 'minor', 'P3', 'nit', 'nitpick', 'trivial', 'suggestion', '🔵']],
    ['info', ['info', 'informational', 'hint', 'none', 'optional', 'question', '⚪', '🟢']],
    ['praise', ['good', 'praise', 'positive', 'pass']],
  ] as const) {
    it(`is ${severity} for ${words.join(', ')}`, () => {
      for (const word of words) assert.equal(severityOfWord(word), severity, word);
    });
  }

  it('is not known for any other word', () => {
    for (const word of ['', 'purple', 'highest', 'constructor', '__proto__', '1']) {
      assert.equal(severityOfWord(word), undefined, word);
    }
  });

  it('follows a score of 0 to 10 or 0 to 100', () => {
    const read = [0, 6.9, 7, 8.9, 9, 10, 69, 70, 89, 90, 100].map(severityOfScore);
    const [low, medium, high] = ['low', 'medium', 'high'];
    assert.deepEqual(read, [low, low, medium, medium, high, high, low, medium, medium, high, high]);
    for (const score of [-1, 101]) assert.equal(severityOfScore(score), undefined, `${score}`);
  });

  it("follows a language server's level", () => {
    const read = [0, 1, 2, 3, 4, 5, 1.5].map(severityOfLevel);
    assert.deepEqual(read, [undefined, 'high', 'medium', 'low', 'info', undefined, undefined]);
  });

  it('is read from the mark that the text begins with', () => {
    for (const [text, severity, word] of [
      ['P1: Broken', 'high', 'P1'],
      ['**nit:** rename', 'low', 'nit'],
      ['**Nit**: rename', 'low', 'Nit'],
      ['[minor]: rename', 'low', 'minor'],
      ['\n  must fix: leak', 'critical', 'must fix'],
      ['_⚠️ Potential issue_ | _🟠 Major_\n\nText', 'high', '🟠'],
    ] as const) {
      assert.deepEqual(severityInText(text), { severity, word }, text);
    }
  });

  it('is not read from words inside the text', () => {
    for (const text of [
      '',
      'This is a major: see below',
      '**logic:** wrong',
      'Fine\nP1: not the head',
      'The error is handled',
    ]) {
      assert.equal(severityInText(text), undefined, text);
    }
  });

  it('is a severity or nothing, whatever the word', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.double({ noNaN: true }), (text, score) => {
        severityOfWord(text);
        severityInText(text);
        severityOfLevel(score);
        severityOfScore(score);
      }),
    );
  });
});
