import type { ReviewReport } from '../reviewReport.ts';

/**
 * The fields of `GET /v1/reviews/:id` (docs/api.md) that a review without a number has, with comments as
 * `EngineComment` describes them, and `complete`: false where a file could not be read or a part of the review failed, did
 * not run or had no room in the budget of the model, as `gaps` tells. Where `reviewed_lines` is 0, nothing was looked at.
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
    gaps: gaps.map(({ what, lapses }) => ({ what, lapses })),
    reviewed_lines: lines,
    issues_found: comments.length,
    suggestions: comments.filter(({ suggested_code }) => suggested_code !== undefined).length,
    comments,
    notes,
  };
}
