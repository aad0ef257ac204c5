import { limitComments } from './responseLimits.ts';
import { pluralize } from '../engine/result/pluralize.ts';
import { reviewGaps, whyNothingWasRead } from '../engine/result/reviewGaps.ts';
import type { StoredReview } from '../store/store.ts';
import { reviewNotes } from '../engine/result/reviewNotes.ts';

/**
 * The body of `GET /v1/reviews/:id` (docs/api.md): the documented fields, and `repository`, `pr`, `commit_sha`,
 * `base_sha`, `completed_at`, `reason`, `notes`, `gaps` and `reviewed_lines`. Counts and comments are present once the
 * review has completed; if no line was reviewed, `reason` says why. For the comments see `EngineComment`.
 */
export function reviewResponse({
  id,
  repository,
  pr,
  base,
  head,
  status,
  createdAt,
  completedAt,
  result,
}: StoredReview): Record<string, unknown> {
  const facts = { id, status, created_at: isoTime(createdAt), repository, pr, commit_sha: head, base_sha: base };
  if (status === 'pending' || result === undefined) return facts;
  const ended = { ...facts, completed_at: isoTime(completedAt ?? createdAt), notes: reviewNotes(result) };
  if (result.status === 'failed') return { ...ended, reason: result.reason };
  const { comments: found, addedLines } = result;
  const { comments, leftOut } = limitComments(found);
  const tooMany =
    leftOut === 0 ? [] : [`${pluralize(leftOut, 'comment')} beyond the first ${comments.length} left out`];
  const why = whyNothingWasRead(result);
  return {
    ...ended,
    gaps: [...reviewGaps(result).map(({ message }) => message), ...tooMany],
    reviewed_lines: addedLines,
    ...(why !== undefined && { reason: why }),
    issues_found: found.length,
    suggestions: found.filter(({ suggested_code }) => suggested_code !== undefined).length,
    comments,
  };
}

/** ISO 8601 in whole seconds, as in the API's examples. */
function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
