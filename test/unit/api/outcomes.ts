import assert from 'node:assert/strict';
import { displayMessage, type CodeReviewError } from '../../../src/core/base/errors.ts';

/** Whether the user would be told that a review found no issues; without any list of comments it says so. */
export function isAllClear(outcome: object): boolean {
  if (!('state' in outcome && 'comments' in outcome && 'undecoded' in outcome && 'issuesFound' in outcome))
    return false;
  const { state, comments, undecoded, issuesFound } = outcome;
  const isEmpty = [comments, undecoded].every(list => Array.isArray(list) && list.length === 0);
  return state === 'completed' && isEmpty && (issuesFound ?? 0) === 0;
}

/** What holds for every error that is shown: one line, bounded, without the key. */
export function checkSentence(error: CodeReviewError, key: string): void {
  const sentence = displayMessage(error);
  assert.match(error.message, /^\p{Lu}.*[.”]$|^https?:\/\/|^[\w.:[\]-]+ /u);
  assert.doesNotMatch(sentence, /[\p{Cc}\p{Cf}\u2028\u2029]/u);
  assert.ok(sentence.length < 1_000, `${sentence.length} characters`);
  assert.ok(!sentence.includes(key) && !JSON.stringify(error.details).includes(key), 'holds the key');
}
