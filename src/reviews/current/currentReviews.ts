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
import type { WorkState } from '../../git/content/workComparison.ts';
import { keptElsewhere } from '../store/reviewStore.ts';
import { comparedWith, latestResult, seriesOf, type ReviewSeries } from './reviewSeries.ts';
import type { CurrentReview, OpenRoot, RepositoryReviews, Superseded, Work } from './repositoryReviews.ts';
import { tellingFolders } from './tellingFolders.ts';
import { comparedWork, laterOf, withWork } from './workReviews.ts';

/** What git says of commits. Unknown until it was asked. */
export interface CommitFacts {
  /** How far a commit is from what is checked out; `undefined` if unknown. @param head full hash of the latter */
  distance(root: string, commit: string, head: string): CommitDistance | undefined;
  /** Whether a commit holds the work that a snapshot was taken of. */
  holds(root: string, commit: string, snapshot: string): boolean;
  /** How many commits of a branch its pull request does not have; absent where that is not said. @param head full hash */
  unpushed?(root: string, branch: string, commit: string, head: string): number | undefined;
  /** What became of work; `undefined` if unknown, absent where that is not said. */
  workState?(root: string, work: Work): WorkState | undefined;
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

/** Returns the reviews of a window by repository: the open ones in their order, then the others by name. */
export function currentReviews(state: WindowState): RepositoryReviews[] {
  const reviews = seriesOf(state.records).flatMap(series => placed(series, state));
  const folders = tellingFolders(state.roots);
  const here = state.roots.map(open => {
    const own = reviews.filter(({ root }) => root === open.root).map(({ review }) => review);
    const reviewed = repositoryOf(open.repository, open, supersededBy(own, open, state), folders.get(open.root));
    return withWork(reviewed, review => {
      const work = comparedWork(review, open);
      return work && state.workState?.(open.root, work);
    });
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
  const review: CurrentReview = {
    ...series,
    shown,
    pending,
    isEarlier: shown !== own,
    previous: shown && comparedWith(series, shown),
    earlier: settled.filter(record => record !== shown),
    isElsewhere,
    isCommitted,
    isChanged: undefined,
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
  { root, branch, head }: OpenRoot,
  facts: CommitFacts,
): Superseded | undefined {
  const { subject, isElsewhere, shown } = review;
  const [latest] = review.records;
  const later = reviews.flatMap(other => laterOf(review, other));
  const pullRequests = later.filter(
    other => other.subject.kind === 'pullRequest' && other.subject.service === subject.service,
  );
  if (isElsewhere) {
    const isSame = (other: SettledRecord): boolean => isSamePullRequest(other.subject.pullRequest, subject.pullRequest);
    return pullRequests.some(isSame) ? 'newerPullRequest' : undefined;
  }
  // Where no branch is checked out, its commit is that of any branch whose review has read it.
  const isDetachedAt = branch === undefined && head !== undefined && shown !== undefined && commitOf(shown) === head;
  if (subject.branch !== branch && !isDetachedAt) return 'otherBranch';
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
    current: sorted.filter(review => !isSuperseded(review)),
    superseded: sorted.filter(isSuperseded),
  };
}

function isSuperseded({ superseded }: CurrentReview): boolean {
  return superseded !== undefined;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
