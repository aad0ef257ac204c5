import { decodeCounts } from './counts.ts';
import { judgementIn, type Doubts } from './unreadComments.ts';
import {
  asBoolean,
  asText,
  firstOf,
  firstReadable,
  isObject,
  memberAt,
  plainName,
  type JsonObject,
} from './aliases.ts';
import { isPartial, stateOfWord } from './statusWords.ts';

/** Objects that hold pagination. */
const pageHolders = [
  '',
  'comments.',
  'issues.',
  'findings.',
  'results.',
  'annotations.',
  'comments.pageInfo.',
  'issues.pageInfo.',
  'findings.pageInfo.',
  'pageInfo.',
  'pagination.',
  'paging.',
  'meta.',
  'meta.pagination.',
  'comments.pagination.',
];
const moreNames = ['hasMore', 'hasNextPage', 'hasNext'];
const nextNames = [
  'nextCursor',
  'nextPage',
  'nextUrl',
  'nextToken',
  'nextPageToken',
  'next',
  'links.next',
  'links.next.href',
];
const endNames = ['isLastPage'];
const namesIn = (names: readonly string[]): string[] => pageHolders.flatMap(holder => names.map(name => holder + name));
const [more, next, end] = [namesIn(moreNames), namesIn(nextNames), namesIn(endNames)];
const pageHolderNames = namesIn(['']).map(name => name.replace(/\.$/, ''));

const judgements = ['conclusion', 'outcome', 'verdict', 'decision', 'result', 'overallCorrectness'];

/**
 * What a response lacks by its own account, in a few words each.
 * @param doubts evidence of comments, if none was decoded; undefined otherwise
 */
export function decodeGaps(review: JsonObject, doubts: Doubts | undefined): readonly string[] {
  const against = doubts?.verdicts.filter(word => !isPartial(word)) ?? [judgementOf(review) ?? ''].filter(isCutShort);
  return [
    hasNextPage(review) ? 'the service sent only a part of the comments' : '',
    isTruncated(review) ? 'the service calls its answer cut or partial' : '',
    hasSome(review, ['error', 'errors']) ? 'the service names an error beside the review' : '',
    doubts !== undefined && hasSome(review, ['warning', 'warnings']) ? 'the service warned of something' : '',
    ...against.map(word => `the service concluded “${word}”`),
    doubts?.isFlagged === true ? 'the service found something wrong and sent no comment on it' : '',
    ...(doubts === undefined ? [] : countGaps(review, doubts)),
  ].filter(Boolean);
}

/** Whether a verdict means that the review did not finish; `failed` alone may just mean that it has comments. */
function isCutShort(judgement: string): boolean {
  const state = stateOfWord(judgement);
  return state === 'notRun' || (state === 'failed' && !/^(?:fail|reject)/i.test(judgement));
}

/** Counted or detached comments of a review that contains none. */
function countGaps(review: JsonObject, doubts: Doubts): readonly string[] {
  const { issuesFound, highest: known } = decodeCounts(review);
  const highest = Math.max(known, doubts.highest);
  if (highest > 0) return (issuesFound ?? 0) > 0 ? [] : [`the service counted ${highest} and sent none`];
  const count = firstOf(review, ['issuesFound']);
  if (issuesFound === undefined && count !== undefined && !isObject(count))
    return ['the service’s count of issues cannot be read'];
  const isElsewhere = firstReadable(review, elsewhere, asText) !== undefined;
  return issuesFound === undefined && isElsewhere ? ['the comments stand at another address'] : [];
}

const elsewhere = [
  'commentsUrl',
  'issuesUrl',
  'findingsUrl',
  'resultsUrl',
  'annotationsUrl',
  'output.annotationsUrl',
  'comments.href',
];

/** The verdict that some services give next to the status; undefined if there is none. */
export function judgementOf(review: JsonObject): string | undefined {
  return firstReadable(review, judgements, judgementIn);
}

function hasNextPage(review: JsonObject): boolean {
  const said = firstReadable(review, more, asBoolean);
  if (said !== undefined) return said;
  if (firstReadable(review, end, asBoolean) === false) return true;
  const following = firstReadable(review, next, asText);
  // A URL or a cursor; a sentence is a next step for the user.
  if (following !== undefined && !/\s/.test(following.trim())) return true;
  return pageHolderNames.some(name => {
    const page = name === '' ? review : memberAt(review, name);
    const read = (names: readonly string[]): number => Number(firstReadable(page, names, asText) ?? Number.NaN);
    return read(['totalPages', 'pageCount']) > Math.max(1, read(['page', 'currentPage', 'pageNumber']) || 1);
  });
}

/** Whether a flag such as `truncated`, `is_partial`, `incomplete_results` or `comments_truncated` is set. */
function isTruncated(review: JsonObject): boolean {
  return Object.entries(review).some(
    ([name, value]) => /truncated|partial|incomplete/.test(plainName(name)) && (value === true || Number(value) > 0),
  );
}

function hasSome(review: JsonObject, names: readonly string[]): boolean {
  const isSome = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.length > 0;
    if (isObject(value)) return Object.keys(value).length > 0;
    return (
      value === true || (typeof value === 'number' && value > 0) || (typeof value === 'string' && value.trim() !== '')
    );
  };
  return names.some(name => isSome(memberAt(review, name)));
}
