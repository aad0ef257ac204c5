import type { ReviewRecord, SettledRecord } from '../store/reviewRecord.ts';
import type { ReviewSeries } from './reviewSeries.ts';

/** A working copy that is open, as it is checked out now. */
export interface OpenRoot {
  /** Real path of its top folder. */
  readonly root: string;
  /** `owner/name` */
  readonly repository: string;
  /** `undefined` for a detached HEAD. */
  readonly branch: string | undefined;
  /** Full hash of HEAD's commit; `undefined` while there is none. */
  readonly head: string | undefined;
}

/** Work that is not committed, as a review has read it. */
export interface Work {
  readonly kind: 'uncommitted' | 'staged';
  /** The commit that it was read as. */
  readonly snapshot: string;
}

/** Why a review is no longer current. */
export type Superseded =
  /** Another branch is checked out; it is current again with its branch. */
  | 'otherBranch'
  /** The work is committed, and a later review has read it. */
  | 'committed'
  /** The work was thrown away: none of its files is uncommitted. */
  | 'discarded'
  /** The branch has another pull request now, or has one at last, which a later review has read. */
  | 'newerPullRequest';

/** A series of reviews, with the one that counts. */
export interface CurrentReview extends ReviewSeries {
  /** The review whose findings are shown; `undefined` as long as none has ended. */
  readonly shown: SettledRecord | undefined;
  /** The latest review if it is under way; its comments so far, if any, are shown beside the others. */
  readonly pending: PendingRecord | undefined;
  /** Whether `shown` is an earlier review that the user chose. */
  readonly isEarlier: boolean;
  /** The review that `shown` is compared with. */
  readonly previous: SettledRecord | undefined;
  /** The reviews that have ended and are not shown, the latest first. */
  readonly earlier: readonly SettledRecord[];
  /** Whether its pull request is not checked out here. */
  readonly isElsewhere: boolean;
  /** Whether the work that it is about has been committed since. */
  readonly isCommitted: boolean;
  /** Whether the work that the shown review has read is another by now; `undefined` if unknown, or not asked. */
  readonly isChanged: boolean | undefined;
  /** How many commits that are checked out the shown review has not read; `undefined` if unknown. */
  readonly unread: number | undefined;
  /** How many commits the shown review has read that are not checked out, such as after a reset; `undefined` if unknown. */
  readonly ahead: number | undefined;
  /** How many of the unread commits are not pushed, so that its pull request does not have them; `undefined` if unknown. */
  readonly unpushed: number | undefined;
  /** `undefined` for a review that is current. */
  readonly superseded: Superseded | undefined;
}

type PendingRecord = Exclude<ReviewRecord, SettledRecord>;

/** The reviews of one repository. */
export interface RepositoryReviews {
  /** `owner/name` */
  readonly repository: string;
  /** The folder that tells it from other working copies of this repository; `undefined` where only one is open. */
  readonly folder: string | undefined;
  /** `undefined` for a repository that is not open. */
  readonly open: OpenRoot | undefined;
  /** In the order of their rows: of the branch, of what is not committed, of pull requests by number. */
  readonly current: readonly CurrentReview[];
  readonly superseded: readonly CurrentReview[];
}
