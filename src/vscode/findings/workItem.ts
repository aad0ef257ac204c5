import type * as vscode from 'vscode';
import type { Finding } from '../../core/review/finding.ts';
import type { FindingsRecord } from '../../reviews/current/shownReviews.ts';
import type { ReviewFinding } from '../../reviews/current/overview.ts';
import type { Decision, KnownFinding } from '../../reviews/decisions/decisions.ts';

/** A finding as the user works on it. */
export interface WorkItem extends ReviewFinding {
  readonly finding: Finding;
  /** The file it is in; undefined for the whole review, or a file that is not here. */
  readonly uri: vscode.Uri | undefined;
  readonly fingerprint: string;
  readonly decision: Decision;
  /** The review that has it. */
  readonly record: FindingsRecord;
  /** All findings of that review: a decision is about one among them, also once another review has taken its place. */
  readonly ofReview: readonly KnownFinding[];
  /** The same finding in each current review that has it, this one first. */
  readonly sources: readonly WorkItem[];
}

/** Makes one finding of the same one in several reviews: new only where none of them knew it before. */
export function mergeItems(same: readonly [WorkItem, ...WorkItem[]]): WorkItem {
  const [first] = same;
  const isStill = same.some(({ novelty }) => novelty === 'still');
  const { fingerprint, key } = first;
  return { ...first, fingerprint, key, novelty: isStill ? 'still' : first.novelty, sources: same };
}

/** Whether a finding is open and has a suggestion, and its code is here to apply it to. */
export function isFixable({ isOpen, finding: { comment, range }, uri }: WorkItem): boolean {
  return isOpen && comment.suggestion !== undefined && range !== undefined && uri?.scheme === 'file';
}

/**
 * Returns the context value of a finding for `when` clauses: `finding+open+fix+rule+path` in this order. What the user
 * decided is `closed` and can be reopened; what needs no decision, as praise, is neither.
 */
export function contextValueOf(item: WorkItem): string {
  const { comment } = item.finding;
  return [
    'finding',
    ...(item.isOpen ? ['open'] : item.decision.state === 'open' ? [] : ['closed']),
    ...(isFixable(item) ? ['fix'] : []),
    ...(comment.rule === undefined ? [] : ['rule']),
    ...(comment.path === undefined ? [] : ['path']),
  ].join('+');
}
