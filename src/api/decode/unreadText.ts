import { judgementIn, saysNothing } from './unreadComments.ts';
import { asInteger, memberAt, type JsonObject } from './aliases.ts';
import { jsonInText } from './jsonInText.ts';

/**
 * Text to show for a review: lists that were sent as text, and the text of the review itself if it has no comments.
 * @param isClear whether the service counts no comments
 */
export function wordsIn(review: JsonObject, isClear: boolean): readonly string[] {
  const lists = ['comments', 'issues', 'findings', 'suggestions'];
  const words = isClear ? [] : ['body', 'summary', 'review', 'feedback', 'report', 'overallExplanation'];
  // A single word under these names is a verdict.
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

/** Whether text contains JSON; it is decoded as a list. */
function holdsJson(text: string): boolean {
  return jsonInText(text) !== undefined;
}
