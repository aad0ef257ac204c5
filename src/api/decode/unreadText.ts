import { judgementIn, saysNothing } from './unreadComments.ts';
import { asInteger, memberAt, type JsonObject } from './aliases.ts';
import { jsonInText } from './jsonInText.ts';

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
    ...lists.map(name => asProse(memberAt(review, name))).filter(text => text === undefined || !holdsJson(text)),
    ...words.map(name => asProse(memberAt(review, name))),
    ...judgements.map(name => asProse(memberAt(review, name))).filter(text => judgementIn(text) === undefined),
  ].filter(text => text !== undefined);
}

function asProse(value: unknown): string | undefined {
  const isText = typeof value === 'string' && value.trim() !== '' && asInteger(value) === undefined;
  return isText && !saysNothing(value) ? value : undefined;
}

/** Such a text is read as the list that it holds. */
function holdsJson(text: string): boolean {
  return jsonInText(text) !== undefined;
}
