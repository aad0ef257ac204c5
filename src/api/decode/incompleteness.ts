import { t } from '../../core/base/l10n.ts';
import {
  asBoolean,
  asInteger,
  asText,
  firstDefined,
  firstReadable,
  isObject,
  memberAt,
  names,
  objectsAt,
  type JsonObject,
} from './aliases.ts';
import { judgementOf } from './envelope.ts';
import { severityOfWord } from './text/severityWords.ts';
import { isPartial, stateOfWord } from './text/statusWords.ts';
import type { Doubts } from './unreadParts.ts';

const issueNames = names('issuesFound issueCount issuesCount totalIssues findingsCount findingCount');
const suggestionNames = names('suggestions suggestionCount suggestionsCount totalSuggestions');
/** Names for the number of comments, used only if no comments came. */
const countNames = [
  ...issueNames,
  ...suggestionNames,
  ...names(`totalFindings commentCount commentsCount totalComments annotationsCount issues findings comments problems
    vulnerabilities total totalCount count`),
];
/** Objects that may hold counts, besides the review itself. */
const countHolders =
  names(`issuesFound summary stats statistics counts severityCounts bySeverity metrics output comments
  issues findings pagination paging meta meta.pagination metadata`);
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

/** A review's own counts; undefined if it has none. */
export interface DecodedCounts {
  readonly issuesFound: number | undefined;
  readonly suggestions: number | undefined;
  /** The highest count of expected comments under any name. */
  readonly highest: number;
}

export function decodeCounts(review: JsonObject): DecodedCounts {
  const places = [review, ...objectsAt(review, countHolders)];
  const counts = places.flatMap(place => [
    ...countNames.map(name => asCount(memberAt(place, name)) ?? 0),
    bySeverity(place),
  ]);
  return {
    issuesFound: firstReadable(review, issueNames, asCount),
    suggestions: firstReadable(review, suggestionNames, asCount),
    highest: Math.max(...counts),
  };
}

/** The sum of counts by severity such as `critical`, `high_count` and `minorIssues`. */
function bySeverity(place: JsonObject): number {
  const counts = Object.entries(place).map(([name, value]) => {
    const severity = severityOfWord(name.replace(/[_-]?(?:count|issues|findings|comments)$/i, ''));
    return severity === undefined || severity === 'praise' ? 0 : (asInteger(value) ?? 0);
  });
  return counts.reduce((sum, count) => sum + Math.max(0, count), 0);
}

/** Returns a number, the length of a list, or the number at the start of text. */
function asCount(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const count = asInteger(value) ?? asInteger(typeof value === 'string' ? /^\s*\d{1,9}(?=\D)/.exec(value)?.[0] : value);
  return count === undefined || count < 0 ? undefined : count;
}

/**
 * What a response lacks by its own account, in a few words each.
 * @param isEmpty whether no comment was decoded; then evidence of comments counts too
 */
export function decodeGaps(
  review: JsonObject,
  counts: DecodedCounts,
  found: Doubts,
  isEmpty: boolean,
): readonly string[] {
  const doubts = isEmpty ? found : undefined;
  const against = doubts?.verdicts.filter(word => !isPartial(word)) ?? [judgementOf(review) ?? ''].filter(isCutShort);
  return [
    hasNextPage(review) ? t('the service sent only a part of the comments') : '',
    hasSome(review, ['error', 'errors']) ? t('the service names an error beside the review') : '',
    doubts !== undefined && hasSome(review, ['warning', 'warnings']) ? t('the service warned of something') : '',
    ...found.unfinished,
    ...(doubts?.claims ?? []),
    ...against.map(word => t('the service concluded “{word}”', { word })),
    doubts?.isFlagged === true ? t('the service found something wrong and sent no comment on it') : '',
    doubts === undefined ? '' : countGap(review, counts, doubts),
  ].filter(Boolean);
}

/** Whether a verdict means that the review did not finish; `failed` alone may just mean that it has comments. */
function isCutShort(judgement: string): boolean {
  const state = stateOfWord(judgement);
  return state === 'notRun' || (state === 'failed' && !/^(?:fail|reject)/i.test(judgement));
}

/** Counted or detached comments of a review that contains none. */
function countGap(review: JsonObject, { issuesFound, highest: counted }: DecodedCounts, doubts: Doubts): string {
  const highest = Math.max(counted, doubts.highest);
  // The count of issues is shown by itself.
  if (highest > 0) return (issuesFound ?? 0) > 0 ? '' : t('the service counted {highest} and sent none', { highest });
  if (issuesFound !== undefined) return '';
  const count = memberAt(review, 'issuesFound');
  if (count !== undefined && !isObject(count)) return t('the service’s count of issues cannot be read');
  return firstReadable(review, addressNames, asText) === undefined ? '' : t('the comments stand at another address');
}

function hasNextPage(review: JsonObject): boolean {
  const pages = [review, ...objectsAt(review, pageHolders)];
  const said = firstDefined(pages, page => firstReadable(page, moreNames, asBoolean));
  if (said !== undefined) return said;
  return pages.some(page => {
    if (asBoolean(memberAt(page, 'isLastPage')) === false) return true;
    // A URL or a cursor; a sentence is a next step for the user.
    const isAddress = (value: unknown): true | undefined =>
      /^(?!(?:0|-1|no|none|null|false)$)\S+$/i.test(asText(value)?.trim() ?? '') ? true : undefined;
    const number = (aliases: readonly string[]): number => Number(firstReadable(page, aliases, asText) ?? Number.NaN);
    return firstReadable(page, nextNames, isAddress) ?? number(totalNames) > Math.max(1, number(pageNames) || 1);
  });
}

function hasSome(review: JsonObject, aliases: readonly string[]): boolean {
  return aliases.some(name => {
    const value = memberAt(review, name);
    if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
    return (
      value === true || (typeof value === 'number' && value > 0) || (typeof value === 'string' && value.trim() !== '')
    );
  });
}
