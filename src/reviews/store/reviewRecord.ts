import { t } from '../../core/base/l10n.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import { firstLocalNumber, type PullRequestId } from '../../core/review/pullRequest.ts';
import type { Review } from '../../core/review/review.ts';
import type { Renames } from './renames.ts';

/** What a review is about: commits that have a pull request or not, or work that is not committed. */
export type SubjectKind = 'pullRequest' | 'branch' | 'uncommitted' | 'staged';

/** What is reviewed: a pull request or local work, and the branch whose code its findings are shown in. */
export interface ReviewSubject {
  readonly kind: SubjectKind;
  /** The service that reviews it: the hosted service's origin, or `embedded`. */
  readonly service: string;
  readonly pullRequest: PullRequestId;
  readonly title: string | undefined;
  /** Top folder of the working copy whose branch it is; undefined for a pull request that is not checked out here. */
  readonly root: string | undefined;
  /** The local branch that its findings are shown on; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** False for a pull request that was requested by number while another branch was checked out. */
  readonly isOfBranch?: false;
  /**
   * Head commit of the pull request when the review was triggered, or the snapshot of work that is not committed, whose
   * parent was checked out then; `undefined` if unknown.
   */
  readonly headCommit: string | undefined;
  /** Address of the pull request's page, if its host gave one. */
  readonly url?: string;
}

interface Asked {
  readonly subject: ReviewSubject;
  /** Milliseconds since the epoch. */
  readonly triggeredAt: number;
}

interface Running {
  /** Whether it was cancelled here, which its service has not answered yet; never stored. */
  readonly isCancelling?: true;
}

interface Known extends Asked {
  readonly reviewId: string;
}

interface Settled extends Known {
  /** Milliseconds since the epoch. */
  readonly settledAt: number;
  readonly review: Review;
  /** What was renamed since the review that it is compared with; absent where nothing was. */
  readonly renamed?: Renames;
}

/** The state of a review. Immutable: each change creates a new record. */
export type ReviewRecord =
  | (Asked & Running & { readonly state: 'triggered' })
  | (Known & Running & { readonly state: 'pending'; readonly review: Review; readonly watched: boolean })
  | (Settled & { readonly state: 'completed' })
  | (Settled & { readonly state: 'failed' })
  | (Settled & { readonly state: 'notRun' })
  /** Ended with a status that is not known. Its comments are shown, but it never counts as clean. */
  | (Settled & { readonly state: 'unknown' })
  /** Was still running when the watch ended. */
  | (Settled & { readonly state: 'gaveUp' });

export type SettledRecord = Extract<ReviewRecord, { settledAt: number }>;

/**
 * When a review is triggered now, in milliseconds since the epoch: after all others, also where the clock was set back since,
 * so that it is not taken for an earlier one.
 */
export function triggeredAfter(others: readonly ReviewRecord[], now: number): number {
  return others.reduce((latest, { triggeredAt }) => Math.max(latest, triggeredAt + 1), now);
}

/** Whether the review has ended or is no longer watched, so that no further poll is due. */
export function isSettled(record: ReviewRecord): record is SettledRecord {
  return record.state !== 'triggered' && record.state !== 'pending';
}

/** Whether a review is under way, and this window waits for its end. */
export function isWatched(record: ReviewRecord): boolean {
  return record.state === 'triggered' || (record.state === 'pending' && record.watched);
}

/** Whether a review can be cancelled: it runs, and this window watches it or its service can be told. */
export function isCancellable(record: ReviewRecord): boolean {
  return isWatched(record) || (record.state === 'pending' && record.subject.service === 'embedded');
}

/** Returns the latest review of a branch's commits; `undefined` while it is under way. @param records latest first */
export function latestOfBranch(records: readonly ReviewRecord[]): SettledRecord | undefined {
  const latest = records.find(({ subject }) => coversBranch(subject));
  return latest !== undefined && isSettled(latest) ? latest : undefined;
}

/** The commit that a review has read; `undefined` if unknown. */
export function commitOf(record: ReviewRecord): string | undefined {
  return ('review' in record ? record.review.commit : undefined) ?? record.subject.headCommit;
}

/** Whether a review that has ended cannot say that nothing else is wrong. */
export function lacks(record: SettledRecord): boolean {
  const { state, review } = record;
  return state !== 'completed' || lacksComments(record) || (review.gaps ?? []).length > 0;
}

/** Whether some of what a review has found did not come, or could not be read. */
export function lacksComments({ review: { comments, undecoded, issuesFound = 0 } }: SettledRecord): boolean {
  return comments === undefined || undecoded.length > 0 || issuesFound > comments.length;
}

/** Whether a review is about the commits of the branch that its subject names. */
export function coversBranch({ kind, isOfBranch }: ReviewSubject): boolean {
  return (kind === 'pullRequest' || kind === 'branch') && isOfBranch !== false;
}

/** Whether a review is about work that was not committed. */
export function isUncommitted({ kind }: Pick<ReviewSubject, 'kind'>): boolean {
  return kind === 'uncommitted' || kind === 'staged';
}

/** Whether two ids name the same pull request. Repository names are compared without case, as hosts do. */
export function isSamePullRequest(a: PullRequestId, b: PullRequestId): boolean {
  return a.number === b.number && a.repository.toLowerCase() === b.repository.toLowerCase();
}

/** "acme/orders #7", the short name for messages; without a pull request "uncommitted work on main in acme/orders". */
export function subjectName(subject: ReviewSubject): string {
  const { pullRequest } = subject;
  const title = titleOf(subject);
  return title === undefined || hasPullRequest(subject)
    ? `${pullRequest.repository} #${pullRequest.number}`
    : t('{title} in {repository}', { title, repository: pullRequest.repository });
}

/** Title for a row: "acme/orders #7 Pay refunds back"; without a pull request "uncommitted work on main". */
export function subjectTitle(subject: ReviewSubject): string {
  const title = titleOf(subject);
  if (title === undefined) return subjectName(subject);
  return hasPullRequest(subject) ? `${subjectName(subject)} ${plainMarkdown(title)}` : title;
}

/** Title of a review of work that is not committed: "staged work on main". @param on the branch, or the commit without one */
export function workTitle(kind: 'uncommitted' | 'staged', on: string): string {
  return kind === 'staged'
    ? t('staged work on {branch}', { branch: on })
    : t('uncommitted work on {branch}', { branch: on });
}

/** The title in the display language of now: who stored it, such as an agent, may have another. */
function titleOf({ kind, branch, title }: ReviewSubject): string | undefined {
  return (kind === 'uncommitted' || kind === 'staged') && branch !== undefined ? workTitle(kind, branch) : title;
}

/** Whether the number is that of a pull request, and not one that the embedded service gave to local work. */
export function hasPullRequest({ kind }: ReviewSubject): boolean {
  return kind === 'pullRequest';
}

/** A subject as it was stored before subjects had a kind. */
type StoredSubject = Omit<ReviewSubject, 'kind'> & { readonly kind?: SubjectKind };

/** Completes a stored subject: without a kind, its number and title tell what it was about. */
export function readSubject(stored: StoredSubject): ReviewSubject {
  const { kind, isOfBranch, ...subject } = stored;
  if (kind !== undefined) return { ...stored, kind };
  if (subject.service !== 'embedded' || subject.pullRequest.number < firstLocalNumber)
    return { ...stored, kind: 'pullRequest' };
  if (isOfBranch !== false) return { ...subject, kind: 'branch' };
  return { ...subject, kind: subject.title?.startsWith('staged ') === true ? 'staged' : 'uncommitted' };
}
