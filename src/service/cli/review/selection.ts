import { compareSeverity } from '../../../core/review/severity.ts';
import type { EngineComment } from '../../engine/engineComment.ts';
import { stateOf, type FindingState } from './sinceLast/compare.ts';
import type { LastReview } from './sinceLast/lastReview.ts';

/** Which findings of a review are told. */
export interface Selection {
  /** Set if the review is compared with the last one of its scope, which there may not be. */
  readonly since?: { readonly last: LastReview | undefined };
  /** Whether to leave out what the last review had too. */
  readonly onlyNew: boolean;
  /** Most findings to list. */
  readonly most: number;
}

/** A comment that says whether the last review had it, if that is asked for. */
export interface StatedComment extends EngineComment {
  readonly state?: FindingState;
}

/** The findings that count, and the most severe of them, which are listed. */
export interface Selected {
  readonly counted: readonly StatedComment[];
  readonly listed: readonly StatedComment[];
}

/** Selects the findings of a review, in any state of its progress. */
export function selectFindings(comments: readonly EngineComment[], { since, onlyNew, most }: Selection): Selected {
  const state = stateOf(since?.last);
  const stated = since === undefined ? comments : comments.map(each => ({ ...each, state: state(each) }));
  const counted = onlyNew ? stated.filter(each => state(each) === 'new') : stated;
  if (counted.length <= most) return { counted, listed: counted };
  const listed = new Set(counted.toSorted((a, b) => compareSeverity(a.severity, b.severity)).slice(0, most));
  return { counted, listed: counted.filter(each => listed.has(each)) };
}
