import { decodeComment } from '../../api/decodeComment.ts';
import type { ReviewComment } from '../../core/review.ts';
import type { EngineComment, EngineResult } from '../engine/messages.ts';
import { notesOf } from '../reviewAnswer.ts';
import type { ReviewTarget } from './reviewTarget.ts';

/** A review that has ended, as every format writes it. */
export interface ReviewReport {
  readonly target: ReviewTarget;
  /** One sentence: how much was found. */
  readonly summary: string;
  /** As the engine makes them. */
  readonly comments: readonly EngineComment[];
  /** The same, bounded and made safe to show, in the same order. */
  readonly shown: readonly ReviewComment[];
  /** Sentences on what was looked at and what was not. */
  readonly notes: readonly string[];
  /** False where a part of the review failed. */
  readonly isComplete: boolean;
}

/** @param result undefined where there was nothing to review */
export function reportOf(
  target: ReviewTarget,
  result: Extract<EngineResult, { status: 'completed' }> | undefined,
): ReviewReport {
  const { leftOut, nothing } = target;
  const left = leftOut.map(({ path, why }) => `Not read: ${path} (${why}).`);
  if (result === undefined) {
    return { target, summary: nothing ?? '', comments: [], shown: [], notes: left, isComplete: true };
  }
  const isComplete = result.reports.every(({ status }) => status !== 'failed');
  return {
    target,
    summary: summaryOf(result.comments, isComplete),
    comments: result.comments,
    shown: result.comments.flatMap(comment => decodeComment(comment) ?? []),
    notes: notesOf({ ...result, unreviewed: [...result.unreviewed, ...leftOut] }),
    isComplete,
  };
}

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

function summaryOf(comments: readonly EngineComment[], isComplete: boolean): string {
  const counts = severities.flatMap(severity => {
    const count = comments.filter(comment => comment.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const found =
    comments.length === 0
      ? 'No issues'
      : `${comments.length} ${comments.length === 1 ? 'issue' : 'issues'} (${counts.join(', ')})`;
  return isComplete ? `${found}.` : `${found}, but a part of the review failed.`;
}
