import { CodeReviewError } from '../../core/base/errors.ts';
import { plural, t } from '../../core/base/l10n.ts';
import type { Slices } from '../../core/base/slices.ts';
import { plainLine } from '../../core/base/text.ts';
import type { Review, ReviewState } from '../../core/review/review.ts';
import { firstOf, type JsonObject } from './aliases.ts';
import { embeddedReview } from './embeddedReview.ts';
import { aliases, judgementOf, reviewId, reviewIn, reviewStatus } from './envelope.ts';
import { evidenceIn } from './evidence/evidence.ts';
import { gapsOf } from './evidence/gaps.ts';
import { decodeComments, mostComments } from './reviewComments.ts';
import { summaryIn } from './summary.ts';
import { isPartial, stateOfWord } from './text/statusWords.ts';
import { asCount, asLine, asText, asTexts } from './values.ts';

/**
 * Decodes a review of any known shape at once.
 * @internal
 * @param fallbackId the requested id, used if the response omits it
 * @throws CodeReviewError of kind `service` if the response is no review
 */
export function decodeReview(answer: unknown, fallbackId?: string): Review {
  const steps = decodingSteps(answer, fallbackId);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Decodes a review as `decodeReview` does, in slices: many comments take long. */
export async function decodeReviewInSlices(answer: unknown, slices: Slices, fallbackId?: string): Promise<Review> {
  const steps = decodingSteps(answer, fallbackId);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (slices.isUsedUp) await slices.rest();
  }
}

function* decodingSteps(answer: unknown, fallbackId: string | undefined): Generator<void, Review> {
  const embedded = yield* embeddedReview(answer);
  const found = embedded === undefined ? reviewIn(answer, fallbackId) : { ...embedded, layers: [], way: [] };
  const id = found && (reviewId(found.review) ?? fallbackId);
  const status = found && reviewStatus(found.review);
  if (found === undefined || id === undefined || status === undefined) {
    throw new CodeReviewError('service', noReview(answer), t('Check that the address is the one of its API.'));
  }
  const { review, layers } = found;
  const issuesFound = firstOf(review, aliases.issuesFound, asCount);
  const decoded = embedded?.decoded ?? (yield* decodeComments(found));
  yield;
  const evidence = evidenceIn(layers, decoded, stateOfWord(status) === 'completed', issuesFound === 0);
  yield;
  const undecoded = [...decoded.undecoded, ...evidence.unread];
  const comments = decoded.comments ?? (undecoded.length > 0 ? [] : undefined);
  const isEmpty = (comments ?? []).length + undecoded.length === 0;
  const state = stateIn(review, status, isEmpty);
  const isDone = state === 'completed';
  const summary = isDone ? summaryIn(layers, { comments, undecoded }) : undefined;
  const notes = [...notesOf(status, decoded.cut), ...(firstOf(review, aliases.notes, asTexts) ?? [])];
  const ownGaps = firstOf(review, aliases.gaps, asTexts);
  // Of several of one kind, the notes say which.
  const gaps = new Set([
    ...(isPartial(status) ? [t('a part of the pull request was not reviewed')] : (ownGaps ?? [])),
    ...(isDone ? gapsOf(review, layers, evidence, issuesFound, isEmpty) : []),
  ]);
  return {
    id,
    state,
    status: plainLine(status, 60),
    createdAt: firstOf(review, aliases.createdAt, asTime),
    completedAt: firstOf(review, aliases.completedAt, asTime),
    issuesFound: issuesFound ?? (isEmpty && evidence.highest > 0 ? evidence.highest : undefined),
    suggestions: firstOf(review, aliases.suggestions, asCount),
    comments,
    undecoded,
    reason: firstOf(review, aliases.reason, asLine),
    stage: firstOf(review, aliases.stage, asLine),
    progress: firstOf(review, 'progress', asFraction) ?? firstOf(review, aliases.percent, asPercent),
    commit: firstOf(review, aliases.commit, asCommit),
    ...(embedded?.refuted && { refuted: embedded.refuted }),
    ...(embedded?.gapNotes && { gapNotes: asNotes(embedded.gapNotes) }),
    ...(summary !== undefined && { summary }),
    notes: asNotes(notes),
    gaps: ownGaps === undefined && gaps.size === 0 ? undefined : [...gaps].slice(0, 20).map(gap => plainLine(gap, 200)),
  };
}

/** Says what the service answered instead of a review. */
function noReview(answer: unknown): string {
  const isEmpty = typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0;
  if (!isEmpty) return t('The service answered something that is not a review.');
  return Array.isArray(answer)
    ? t('The service answered an empty list, which is not a review.')
    : t('The service answered an empty object, which is not a review.');
}

/** What is to be said beside the comments: that some are not shown, and that a part was not reviewed. */
function* notesOf(status: string, cut: number): Generator<string> {
  const most = { most: mostComments };
  if (cut > 0)
    yield plural(
      cut,
      '{count} comment beyond the first {most} is not shown.',
      '{count} comments beyond the first {most} are not shown.',
      most,
    );
  if (isPartial(status)) yield t('The service calls this review partial: a part of the pull request was not reviewed.');
}

/**
 * The state of a review. The verdict overrides a completed status if it says that the review is running, or, without
 * comments, that it failed or was not run. A review without comments that read no lines was not run.
 */
function stateIn(review: JsonObject, status: string, isEmpty: boolean): ReviewState {
  const state = stateOfWord(status);
  if (state === 'completed' && isEmpty && firstOf(review, aliases.reviewedLines, asText) === '0') return 'notRun';
  const judged = stateOfWord(judgementOf(review) ?? '');
  const isOther = judged === 'running' || (isEmpty && (judged === 'failed' || judged === 'notRun'));
  return state === 'completed' && isOther ? judged : state;
}

function asNotes(texts: readonly string[]): string[] {
  return texts.slice(0, 100).map(note => plainLine(note, 500));
}

/** Returns a time after 1970; earlier ones, such as year 1, mean "not set". */
function asTime(value: unknown): string | undefined {
  return typeof value === 'string' && Date.parse(value) > 0 ? new Date(value).toISOString() : undefined;
}

/** Returns a full commit hash. */
function asCommit(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(value) ? value.toLowerCase() : undefined;
}

/** Returns a fraction; divides percentages above 1 by 100. */
function asFraction(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) return undefined;
  return value <= 1 ? value : value / 100;
}

/** Returns a fraction of a percentage, which some services send as a fraction; 1 is one percent. */
function asPercent(value: unknown): number | undefined {
  return value === 1 ? 0.01 : asFraction(value);
}
