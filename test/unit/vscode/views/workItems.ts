import type { FindingState } from '../../../../src/core/review/finding.ts';
import type { CurrentReview, RepositoryReviews } from '../../../../src/reviews/current/repositoryReviews.ts';
import type { Novelty } from '../../../../src/reviews/current/findingCounts.ts';
import {
  mergeSame,
  overviewOf,
  sameFindingKey,
  type WindowOverview,
} from '../../../../src/reviews/current/overview.ts';
import { subjectKey } from '../../../../src/reviews/current/reviewSeries.ts';
import { shownRecords, type FindingsRecord } from '../../../../src/reviews/current/shownReviews.ts';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import { fingerprintsOf } from '../../../../src/reviews/decisions/fingerprint.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';

/** What may differ in a finding of a test, by the index of its comment. */
export interface ItemState {
  readonly decision?: Decision;
  readonly state?: FindingState;
  readonly isShown?: boolean;
  readonly novelty?: Novelty;
  /** Whether its file is here. */
  readonly isHere?: boolean;
  /** The path that its file has now. */
  readonly path?: string;
}

export function uriOf(file: string): WorkItem['uri'] {
  return { toString: () => `file://${file}` } as unknown as WorkItem['uri'];
}

/** The findings of a review as the user works on them, open and in their files but for what is said. */
export function itemsOf(record: FindingsRecord, stateOf: (index: number) => ItemState = () => ({})): WorkItem[] {
  const { subject, reviewId, review } = record;
  const comments = review.comments ?? [];
  const prints = fingerprintsOf(comments);
  return comments.map((comment, index): WorkItem => {
    const { decision = { state: 'open' }, state = 'current', isShown = true, novelty, isHere = true } = stateOf(index);
    const { path = comment.path } = stateOf(index);
    const uri = isHere && path !== undefined ? uriOf(`/work/${path.replace('/./', '/')}`) : undefined;
    const fingerprint = prints[index] ?? '';
    const file = uri?.toString();
    const item = {
      finding: { id: `${subject.service} ${reviewId}/${index}`, comment, path, state, range: undefined },
      uri,
      fingerprint,
      decision,
      record,
      ofReview: [],
      key: sameFindingKey({ fingerprint, file, lines: undefined, subject: subjectKey(subject) }),
      isOpen: decision.state === 'open' && !comment.resolved && comment.severity !== 'praise',
      isShown,
      state,
      severity: comment.severity,
      novelty,
      sources: [] as WorkItem[],
    };
    item.sources.push(item);
    return item;
  });
}

/** Joins reviews with their findings as the window does. */
export function overviewWith(
  repositories: readonly RepositoryReviews[],
  items: (record: FindingsRecord) => readonly WorkItem[] = record => itemsOf(record),
): WindowOverview<WorkItem> {
  const merge = (same: readonly [WorkItem, ...WorkItem[]]): WorkItem => ({ ...same[0], sources: same });
  const ofReview = (review: CurrentReview): readonly WorkItem[] =>
    mergeSame(shownRecords(review).flatMap(items), merge);
  return overviewOf(repositories, ofReview, merge);
}
