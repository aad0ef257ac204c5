import { coversBranch, isSettled, type SettledRecord } from '../store/reviewRecord.ts';
import type { CurrentReview, RepositoryReviews } from './currentReviews.ts';
import type { FindingCounts } from './findingCounts.ts';

/** What may be said of a repository in a word. The first that holds counts. */
type VerdictKind =
  | 'pending'
  | 'failed'
  | 'notRun'
  | 'incomplete'
  | 'open'
  /** Nothing is open, but the branch's review has not read what is checked out. */
  | 'behind'
  /** The branch has no review. */
  | 'none'
  /** Everything that is checked out was read, and nothing is open. The only one with a tick. */
  | 'clear';

/** A verdict, with the review that it comes from. */
export interface Verdict {
  readonly kind: VerdictKind;
  /** The review that decides; `undefined` where the verdict is about all of them. */
  readonly review: CurrentReview | undefined;
}

/**
 * Returns the verdict on the current reviews of a repository. The only place that a tick comes from.
 * @param counts of all its current findings
 */
export function verdictOf({ open, current }: RepositoryReviews, counts: FindingCounts): Verdict {
  const found = (kind: VerdictKind, is: (review: CurrentReview) => boolean): Verdict | undefined => {
    const review = current.find(is);
    return review && { kind, review };
  };
  const about = (kind: VerdictKind): Verdict => ({ kind, review: undefined });
  const problem =
    found('pending', isPending) ??
    found('failed', ({ records: [latest] }) => latest?.state === 'failed') ??
    found('notRun', ({ records: [latest] }) => latest?.state === 'notRun') ??
    found('incomplete', isIncomplete);
  if (problem !== undefined) return problem;
  // What is hidden or lost its lines is still undecided.
  if (counts.open + counts.outdated + counts.hidden > 0) return about('open');
  const ofBranch = current.filter(({ subject }) => coversBranch(subject));
  const isRead = ({ unread, ahead, isEarlier }: CurrentReview): boolean => unread === 0 && ahead === 0 && !isEarlier;
  const behind = [...ofBranch, ...current].find(review =>
    coversBranch(review.subject) ? !isRead(review) : review.isEarlier,
  );
  if (behind !== undefined) return { kind: 'behind', review: behind };
  return about(open === undefined || ofBranch.length === 0 ? 'none' : 'clear');
}

function isPending({ records: [latest] }: CurrentReview): boolean {
  return latest !== undefined && (!isSettled(latest) || latest.state === 'gaveUp');
}

function isIncomplete({ records: [latest], shown }: CurrentReview): boolean {
  const isPart = (record: SettledRecord | undefined): boolean => record !== undefined && lacks(record);
  return isPart(shown) || (latest !== undefined && isSettled(latest) && lacks(latest));
}

/** Whether a review that has ended cannot say that nothing else is wrong. */
export function lacks({ state, review }: SettledRecord): boolean {
  const { comments, undecoded, gaps = [], issuesFound = 0 } = review;
  const received = (comments?.length ?? 0) + undecoded.length;
  return (
    state !== 'completed' || comments === undefined || undecoded.length + gaps.length > 0 || issuesFound > received
  );
}
