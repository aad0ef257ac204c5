import { asInteger, firstReadable, isObject, memberAt, type JsonObject } from './aliases.ts';
import { severityOfWord } from './severityWords.ts';

const issueNames = ['issuesFound', 'issueCount', 'issuesCount', 'totalIssues', 'findingsCount', 'findingCount'];
const suggestionNames = ['suggestions', 'suggestionCount', 'suggestionsCount', 'totalSuggestions'];
/** Other names for the number of comments, used only if no comments came. */
const otherNames = [
  'totalFindings',
  'commentCount',
  'commentsCount',
  'totalComments',
  'annotationsCount',
  'issues',
  'findings',
  'comments',
  'problems',
  'vulnerabilities',
  'total',
  'totalCount',
  'count',
];
/** Objects that may hold counts, besides the review itself. */
const holders = [
  'issuesFound',
  'summary',
  'stats',
  'statistics',
  'counts',
  'severityCounts',
  'bySeverity',
  'metrics',
  'output',
  'comments',
  'issues',
  'findings',
  'pagination',
  'paging',
  'meta',
  'meta.pagination',
  'metadata',
];

/** A review's own counts; undefined if it has none. */
export interface DecodedCounts {
  readonly issuesFound: number | undefined;
  readonly suggestions: number | undefined;
  /** The highest count of expected comments under any name. */
  readonly highest: number;
}

export function decodeCounts(review: JsonObject): DecodedCounts {
  const issuesFound = firstReadable(review, issueNames, asCount);
  const suggestions = firstReadable(review, suggestionNames, asCount);
  const places = [review, ...holders.map(name => memberAt(review, name)).filter(isObject)];
  const highest = Math.max(issuesFound ?? 0, suggestions ?? 0, ...places.map(place => highestIn(place)));
  return { issuesFound, suggestions, highest };
}

function highestIn(place: JsonObject): number {
  const named = [...issueNames, ...suggestionNames, ...otherNames].map(name => asCount(memberAt(place, name)) ?? 0);
  return Math.max(...named, bySeverity(place));
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
