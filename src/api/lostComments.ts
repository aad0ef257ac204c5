import { judgementIn } from './decodeGaps.ts';
import { asInteger, firstOf, type JsonObject } from './fields.ts';
import { looksLikeComment } from './unwrappedComment.ts';

const most = 20_000;
const deepest = 200;

/**
 * What looks like a comment anywhere in an answer and was not read as one, since it stands where none is known to.
 * @param read the comments that were read, as they came
 */
export function lostComments(answer: unknown, read: ReadonlySet<unknown>): readonly unknown[] {
  const lost: unknown[] = [];
  let looked = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || read.has(value) || depth > deepest || looked > most) return;
    looked++;
    if (depth > 0 && looksLikeComment(value)) lost.push(value);
    else for (const member of Object.values(value)) look(member, depth + 1);
  };
  look(answer, 0);
  return looked > most ? [...lost, 'The answer holds more than can be looked through.'] : lost;
}

/**
 * Lists that came as text, and what a review says as a whole where it has no comment.
 * @param isClear whether the service counted none itself
 */
export function wordsIn(review: JsonObject, isClear: boolean): readonly string[] {
  const lists = ['comments', 'issues', 'findings', 'suggestions'];
  const words = isClear ? [] : ['body', 'summary', 'review', 'feedback', 'report', 'overallExplanation'];
  // One word under these is a judgement.
  const judgements = isClear ? [] : ['result', 'verdict', 'conclusion'];
  return [
    ...[...lists, ...words].map(name => asProse(firstOf(review, [name]))),
    ...judgements.map(name => asProse(firstOf(review, [name]))).filter(text => judgementIn(text) === undefined),
  ].filter(text => text !== undefined);
}

function asProse(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && asInteger(value) === undefined ? value : undefined;
}
