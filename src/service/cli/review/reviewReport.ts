import { decodeComment } from '../../../api/decode/comment.ts';
import type { ReviewComment } from '../../../core/review/review.ts';
import { commentSeverities, type EngineComment, type RefutedComment } from '../../engine/engineComment.ts';
import type { CompletedResult } from '../../engine/messages.ts';
import { reviewGaps, unreadFileGaps, whyNothingWasRead } from '../../engine/result/reviewGaps.ts';
import type { Gap } from '../../engine/result/gap.ts';
import { refutedCounts } from '../../engine/result/refutedComments.ts';
import { excludedNotes, reviewNotes, unreadNotes } from '../../engine/result/reviewNotes.ts';
import type { ReviewTarget } from './reviewTarget.ts';

/** The input of every output format: a completed review. */
export interface ReviewReport {
  readonly target: ReviewTarget;
  /** One sentence: how much was found. */
  readonly summary: string;
  /** The engine's comments. */
  readonly comments: readonly EngineComment[];
  /** The same comments in the same order, with bounded lengths and safe to display. */
  readonly shown: readonly ReviewComment[];
  /** The engine's comments that a language model refuted; they are counted nowhere else. */
  readonly refuted: readonly RefutedComment[];
  /** Number of new lines that were read. */
  readonly lines: number;
  /** Sentences about what was reviewed and what was not. */
  readonly notes: readonly string[];
  /** The parts that are missing. */
  readonly gaps: readonly Gap[];
}

/** Builds the report of a review. @param result undefined if there was nothing to review */
export function buildReport(target: ReviewTarget, result: CompletedResult | undefined): ReviewReport {
  const { leftOut, nothing } = target;
  if (result === undefined) {
    const notes = [...unreadNotes(leftOut), ...excludedNotes(leftOut)];
    const summary = nothing ?? '';
    return { target, summary, comments: [], shown: [], refuted: [], lines: 0, notes, gaps: unreadFileGaps(leftOut) };
  }
  const whole = { ...result, unreviewed: [...result.unreviewed, ...leftOut] };
  const gaps = reviewGaps(whole);
  return {
    target,
    summary: summaryOf(whole, gaps),
    comments: result.comments,
    shown: result.comments.flatMap(shownOf),
    refuted: result.refuted ?? [],
    lines: result.addedLines + (result.removedLines ?? 0),
    notes: reviewNotes(whole),
    gaps,
  };
}

/** The file exists here, even if its name is reserved on another system, such as `aux.ts`. */
export function shownOf(comment: EngineComment): ReviewComment[] {
  const shown = decodeComment(comment);
  return shown === undefined ? [] : [{ ...shown, path: comment.path }];
}

function summaryOf(result: CompletedResult, gaps: readonly Gap[]): string {
  const why = whyNothingWasRead(result);
  if (why !== undefined) return `Nothing was reviewed: ${why}.`;
  const { comments } = result;
  const counts = commentSeverities.flatMap(severity => {
    const count = comments.filter(comment => comment.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const found =
    comments.length === 0
      ? 'No issues'
      : `${comments.length} ${comments.length === 1 ? 'issue' : 'issues'} (${counts.join(', ')})`;
  const missing = gaps.length === 0 ? '' : `, but ${gaps.map(({ message }) => message).join(', ')}`;
  return [`${found}${missing}`, ...refutedCounts(result)].map(sentence => `${sentence}.`).join(' ');
}
