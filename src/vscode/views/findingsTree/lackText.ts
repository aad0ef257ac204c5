import { commaList, plural, sentences, t } from '../../../core/base/l10n.ts';
import type { SettledRecord } from '../../../reviews/store/reviewRecord.ts';

/** Why a review has no result to rely on: what went wrong, which parts it lacks, and what was found and not sent. */
export function lackText({ state, review }: SettledRecord): string {
  const { reason = '', gaps = [], notes } = review;
  if (state !== 'completed') return reason;
  const incomplete = gaps.length > 0 && notes.length === 0 ? t('Incomplete: {gaps}.', { gaps: commaList(gaps) }) : '';
  return sentences(incomplete, unsentSentence(review));
}

function unsentSentence({ comments, undecoded, issuesFound = 0 }: SettledRecord['review']): string {
  if (comments === undefined) return t('The service sent no comments.');
  const unsent = issuesFound - comments.length - undecoded.length;
  if (unsent <= 0) return '';
  return plural(unsent, '{count} issue that was found was not sent.', '{count} issues that were found were not sent.');
}
