import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import type { ReviewReport } from '../review/reviewReport.ts';

/**
 * Formats a report as JSON with the fields of `GET /v1/reviews/:id` (docs/api.md) that apply. `comments` holds
 * `EngineComment`s. `complete` is false if there are `gaps`: a file could not be read, or a part of the review failed,
 * did not run or exceeded the model's budget. Each gap has a `message` and `files`, each with a `reason`; `files` is
 * empty if the gap is not about files. `refuted` holds the comments that a language model refuted, each with a `justification`; absent if there are none.
 * If `reviewed_lines` is 0, nothing was reviewed.
 */
export function toJson({ target, summary, comments, refuted, lines, notes, gaps }: ReviewReport): object {
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
    ...(refuted.length > 0 && { refuted }),
    notes,
  };
}

function filesOf({ path, reason }: ReviewerNotification): { path: string; reason: string }[] {
  return path === undefined ? [] : [{ path, reason }];
}
