import { t } from '../../core/base/l10n.ts';
import { firstOf, isObject, valuesAt, type JsonObject, names } from './aliases.ts';
import { asBoolean, asText } from './values.ts';
import type { Doubts } from './doubts.ts';

/** Objects that may hold pagination, besides the review itself. */
const pageHolders = names(`comments issues findings results annotations comments.pageInfo issues.pageInfo
  findings.pageInfo pageInfo pagination paging meta meta.pagination comments.pagination`);
const moreNames = names('hasMore hasNextPage hasNext more');
const nextNames = names(
  'nextCursor nextPage nextUrl nextToken nextPageToken nextOffset nextLink continuationToken cursor next links.next links.next.href',
);
const totalNames = names('totalPages pageCount');
const pageNames = names('page currentPage pageNumber');
const addressNames = names(`commentsUrl issuesUrl findingsUrl resultsUrl annotationsUrl output.annotationsUrl
  comments.href`);

/**
 * What a complete review lacks by its own account, in a few words each.
 * @param issuesFound the service's own count
 * @param isEmpty whether no comment was decoded; then evidence of comments counts too
 */
export function decodeGaps(
  review: JsonObject,
  { highest, unfinished, wrong }: Doubts,
  issuesFound: number | undefined,
  isEmpty: boolean,
): readonly string[] {
  return [
    hasNextPage(review) ? t('the service sent only a part of the comments') : '',
    ...unfinished,
    ...(isEmpty ? [...wrong, countGap(review, highest, issuesFound)] : []),
  ].filter(Boolean);
}

/** Counted or detached comments of a review that contains none. */
function countGap(review: JsonObject, highest: number, issuesFound: number | undefined): string {
  // The count of issues is shown by itself.
  if (highest > 0) return (issuesFound ?? 0) > 0 ? '' : t('the service counted {highest} and sent none', { highest });
  if (issuesFound !== undefined) return '';
  const count = firstOf(review, 'issuesFound');
  if (count !== undefined && !isObject(count)) return t('the service’s count of issues cannot be read');
  return firstOf(review, addressNames, asText) === undefined ? '' : t('the comments stand at another address');
}

function hasNextPage(review: JsonObject): boolean {
  const pages = [review, ...valuesAt(review, pageHolders).map(([, value]) => value)];
  const said = pages.map(page => firstOf(page, moreNames, asBoolean)).find(more => more !== undefined);
  if (said !== undefined) return said;
  return pages.some(page => {
    if (firstOf(page, 'isLastPage', asBoolean) === false) return true;
    // A URL or a cursor; a sentence is a next step for the user.
    const isAddress = (value: unknown): true | undefined =>
      /^(?!(?:0|-1|no|none|null|false)$)\S+$/i.test(asText(value)?.trim() ?? '') ? true : undefined;
    const number = (aliases: string): number => Number(firstOf(page, aliases, asText) ?? Number.NaN);
    return firstOf(page, nextNames, isAddress) ?? number(totalNames) > Math.max(1, number(pageNames) || 1);
  });
}
