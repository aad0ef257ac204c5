import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import type { ReviewReport } from '../reviewReport.ts';

/**
 * A report with the fields of `GET /v1/reviews/:id` (docs/api.md) that a local review has.
 *
 * `comments` holds each `EngineComment`. `complete` is false if `gaps` is not empty: a file could not be read, or a part
 * of the review failed, did not run or exceeded the model's budget. Each gap has a `message` and the `files` that it is
 * about, with a `reason` each; `files` is empty for a gap that is about no file. If `reviewed_lines` is 0, nothing was
 * reviewed.
 */
export function toJson({ target, summary, comments, lines, notes, gaps }: ReviewReport): object {
  return {
    status: 'completed',
    complete: gaps.length === 0,
    repository: target.repository,
    title: target.title,
    base_sha: target.base,
    commit_sha: target.head,
    summary,
    gaps: gaps.map(({ message, notifications }) => ({ message, files: notifications.flatMap(filesOf) })),
    reviewed_lines: lines,
    issues_found: comments.length,
    suggestions: comments.filter(({ suggested_code }) => suggested_code !== undefined).length,
    comments,
    notes,
  };
}

function filesOf({ path, reason }: ReviewerNotification): { path: string; reason: string }[] {
  return path === undefined ? [] : [{ path, reason }];
}
