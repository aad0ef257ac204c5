import { CodeReviewError } from '../core/errors.ts';
import { plainLine } from '../core/plainText.ts';
import type { Review, ReviewComment } from '../core/review.ts';
import { decodeComment } from './decodeComment.ts';
import { asInteger, asText, firstOf, firstReadable, isObject, type JsonObject } from './fields.ts';
import { isPartial, stateOfWord } from './reviewStates.ts';

const aliases = {
  status: ['status', 'state'],
  createdAt: ['createdAt', 'submittedAt', 'startedAt'],
  completedAt: ['completedAt', 'finishedAt', 'endedAt'],
  issuesFound: ['issuesFound', 'issueCount', 'totalIssues', 'findingsCount'],
  suggestions: ['suggestions', 'suggestionCount', 'suggestionsCount'],
  comments: [
    'comments',
    'issues',
    'findings',
    'results',
    'codeSuggestions',
    'annotations',
    'diagnostics',
    'items',
    'files',
  ],
  reason: [
    'error.message',
    'error',
    'reason',
    'stateReason',
    'statusReason',
    'failureReason',
    'message',
    'detail',
    'details',
    'errors.0.message',
  ],
  stage: ['stage', 'phase', 'progress.stage', 'metadata.stage'],
  progress: ['progress', 'percent', 'progress.percent'],
  commit: ['commit', 'commitSha', 'commitId', 'headSha', 'headCommit', 'sha', 'commit.sha'],
  notes: ['notes', 'warnings'],
} as const;

const mostComments = 20_000;

/**
 * Reads a review as any known service shapes it.
 * @param fallbackId the id that was asked for, where the answer leaves it out
 * @throws CodeReviewError of kind `service` when the answer is no review
 */
export function decodeReview(answer: unknown, fallbackId?: string): Review {
  const source = unwrapped(answer);
  const id = firstReadable(source, ['id', 'reviewId'], asText) ?? fallbackId;
  const status = firstReadable(source, aliases.status, asText);
  if (source === undefined || id === undefined || status === undefined) {
    throw new CodeReviewError(
      'service',
      'The service answered something that is not a review.',
      'Check that the address is the one of its API.',
    );
  }
  const { comments, undecoded, cut } = decodeComments(firstReadable(source, aliases.comments, asList));
  const read = <T>(names: readonly string[], as: (value: unknown) => T | undefined): T | undefined =>
    firstReadable(source, names, as);
  const notes =
    read(aliases.notes, value =>
      Array.isArray(value) ? value.map(asText).filter(note => note !== undefined) : undefined,
    ) ?? [];
  if (isPartial(status))
    notes.unshift('The service calls this review partial: a part of the pull request was not reviewed.');
  if (cut > 0) notes.unshift(`${cut} comments beyond the first ${mostComments} are not shown.`);
  return {
    id,
    state: stateOfWord(status),
    status: plainLine(status, 60),
    createdAt: read(aliases.createdAt, asTime),
    completedAt: read(aliases.completedAt, asTime),
    issuesFound: read(aliases.issuesFound, asCount),
    suggestions: read(aliases.suggestions, asCount),
    comments,
    undecoded,
    reason: optionalLine(read(aliases.reason, asText)),
    stage: optionalLine(read(aliases.stage, asText)),
    progress: read(aliases.progress, asFraction),
    commit: read(aliases.commit, value =>
      typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(value) ? value.toLowerCase() : undefined,
    ),
    notes: notes.slice(0, 100).map(note => plainLine(note, 500)),
  };
}

/** Some services put the review into an envelope. */
function unwrapped(answer: unknown): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  const inner = firstOf(answer, ['data', 'review', 'result']);
  return isObject(inner) && firstOf(answer, aliases.status) === undefined ? inner : answer;
}

interface Decoded {
  readonly comments: readonly ReviewComment[] | undefined;
  readonly undecoded: readonly unknown[];
  readonly cut: number;
}

function decodeComments(list: readonly unknown[] | undefined): Decoded {
  if (list === undefined) return { comments: undefined, undecoded: [], cut: 0 };
  const flat = list.flatMap(flatten);
  const comments: ReviewComment[] = [];
  const undecoded: unknown[] = [];
  for (const { raw, inherited } of flat.slice(0, mostComments)) {
    const comment = decodeComment(raw, inherited);
    if (comment === undefined) undecoded.push(raw);
    else comments.push(comment);
  }
  return { comments, undecoded, cut: Math.max(0, flat.length - mostComments) };
}

interface Element {
  readonly raw: unknown;
  readonly inherited: JsonObject;
}

/** Comments may be nested by file: `[{ path, comments: […] }]`. */
function flatten(element: unknown): Element[] {
  if (!isObject(element)) return [{ raw: element, inherited: {} }];
  const nested = firstOf(element, ['comments', 'issues', 'findings', 'notes']);
  if (!Array.isArray(nested) || !nested.every(isObject)) return [{ raw: element, inherited: {} }];
  const path = firstReadable(element, ['path', 'file', 'filePath', 'fileName'], asText);
  return nested.map(raw => ({ raw, inherited: path === undefined ? {} : { path } }));
}

/** A list, or an object of lists by severity or by file. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isObject(value)) return undefined;
  const inner = firstOf(value, ['data', 'items', 'nodes', 'values']);
  if (Array.isArray(inner)) return inner as unknown[];
  const groups = Object.entries(value);
  if (groups.length === 0 || !groups.every(([, group]) => Array.isArray(group))) return undefined;
  return groups.flatMap(([name, group]) =>
    (group as unknown[]).map(element =>
      isObject(element) ? { ...(/[./]/.test(name) ? { path: name } : { severity: name }), ...element } : element,
    ),
  );
}

function asCount(value: unknown): number | undefined {
  const count = Array.isArray(value) ? value.length : asInteger(value);
  return count === undefined || count < 0 ? undefined : count;
}

function asTime(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined;
}

function asFraction(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0) || value > 100) return undefined;
  return value <= 1 ? value : value / 100;
}

function optionalLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainLine(text) || undefined;
}
