import { firstLocalNumber, type PullRequestId } from '../../core/review/pullRequest.ts';
import type { Review } from '../../core/review/review.ts';

/** What is reviewed: a pull request, and the branch whose code its findings are shown in. */
export interface ReviewSubject {
  /** The service that reviews it: the hosted service's origin, or `embedded`. */
  readonly service: string;
  readonly pullRequest: PullRequestId;
  readonly title: string | undefined;
  /** Top folder of the working copy whose branch it is; undefined for a pull request that is not checked out here. */
  readonly root: string | undefined;
  /** The local branch that its findings are shown on; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /**
   * False for a review that does not cover the commits of the branch: of a pull request that was requested by number
   * while the branch happened to be checked out, or of uncommitted work.
   */
  readonly isOfBranch?: false;
  /** Head commit of the pull request when the review was triggered; `undefined` if unknown. */
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

/** The state of a review. Immutable: each change creates a new record. */
export type ReviewRecord =
  | (Asked & { readonly state: 'triggered' })
  | (Known & { readonly state: 'pending'; readonly review: Review; readonly watched: boolean })
  | (Settled & { readonly state: 'completed' })
  | (Settled & { readonly state: 'failed' })
  | (Settled & { readonly state: 'notRun' })
  /** Ended with a status that is not known. Its comments are shown, but it never counts as clean. */
  | (Settled & { readonly state: 'unknown' })
  /** Was still running when the watch ended. */
  | (Settled & { readonly state: 'gaveUp' });

export type SettledRecord = Extract<ReviewRecord, { settledAt: number }>;

/** Whether the review has ended or is no longer watched, so that no further poll is due. */
export function isSettled(record: ReviewRecord): record is SettledRecord {
  return record.state !== 'triggered' && record.state !== 'pending';
}

/** Returns the latest review of a branch's commits; `undefined` while it is under way. @param records latest first */
export function latestOfBranch(records: readonly ReviewRecord[]): SettledRecord | undefined {
  const latest = records.find(({ subject }) => subject.isOfBranch !== false);
  return latest !== undefined && isSettled(latest) ? latest : undefined;
}

/** Whether two ids name the same pull request. Repository names are compared without case, as hosts do. */
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

/** Title for a row: "acme/orders #7 Pay refunds back"; without a pull request "uncommitted work on main". */
export function subjectTitle(subject: ReviewSubject): string {
  const { title } = subject;
  if (title === undefined) return subjectName(subject);
  return hasPullRequest(subject) ? `${subjectName(subject)} ${title}` : title;
}

/** Whether the number is that of a pull request, and not one that the embedded service gave to local work. */
export function hasPullRequest({ service, pullRequest }: ReviewSubject): boolean {
  return service !== 'embedded' || pullRequest.number < firstLocalNumber;
}
