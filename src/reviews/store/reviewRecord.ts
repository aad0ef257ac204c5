import { firstLocalNumber, type PullRequestId } from '../../core/review/pullRequest.ts';
import type { Review } from '../../core/review/review.ts';

/** What a review is about and for whom it was asked. */
export interface ReviewSubject {
  /** Where it was asked: the hosted service's origin, or `embedded`. */
  readonly service: string;
  readonly pullRequest: PullRequestId;
  readonly title: string | undefined;
  /** Top folder of the working copy whose branch it is; undefined for a pull request that is not checked out here. */
  readonly root: string | undefined;
  /** The local branch that its findings are shown on; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /**
   * False for a review that the commits of the branch are nothing to: of a pull request that was asked for by its number
   * while the branch happened to be checked out, or of work that is not committed.
   */
  readonly isOfBranch?: false;
  /** The pull request's head commit when the review was triggered, where it is known. */
  readonly headCommit: string | undefined;
}

interface Asked {
  readonly subject: ReviewSubject;
  /** Milliseconds since the epoch. */
  readonly triggeredAt: number;
}

interface Known extends Asked {
  readonly reviewId: string;
}

interface Settled extends Known {
  /** Milliseconds since the epoch. */
  readonly settledAt: number;
  readonly review: Review;
}

/** One review through its life; replaced, never mutated. */
export type ReviewRecord =
  | (Asked & { readonly state: 'triggered' })
  | (Known & { readonly state: 'pending'; readonly review: Review; readonly watched: boolean })
  | (Settled & { readonly state: 'completed' })
  | (Settled & { readonly state: 'failed' })
  | (Settled & { readonly state: 'notRun' })
  /** It ended in a word that nobody knows; its comments are shown, and it is never called clean. */
  | (Settled & { readonly state: 'unknown' })
  /** It was still running when the watch ended. */
  | (Settled & { readonly state: 'gaveUp' });

export type SettledRecord = Extract<ReviewRecord, { settledAt: number }>;

/** Whether the review has ended, so that no further look is due. */
export function isSettled(record: ReviewRecord): record is SettledRecord {
  return record.state !== 'triggered' && record.state !== 'pending';
}

/** The latest of a branch's reviews that is about its commits, once it has ended. @param records the latest first */
export function latestOfBranch(records: readonly ReviewRecord[]): SettledRecord | undefined {
  const latest = records.find(({ subject }) => subject.isOfBranch !== false);
  return latest !== undefined && isSettled(latest) ? latest : undefined;
}

/** Whether two names and numbers are those of one pull request. Hosts take names for the same whatever their case. */
export function isSamePullRequest(a: PullRequestId, b: PullRequestId): boolean {
  return a.number === b.number && a.repository.toLowerCase() === b.repository.toLowerCase();
}

/** "acme/orders #7", the short name for messages; without a pull request "uncommitted work on main in acme/orders". */
export function subjectName(subject: ReviewSubject): string {
  const { pullRequest, title } = subject;
  return title === undefined || hasPullRequest(subject)
    ? `${pullRequest.repository} #${pullRequest.number}`
    : `${title} in ${pullRequest.repository}`;
}

/** For where there is little room: "acme/orders #7 Pay refunds back"; without a pull request "uncommitted work on main". */
export function subjectTitle(subject: ReviewSubject): string {
  const { title } = subject;
  if (title === undefined) return subjectName(subject);
  return hasPullRequest(subject) ? `${subjectName(subject)} ${title}` : title;
}

/** Whether its number is one of a pull request, and says something to people. Hosted services may number in any way. */
export function hasPullRequest({ service, pullRequest }: ReviewSubject): boolean {
  return service !== 'embedded' || pullRequest.number < firstLocalNumber;
}
