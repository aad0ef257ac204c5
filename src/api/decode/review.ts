import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import type { Review, ReviewComment, ReviewState } from '../../core/review/review.ts';
import { commentLists, mostComments } from './findComments.ts';
import { decodeComment, wordless } from './comment/comment.ts';
import { decodeCounts } from './counts.ts';
import { reviewId, reviewIn, reviewStatus, type FoundReview } from './envelope.ts';
import { doubtsOf, type Doubts } from './unreadComments.ts';
import { decodeGaps, judgementOf } from './incompleteness.ts';
import { asText, firstReadable, type JsonObject } from './aliases.ts';
import { wordsIn } from './unreadText.ts';
import { isPartial, stateOfWord } from './statusWords.ts';
import { looksLikeComment } from './comment/unwrapComment.ts';

const aliases = {
  createdAt: ['createdAt', 'submittedAt', 'startedAt'],
  completedAt: ['completedAt', 'finishedAt', 'endedAt'],
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
  progress: ['progress'],
  percent: ['percent', 'progress.percent'],
  commit: ['commit', 'commitSha', 'commitId', 'headSha', 'headCommit', 'sha', 'commit.sha'],
  notes: ['notes', 'warnings'],
  gaps: ['gaps'],
  reviewedLines: ['reviewedLines', 'linesReviewed'],
} as const;

/**
 * Decodes a review of any known shape.
 * @param fallbackId the requested id, used if the response omits it
 * @throws CodeReviewError of kind `service` if the response is no review
 */
export function decodeReview(answer: unknown, fallbackId?: string): Review {
  const found = reviewIn(answer, fallbackId);
  const source = found?.review;
  const id = source === undefined ? undefined : (reviewId(source) ?? fallbackId);
  const status = source === undefined ? undefined : reviewStatus(source);
  if (found === undefined || source === undefined || id === undefined || status === undefined) {
    throw new CodeReviewError(
      'service',
      'The service answered something that is not a review.',
      'Check that the address is the one of its API.',
    );
  }
  const counts = decodeCounts(source);
  const isDone = stateOfWord(status) === 'completed';
  const { comments, undecoded, cut, doubts } = decodeComments(found, isDone, counts.issuesFound === 0);
  const isEmpty = (comments?.length ?? 0) + undecoded.length === 0;
  const read = <T>(names: readonly string[], as: (value: unknown) => T | undefined): T | undefined =>
    firstReadable(source, names, as);
  const notes = read(aliases.notes, asTexts) ?? [];
  if (isPartial(status))
    notes.unshift('The service calls this review partial: a part of the pull request was not reviewed.');
  if (cut > 0) notes.unshift(`${cut} comments beyond the first ${mostComments} are not shown.`);
  const state = stateIn(source, status, isEmpty);
  const gaps = [
    ...(isPartial(status) ? ['a part of the pull request was not reviewed'] : (read(aliases.gaps, asTexts) ?? [])),
    ...(state === 'completed' ? decodeGaps(source, isEmpty ? doubts : undefined) : []),
  ];
  return {
    id,
    state,
    status: plainLine(status, 60),
    createdAt: read(aliases.createdAt, asTime),
    completedAt: read(aliases.completedAt, asTime),
    issuesFound: counts.issuesFound ?? (isEmpty && counts.highest > 0 ? counts.highest : undefined),
    suggestions: counts.suggestions,
    comments,
    undecoded,
    reason: optionalLine(read(aliases.reason, asText)),
    stage: optionalLine(read(aliases.stage, asText)),
    progress: read(aliases.progress, asFraction) ?? read(aliases.percent, asPercent),
    commit: read(aliases.commit, value =>
      typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(value) ? value.toLowerCase() : undefined,
    ),
    notes: notes.slice(0, 100).map(note => plainLine(note, 500)),
    gaps:
      gaps.length > 0 || read(aliases.gaps, asTexts) !== undefined
        ? gaps.slice(0, 20).map(gap => plainLine(gap, 200))
        : undefined,
  };
}

/**
 * The state of a review. The verdict overrides a completed status if it says that the review is running, or, without
 * comments, that it failed or was not run. A review without comments that read no lines was not run.
 */
function stateIn(source: JsonObject, status: string, isEmpty: boolean): ReviewState {
  const state = stateOfWord(status);
  if (state === 'completed' && isEmpty && firstReadable(source, aliases.reviewedLines, asText) === '0') return 'notRun';
  const judged = stateOfWord(judgementOf(source) ?? '');
  const isOther = judged === 'running' || (isEmpty && (judged === 'failed' || judged === 'notRun'));
  return state === 'completed' && isOther ? judged : state;
}

interface Decoded {
  readonly comments: readonly ReviewComment[] | undefined;
  readonly undecoded: readonly unknown[];
  readonly cut: number;
  readonly doubts: Doubts;
}

/** @param countsNone whether to ignore the text of the review as a whole */
function decodeComments({ review, layers, way }: FoundReview, isDone: boolean, countsNone: boolean): Decoded {
  const lists = commentLists(review, layers, way);
  const comments: ReviewComment[] = [];
  const undecoded: unknown[] = [];
  const read = new Set<unknown>(way);
  const shown = new Set<unknown>();
  const told = new Set<string>();
  let elements = 0;
  for (const list of lists) {
    const news: ReviewComment[] = [];
    for (const { raw, content, group } of list) {
      if (elements++ >= mostComments) read.add(raw);
      if (elements > mostComments) continue;
      const comment = decodeComment(content, group, raw);
      // An element without text may contain one with text.
      if (comment?.title !== wordless || looksLikeComment(raw)) read.add(raw);
      else shown.add(raw);
      if (comment === undefined) undecoded.push(raw);
      // A comment in two lists counts once.
      else if (lists.length === 1 || !told.has(identityOf(comment))) news.push(comment);
    }
    comments.push(...news);
    if (lists.length > 1) for (const comment of news) told.add(identityOf(comment));
  }
  const doubts = doubtsOf(layers, read, shown, comments.length + undecoded.length === 0, isDone);
  const lost = [...doubts.unread, ...wordsIn(review, !isDone || countsNone || comments.length > 0)];
  const isTold = lists.length > 0 || lost.length > 0;
  return {
    comments: isTold ? comments : undefined,
    undecoded: [...undecoded, ...lost],
    cut: Math.max(0, elements - mostComments),
    doubts,
  };
}

/** A key that is equal for the same comment in two lists: its place and text, in whichever fields. */
function identityOf({ id, path, range, side, title, body, suggestion, raw }: ReviewComment): string {
  // Without a place, equal text may be a coincidence.
  if (path === undefined && range === undefined && id === undefined) return JSON.stringify(raw);
  const [head, text] = [title, body].map(each => (each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' '));
  const words = text?.startsWith(head ?? '') === true ? text : `${head} ${text}`;
  const place = path === undefined && range === undefined ? `#${id}` : `${path}:${range?.startLine} ${side}`;
  return JSON.stringify([place, words, suggestion?.text]);
}

function asTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(asText).filter(text => text !== undefined) : undefined;
}

/** Returns a time after 1970; earlier ones, such as year 1, mean "not set". */
function asTime(value: unknown): string | undefined {
  return typeof value === 'string' && Date.parse(value) > 0 ? new Date(value).toISOString() : undefined;
}

/** Returns a fraction; divides percentages above 1 by 100. */
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
