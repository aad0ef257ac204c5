import { CodeReviewError } from '../core/errors.ts';
import { plainLine } from '../core/plainText.ts';
import type { Review, ReviewComment } from '../core/review.ts';
import { commentElements, type CommentElement } from './commentElements.ts';
import { decodeComment } from './decodeComment.ts';
import { asInteger, asText, firstOf, firstReadable, isObject, type JsonObject } from './fields.ts';
import { isPartial, stateOfWord } from './reviewStates.ts';

const aliases = {
  status: ['status', 'state'],
  createdAt: ['createdAt', 'submittedAt', 'startedAt'],
  completedAt: ['completedAt', 'finishedAt', 'endedAt'],
  issuesFound: ['issuesFound', 'issueCount', 'totalIssues', 'findingsCount'],
  suggestions: ['suggestions', 'suggestionCount', 'suggestionsCount'],
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
  id: ['id', 'reviewId'],
  progress: ['progress'],
  percent: ['percent', 'progress.percent'],
  commit: ['commit', 'commitSha', 'commitId', 'headSha', 'headCommit', 'sha', 'commit.sha'],
  notes: ['notes', 'warnings'],
  gaps: ['gaps'],
} as const;

const mostComments = 20_000;

/**
 * Reads a review as any known service shapes it.
 * @param fallbackId the id that was asked for, where the answer leaves it out
 * @throws CodeReviewError of kind `service` when the answer is no review
 */
export function decodeReview(answer: unknown, fallbackId?: string): Review {
  const source = unwrapped(answer);
  const id = firstReadable(source, aliases.id, asId) ?? fallbackId;
  const status = firstReadable(source, aliases.status, asText);
  if (source === undefined || id === undefined || status === undefined) {
    throw new CodeReviewError(
      'service',
      'The service answered something that is not a review.',
      'Check that the address is the one of its API.',
    );
  }
  const { comments, undecoded, cut } = decodeComments(commentElements(source));
  const read = <T>(names: readonly string[], as: (value: unknown) => T | undefined): T | undefined =>
    firstReadable(source, names, as);
  const notes = read(aliases.notes, asTexts) ?? [];
  if (isPartial(status))
    notes.unshift('The service calls this review partial: a part of the pull request was not reviewed.');
  const gaps = isPartial(status) ? ['a part of the pull request was not reviewed'] : read(aliases.gaps, asTexts);
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
    progress: read(aliases.progress, asFraction) ?? read(aliases.percent, asPercent),
    commit: read(aliases.commit, value =>
      typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(value) ? value.toLowerCase() : undefined,
    ),
    notes: notes.slice(0, 100).map(note => plainLine(note, 500)),
    gaps: gaps?.slice(0, 20).map(gap => plainLine(gap, 200)),
  };
}

/** Some services put the review into an envelope, which may have a status too: that of the answer. */
function unwrapped(answer: unknown): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  const inner = firstOf(answer, ['data', 'review', 'result']);
  if (!isObject(inner)) return answer;
  const idOf = (source: JsonObject): string | undefined => firstReadable(source, aliases.id, asId);
  const hasStatus = (source: JsonObject): boolean => firstReadable(source, aliases.status, asText) !== undefined;
  const id = idOf(answer);
  const isEnvelope = !hasStatus(answer) || (id === undefined && hasStatus(inner));
  if (isEnvelope) return id === undefined || idOf(inner) !== undefined ? inner : { ...inner, id };
  // Where both have an id and a status, the one with the comments is the review.
  const isInside = commentElements(inner) !== undefined && (commentElements(answer)?.length ?? 0) === 0;
  return isInside && hasStatus(inner) ? { ...inner, id } : answer;
}

interface Decoded {
  readonly comments: readonly ReviewComment[] | undefined;
  readonly undecoded: readonly unknown[];
  readonly cut: number;
}

function decodeComments(elements: readonly CommentElement[] | undefined): Decoded {
  if (elements === undefined) return { comments: undefined, undecoded: [], cut: 0 };
  const comments: ReviewComment[] = [];
  const undecoded: unknown[] = [];
  for (const { raw, group } of elements.slice(0, mostComments)) {
    const comment = decodeComment(raw, group);
    if (comment === undefined) undecoded.push(raw);
    else comments.push(comment);
  }
  return { comments, undecoded, cut: Math.max(0, elements.length - mostComments) };
}

function asCount(value: unknown): number | undefined {
  const count = Array.isArray(value) ? value.length : asInteger(value);
  return count === undefined || count < 0 ? undefined : count;
}

function asTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(asText).filter(text => text !== undefined) : undefined;
}

/** A moment after 1970: earlier ones are what programs write for "not set", as year 1. */
function asTime(value: unknown): string | undefined {
  return typeof value === 'string' && Date.parse(value) > 0 ? new Date(value).toISOString() : undefined;
}

/** An id that can be asked for and written into a sentence. */
function asId(value: unknown): string | undefined {
  const id = asText(value);
  return id === undefined || id.length > 500 || /[\p{Cc}\p{Cs}]/u.test(id) ? undefined : id;
}

/** 0 to 1, or else 0 to 100. */
function asFraction(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0) || value > 100) return undefined;
  return value <= 1 ? value : value / 100;
}

function asPercent(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value / 100 : undefined;
}

function optionalLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainLine(text) || undefined;
}
