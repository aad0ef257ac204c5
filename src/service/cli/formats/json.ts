import type { ReviewerNotification } from '../../engine/reviewerReport.ts';
import { toLists } from '../../engine/notReviewed.ts';
import type { Gap } from '../../engine/result/gap.ts';
import type { ReviewReport } from '../review/reviewReport.ts';
import type { SinceLast } from '../review/sinceLast/compare.ts';

/** Version of the shape of the JSON and of the events, in `docs/schemas`; a field that is added leaves it. */
export const schemaVersion = 1;

/**
 * Formats a report as JSON with the fields of `GET /v1/reviews/:id` (docs/api.md) that apply. `comments` holds
 * `EngineComment`s. `complete` is false if there are `gaps`: a file could not be read, or a part of the review failed,
 * did not run or exceeded the model's budget. Each gap has a `message` and `files`, each with a `reason`; `files` is
 * empty if the gap is not about files. `refuted` holds the comments that a language model refuted, each with a `justification`; absent if there are none.
 * If `reviewed_lines` is 0, nothing was reviewed. `not_reviewed` and `suppressed` hold what the notes name the first of.
 */
export function toJson(report: ReviewReport): object {
  return { schema_version: schemaVersion, status: 'completed', ...toFacts(report), comments: report.comments };
}

/** All of a review but its comments. */
export function toFacts({
  target,
  summary,
  counted,
  comments,
  refuted,
  lines,
  notes,
  lists,
  gaps,
  sinceLast,
}: ReviewReport): object {
  return {
    complete: gaps.length === 0,
    repository: target.repository,
    title: target.title,
    base_sha: target.base,
    commit_sha: target.head,
    summary,
    gaps: gaps.map(toGap),
    reviewed_lines: lines,
    issues_found: counted.length,
    suggestions: comments.filter(({ suggested_code }) => suggested_code !== undefined).length,
    ...(refuted.length > 0 && { refuted }),
    notes,
    ...toLists(lists),
    ...(sinceLast && { since_last: toSinceLast(sinceLast) }),
  };
}

/** A gap as in the JSON. */
export function toGap({ message, notifications }: Gap): object {
  return { message, files: notifications.flatMap(filesOf) };
}

function toSinceLast({ last, new: fresh, still, gone, unchecked }: SinceLast): object {
  return { ...last, new: fresh, still, gone, unchecked };
}

function filesOf({ path, reason }: ReviewerNotification): { path: string; reason: string }[] {
  return path === undefined ? [] : [{ path, reason }];
}
