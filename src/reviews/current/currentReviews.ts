import {
  commitOf,
  coversBranch,
  hasPullRequest,
  isSamePullRequest,
  isSettled,
  isUncommitted,
  type ReviewRecord,
  type ReviewSubject,
  type SettledRecord,
  type SubjectKind,
} from '../store/reviewRecord.ts';
import type { CommitDistance } from '../../git/content/commitFacts.ts';
import { keptElsewhere } from '../store/reviewStore.ts';
import { comparedWith, latestResult, seriesOf, type ReviewSeries } from './reviewSeries.ts';
import { tellingFolders } from './tellingFolders.ts';

/** A working copy that is open, as it is checked out now. */
interface OpenRoot {
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

/** What git says of commits. Unknown until it was asked. */
export interface CommitFacts {
  /** How far a commit is from what is checked out; `undefined` if unknown. @param head full hash of the latter */
  distance(root: string, commit: string, head: string): CommitDistance | undefined;
  /** Whether a commit holds the work that a snapshot was taken of. */
  holds(root: string, commit: string, snapshot: string): boolean;
  /** How many commits of a branch its pull request does not have; absent where that is not said. @param head full hash */
  unpushed?(root: string, branch: string, commit: string, head: string): number | undefined;
  /** Whether work is another by now; `undefined` if unknown, absent where that is not said. */
  changed?(root: string, work: Work): boolean | undefined;
}

/** Everything that decides which reviews are current. */
export interface WindowState extends CommitFacts {
  readonly roots: readonly OpenRoot[];
  readonly records: readonly ReviewRecord[];
  /** By the key of a series, the id of the earlier review that the user chose. */
  readonly chosen: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a review is no longer current. */
type Superseded =
  /** Another branch is checked out; it is current again with its branch. */
  | 'otherBranch'
  /** The work is committed, and a later review has read it. */
  | 'committed'
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

/** Returns the reviews of a window by repository: the open ones in their order, then the others by name. */
export function currentReviews(state: WindowState): RepositoryReviews[] {
  const reviews = seriesOf(state.records).flatMap(series => placed(series, state));
  const folders = tellingFolders(state.roots);
  const here = state.roots.map(open => {
    const own = reviews.filter(({ root }) => root === open.root).map(({ review }) => review);
    return repositoryOf(open.repository, open, supersededBy(own, open, state), folders.get(open.root));
  });
  const others = reviews.filter(({ root }) => root === undefined).map(({ review }) => review);
  const byName = Map.groupBy(others, ({ subject }) => subject.pullRequest.repository.toLowerCase());
  const elsewhere = [...byName.values()].map(ofName =>
    repositoryOf(ofName[0]?.subject.pullRequest.repository ?? '', undefined, ofName),
  );
  return [...here, ...elsewhere.sort((a, b) => compareText(a.repository, b.repository))];
}

interface PlacedSeries {
  /** The open working copy that it belongs to. */
  readonly root: string | undefined;
  readonly review: CurrentReview;
}

/** Nothing for a series whose folder is closed, or which is too old. */
function placed(series: ReviewSeries, state: WindowState): PlacedSeries[] {
  const { subject, records } = series;
  const isElsewhere = subject.root === undefined || subject.isOfBranch === false;
  const name = subject.pullRequest.repository.toLowerCase();
  const open = isElsewhere
    ? (state.roots.find(({ root }) => root === subject.root) ??
      state.roots.find(({ repository }) => repository.toLowerCase() === name))
    : state.roots.find(({ root }) => root === subject.root);
  if (open === undefined && !isElsewhere) return [];
  const [latest] = records;
  if (latest === undefined || (isElsewhere && isSettled(latest) && latest.settledAt + keptElsewhere < state.now))
    return [];
  const own = latestResult(series);
  const settled = records.filter(isSettled);
  const chosenId = state.chosen.get(series.key);
  const chosen = settled.find(({ reviewId }) => reviewId === chosenId);
  const shown = chosen ?? own;
  const pending = isSettled(latest) ? undefined : latest;
  const commit = shown === undefined ? undefined : commitOf(shown);
  const distance = commit === undefined || open === undefined ? undefined : distanceTo(open, commit, state);
  const isCommitted =
    open?.head !== undefined &&
    commit !== undefined &&
    isUncommitted(subject) &&
    state.holds(open.root, open.head, commit);
  const work = comparedWork({ subject, shown, isCommitted }, open);
  const review: CurrentReview = {
    ...series,
    shown,
    pending,
    isEarlier: shown !== own,
    previous: shown && comparedWith(series, shown),
    earlier: settled.filter(record => record !== shown),
    isElsewhere,
    isCommitted,
    isChanged: work && open && state.changed?.(open.root, work),
    unread: distance?.unread,
    ahead: distance?.ahead,
    unpushed: distance?.unread && open && commit ? unpushedOf(subject, open, commit, state) : undefined,
    superseded: undefined,
  };
  return [{ root: open?.root, review }];
}

function distanceTo({ root, head }: OpenRoot, commit: string, facts: CommitFacts): CommitDistance | undefined {
  if (head === undefined) return undefined;
  return commit === head ? { unread: 0, ahead: 0 } : facts.distance(root, commit, head);
}

/** The work that a review has read, to be compared with what is there now: that on the branch that is checked out. */
export function comparedWork(
  { subject: { kind, branch }, shown, isCommitted }: Pick<CurrentReview, 'subject' | 'shown' | 'isCommitted'>,
  open: OpenRoot | undefined,
): Work | undefined {
  const snapshot = shown && commitOf(shown);
  if (snapshot === undefined || isCommitted || (kind !== 'uncommitted' && kind !== 'staged')) return undefined;
  return open === undefined || open.branch !== branch ? undefined : { kind, snapshot };
}

/** Only the pull request of the branch that is checked out lacks what is not pushed. */
function unpushedOf(
  subject: ReviewSubject,
  { root, branch, head }: OpenRoot,
  commit: string,
  facts: CommitFacts,
): number | undefined {
  if (!hasPullRequest(subject) || !coversBranch(subject) || subject.branch !== branch) return undefined;
  return branch === undefined || head === undefined ? undefined : facts.unpushed?.(root, branch, commit, head);
}

/** Marks the reviews of a working copy that are not current any more. */
function supersededBy(reviews: readonly CurrentReview[], open: OpenRoot, facts: CommitFacts): CurrentReview[] {
  return reviews.map(review => {
    const superseded = whySuperseded(review, reviews, open, facts);
    return superseded === undefined ? review : { ...review, superseded };
  });
}

function whySuperseded(
  review: CurrentReview,
  reviews: readonly CurrentReview[],
  { root, branch }: OpenRoot,
  facts: CommitFacts,
): Superseded | undefined {
  const { subject, isElsewhere, key } = review;
  const [latest] = review.records;
  const isOther = (other: CurrentReview): boolean => other.key !== key && coversBranch(other.subject);
  const later = reviews.filter(isOther).flatMap(({ records }) => records.filter(record => isLater(record, review)));
  const pullRequests = later.filter(
    other => other.subject.kind === 'pullRequest' && other.subject.service === subject.service,
  );
  if (isElsewhere) {
    const isSame = (other: SettledRecord): boolean => isSamePullRequest(other.subject.pullRequest, subject.pullRequest);
    return pullRequests.some(isSame) ? 'newerPullRequest' : undefined;
  }
  if (subject.branch !== branch) return 'otherBranch';
  const isOfBranch = (other: SettledRecord): boolean => other.subject.branch === branch;
  if (!isUncommitted(subject)) return pullRequests.some(isOfBranch) ? 'newerPullRequest' : undefined;
  // What is shown may be of work from before.
  const work = latest && commitOf(latest);
  if (work === undefined) return undefined;
  const hasRead = (other: SettledRecord): boolean => {
    const commit = commitOf(other);
    return commit !== undefined && facts.holds(root, commit, work);
  };
  return later.some(other => isOfBranch(other) && hasRead(other)) ? 'committed' : undefined;
}

/** Whether a review was triggered after those of a series, and has a result. */
function isLater(record: ReviewRecord, { records: [latest] }: CurrentReview): record is SettledRecord {
  const isCompleted = record.state === 'completed' && record.review.comments !== undefined;
  return isCompleted && record.triggeredAt > (latest?.triggeredAt ?? 0);
}

const order: readonly SubjectKind[] = ['pullRequest', 'branch', 'uncommitted', 'staged'];

function repositoryOf(
  repository: string,
  open: OpenRoot | undefined,
  reviews: readonly CurrentReview[],
  folder?: string,
): RepositoryReviews {
  const sorted = [...reviews].sort(
    (a, b) =>
      Number(a.isElsewhere) - Number(b.isElsewhere) ||
      order.indexOf(a.subject.kind) - order.indexOf(b.subject.kind) ||
      a.subject.pullRequest.number - b.subject.pullRequest.number ||
      compareText(a.subject.service, b.subject.service),
  );
  return {
    repository,
    folder,
    open,
    current: sorted.filter(({ superseded }) => superseded === undefined),
    superseded: sorted.filter(({ superseded }) => superseded !== undefined),
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
