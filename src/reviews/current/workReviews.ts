import type { WorkState } from '../../git/content/workComparison.ts';
import { commitOf, coversBranch, type ReviewRecord, type SettledRecord } from '../store/reviewRecord.ts';
import type { CurrentReview, OpenRoot, RepositoryReviews, Work } from './repositoryReviews.ts';

/**
 * Marks the reviews of a repository by what became of the work that they have read. Nothing is left to decide of work that
 * was thrown away; where a part of it was committed, that is told until a later review has read what is checked out.
 * @param stateOf of what `comparedWork` returns
 */
export function withWork(
  reviews: RepositoryReviews,
  stateOf: (review: CurrentReview) => WorkState | undefined,
): RepositoryReviews {
  const { open, current } = reviews;
  const marked = current.map((review): CurrentReview => {
    const state = stateOf(review);
    if (state === 'discarded') return { ...review, superseded: 'discarded' };
    if (state === 'partlyCommitted') {
      const isRead = current.flatMap(other => laterOf(review, other)).some(record => commitOf(record) === open?.head);
      return { ...review, isCommitted: true, superseded: isRead ? 'committed' : undefined };
    }
    return state === undefined || review.shown === undefined ? review : { ...review, isChanged: state === 'changed' };
  });
  return {
    ...reviews,
    current: marked.filter(({ superseded }) => superseded === undefined),
    superseded: [...reviews.superseded, ...marked.filter(({ superseded }) => superseded !== undefined)],
  };
}

/** The work that a review has read, or has failed to, to be compared with what is there now on the branch of both. */
export function comparedWork(
  { subject: { kind, branch }, shown, pending, records: [latest], isCommitted }: CurrentReview,
  open: OpenRoot,
): Work | undefined {
  const read = shown ?? latest;
  const snapshot = read && commitOf(read);
  if (snapshot === undefined || isCommitted || (kind !== 'uncommitted' && kind !== 'staged')) return undefined;
  return pending !== undefined || open.branch !== branch ? undefined : { kind, snapshot };
}

/** The reviews of a branch or a pull request that read it after those of another series. */
export function laterOf(review: CurrentReview, { key, subject, records }: CurrentReview): SettledRecord[] {
  const isOther = key !== review.key && coversBranch(subject);
  return isOther ? records.filter(record => isLater(record, review)) : [];
}

/** Whether a review was triggered after those of a series, and has a result. */
function isLater(record: ReviewRecord, { records: [latest] }: CurrentReview): record is SettledRecord {
  const isCompleted = record.state === 'completed' && record.review.comments !== undefined;
  return isCompleted && record.triggeredAt > (latest?.triggeredAt ?? 0);
}
