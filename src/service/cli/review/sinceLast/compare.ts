import type { EngineComment } from '../../../engine/engineComment.ts';
import type { CompletedResult } from '../../../engine/messages.ts';
import type { Gap } from '../../../engine/result/gap.ts';
import { keptFinding, type KeptFinding, type LastReview } from './lastReview.ts';

/** Whether the last review of the same scope had a finding too. */
export type FindingState = 'new' | 'still';

/** A review compared with the last one of the same scope. */
export interface SinceLast {
  /** Undefined if there was none: everything is new. */
  readonly last: Pick<LastReview, 'reviewed_at' | 'commit_sha'> | undefined;
  readonly new: number;
  readonly still: number;
  /** Findings that are not reported any more by a reviewer that read their file again. */
  readonly gone: readonly KeptFinding[];
  /** Findings that nobody looked for this time, since a reviewer did not run or a file was not read. */
  readonly unchecked: readonly KeptFinding[];
}

/** Says of each comment whether the last review had it too. */
export function stateOf(last: LastReview | undefined): (comment: EngineComment) => FindingState {
  const known = new Set(last?.findings.flatMap(toldBy));
  return comment => (toldBy(comment).every(fingerprint => known.has(fingerprint)) ? 'still' : 'new');
}

/** The fingerprints of the findings that a comment tells. */
function toldBy({ fingerprint, member_fingerprints: members = [fingerprint] }: KeptFinding): readonly string[] {
  return members;
}

/**
 * Compares a completed review with the last one. Nothing counts as gone that was not looked for.
 * @param result undefined if there is nothing to review any more
 */
export function compareWithLast(
  last: LastReview | undefined,
  result: Pick<CompletedResult, 'comments' | 'reports' | 'reviewed'> | undefined,
  gaps: readonly Gap[],
): SinceLast {
  const { comments = [], reports = [], reviewed = [] } = result ?? {};
  const state = stateOf(last);
  const fresh = comments.filter(comment => state(comment) === 'new').length;
  const reported = new Set(comments.flatMap(toldBy));
  const missing = last?.findings.filter(finding => !toldBy(finding).some(each => reported.has(each))) ?? [];
  const unread = new Set(gaps.flatMap(({ notifications }) => notifications.map(each => each.path)));
  const isChecked = ({ reviewer, path }: KeptFinding): boolean =>
    !unread.has(path) &&
    (result === undefined ||
      reports.some(
        ({ reviewer: id, status, nothingToRead, read }) =>
          id === reviewer &&
          (status === 'ok' || nothingToRead === true) &&
          (read === undefined || !reviewed.includes(path) || read.includes(path)),
      ));
  return {
    last: last && { reviewed_at: last.reviewed_at, commit_sha: last.commit_sha },
    new: fresh,
    still: comments.length - fresh,
    gone: missing.filter(isChecked),
    unchecked: missing.filter(finding => !isChecked(finding)),
  };
}

/** The findings that the next review is compared with: those that stand, and those that nobody looked for. */
export function standingFindings(comments: readonly EngineComment[], { unchecked }: SinceLast): KeptFinding[] {
  return [...comments, ...unchecked].map(keptFinding);
}
