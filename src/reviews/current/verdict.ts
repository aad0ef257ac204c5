import { coversBranch, isSettled, isUncommitted, lacks, type SettledRecord } from '../store/reviewRecord.ts';
import type { CurrentReview, RepositoryReviews } from './repositoryReviews.ts';
import type { FindingCounts } from './findingCounts.ts';

/** What may be said of a repository in a word. The first that holds counts. */
type VerdictKind =
  | 'pending'
  | 'failed'
  | 'notRun'
  | 'incomplete'
  | 'open'
  /** Nothing is open, but the branch's review has not read what is checked out, or work has changed since its review. */
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
  const behind = [...ofBranch, ...current].find(review =>
    coversBranch(review.subject) ? !isRead(review) : review.isEarlier,
  );
  if (behind !== undefined) return { kind: 'behind', review: behind };
  if (open === undefined || ofBranch.length === 0) return about('none');
  return found('behind', review => isUncommitted(review.subject) && !isAsReviewed(review)) ?? about('clear');
}

/** Whether the shown review of a branch is its latest, and has read what is checked out. */
function isRead({ unread, ahead, isEarlier }: CurrentReview): boolean {
  return unread === 0 && ahead === 0 && !isEarlier;
}

/** Whether work is still what its review has read. Once it is committed, that is told of the branch. */
function isAsReviewed({ isCommitted, isChanged }: CurrentReview): boolean {
  return isCommitted || isChanged === false;
}

function isPending({ records: [latest] }: CurrentReview): boolean {
  return latest !== undefined && (!isSettled(latest) || latest.state === 'gaveUp');
}

function isIncomplete({ records: [latest], shown }: CurrentReview): boolean {
  const isPart = (record: SettledRecord | undefined): boolean => record !== undefined && lacks(record);
  return isPart(shown) || (latest !== undefined && isSettled(latest) && lacks(latest));
}
