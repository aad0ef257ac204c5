import type { ReviewState } from '../../../core/review/review.ts';
import tables from '../tables/vocabulary.json' with { type: 'json' };
import { vocabulary } from './words.ts';

/** The states of all known services (docs/api.md). */
const stateOf = vocabulary<Exclude<ReviewState, 'unknown'>>(tables.status);

/** The state that a status word means; `unknown` for an unknown word. */
export function stateOfWord(word: string): ReviewState {
  return stateOf(word) ?? 'unknown';
}

/** Whether the status word of a completed review says that it is incomplete. */
export function isPartial(word: string): boolean {
  return /^partial|with.(?:errors|warnings)$/i.test(word.trim());
}
