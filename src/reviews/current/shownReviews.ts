import type { ReviewRecord } from '../store/reviewRecord.ts';
import type { CurrentReview, RepositoryReviews } from './repositoryReviews.ts';

/** A review that may have comments: one that has ended, or one that is under way. */
export type FindingsRecord = Exclude<ReviewRecord, { readonly state: 'triggered' }>;

/** The reviews of a series whose findings are shown: the one that counts, and what the pending one has found so far. */
export function shownRecords({ shown, pending }: CurrentReview): FindingsRecord[] {
  const hasFound = pending?.state === 'pending' && (pending.review.comments?.length ?? 0) > 0;
  return [...(shown === undefined ? [] : [shown]), ...(hasFound ? [pending] : [])];
}

const roles = ['shown', 'pending'] as const;

function keyOf(series: string, role: (typeof roles)[number]): string {
  return `${series} ${role}`;
}

/** The keys that shown reviews of a series have, in the order of `shownRecords`. */
export function shownKeys({ key: series }: CurrentReview): string[] {
  return roles.map(role => keyOf(series, role));
}

/** A review whose findings are shown somewhere. */
export interface ShownReview {
  /** Of its series and role; the next review of the series takes its place. */
  readonly key: string;
  readonly series: string;
  readonly record: FindingsRecord;
  /** Whether what it is about is checked out, so that its findings belong into the files. */
  readonly isHere: boolean;
  /** The open working copy whose repository has the pull request, where that is not checked out. */
  readonly elsewhereIn: string | undefined;
}

/** Returns the reviews of a window that have findings to show, in the order of their rows. */
export function shownReviews(repositories: readonly RepositoryReviews[]): ShownReview[] {
  return repositories.flatMap(({ open, current, superseded }) =>
    [...current, ...superseded].flatMap(review =>
      shownRecords(review).map(record => ({
        key: keyOf(review.key, record === review.shown ? 'shown' : 'pending'),
        series: review.key,
        record,
        isHere: open !== undefined && !review.isElsewhere && review.superseded === undefined,
        elsewhereIn: review.isElsewhere && review.superseded === undefined ? open?.root : undefined,
      })),
    ),
  );
}

/** The id of the finding that a comment of a review becomes, unique in the window. @param index of the comment */
export function findingId({ subject, reviewId }: FindingsRecord, index: number): string {
  return `${subject.service} ${reviewId}/${index}`;
}
