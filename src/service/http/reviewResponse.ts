import { limitComments, limitRefuted } from './responseLimits.ts';
import { pluralize } from '../engine/result/pluralize.ts';
import { reviewGaps, whyNothingWasRead } from '../engine/result/reviewGaps.ts';
import type { QueuedProgress } from '../jobs/reviewQueue.ts';
import type { StoredReview } from '../store/store.ts';
import { listsOf, mostListed, toLists } from '../engine/notReviewed.ts';
import { gapNotes, reviewNotes } from '../engine/result/reviewNotes.ts';

/**
 * The body of `GET /v1/reviews/:id` (docs/api.md): the documented fields, and `repository`, `pr`, `commit_sha`,
 * `base_sha`, `completed_at`, `reason`, `notes`, `gaps`, `gap_notes`, `not_reviewed`, `suppressed`, `reviewed_lines` and
 * `refuted`. Counts are present once the review has completed; if no line was reviewed, `reason` says why. For the comments see `EngineComment`.
 * @param underWay adds `stage`, `progress` and the comments so far to a review that has not ended
 */
export function reviewResponse(
  { id, repository, pr, base, head, status, createdAt, completedAt, result }: StoredReview,
  underWay?: QueuedProgress,
): Record<string, unknown> {
  const commits = head === '' ? {} : { commit_sha: head, base_sha: base };
  const facts = { id, status, created_at: isoTime(createdAt), repository, pr, ...commits };
  if (status === 'pending') return underWay === undefined ? facts : { ...facts, ...progressOf(underWay) };
  const completed_at = isoTime(completedAt ?? createdAt);
  if (result === undefined) return { ...facts, completed_at, reason: 'it was cancelled' };
  const ended = { ...facts, completed_at, notes: reviewNotes(result) };
  if (result.status === 'failed') return { ...ended, reason: result.reason };
  const { comments: found, addedLines, removedLines = 0 } = result;
  const { comments, leftOut } = limitComments(found);
  const tooMany =
    leftOut === 0 ? [] : [`${pluralize(leftOut, 'comment')} beyond the first ${comments.length} left out`];
  const why = whyNothingWasRead(result);
  return {
    ...ended,
    gaps: [...reviewGaps(result).map(({ message }) => message), ...tooMany],
    gap_notes: gapNotes(result),
    ...toLists(listsOf(result), mostListed),
    reviewed_lines: addedLines + removedLines,
    ...(why !== undefined && { reason: why }),
    issues_found: found.length,
    suggestions: found.filter(({ suggested_code }) => suggested_code !== undefined).length,
    comments,
    ...(result.refuted && { refuted: limitRefuted(result.refuted) }),
  };
}

/** The comments so far are those of the finished reviewers; none of them is final. */
function progressOf({ status, stage, progress, comments }: QueuedProgress): Record<string, unknown> {
  const found = comments && { comments: limitComments(comments).comments };
  return { status, stage, progress: Math.round(progress * 100) / 100, ...found };
}

/** ISO 8601 in whole seconds, as in the API's examples. */
function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
