import path from 'node:path';
import { compareSeverity } from '../../core/review/severity.ts';
import { pathOf, type Finding } from '../../core/review/finding.ts';
import { stampOf } from '../../files/fileStamps.ts';
import { distanceBetween, holdsSnapshot } from '../../git/content/commitFacts.ts';
import { WorkComparison } from '../../git/content/workComparison.ts';
import { homeOf, identifyRepository, type RepositoryHome } from '../../git/repository/identifyRepository.ts';
import { openWorkingCopy, type WorkingCopy } from '../../git/repository/workingCopy.ts';
import type { Git } from '../../git/run/git.ts';
import { CommitCache } from '../current/commitCache.ts';
import { compareReviews } from '../current/compareReviews.ts';
import { formerComments } from '../current/formerComments.ts';
import { currentReviews } from '../current/currentReviews.ts';
import type { CurrentReview, RepositoryReviews } from '../current/repositoryReviews.ts';
import { overviewOf, sameFindingKey, type RepositoryOverview, type ReviewFinding } from '../current/overview.ts';
import { comparedWith, subjectKey } from '../current/reviewSeries.ts';
import { comparedWork, withWork } from '../current/workReviews.ts';
import { shownRecords, shownReviews, type FindingsRecord } from '../current/shownReviews.ts';
import type { RenamedFindings } from '../decisions/carriedDecisions.ts';
import {
  decidedSince,
  effectiveDecision,
  isOpenFinding,
  type Decision,
  type Decisions,
} from '../decisions/decisions.ts';
import { placesOf } from '../store/places.ts';
import { placeOf } from '../store/reviewStore.ts';
import type { UserData } from '../userData.ts';
import { DiskReview } from './diskReview.ts';

/** A finding of the current reviews of a working copy. */
export interface DiskFinding extends ReviewFinding {
  /** Unique among the findings of the working copy, and the same in the next review. */
  readonly id: string;
  readonly fingerprint: string;
  readonly finding: Finding;
  /** Real path of the file that it is in; `undefined` without one. */
  readonly file: string | undefined;
  readonly decision: Decision;
  readonly review: DiskReview;
}

/** The findings of a working copy as they are now. */
export interface DiskOverview extends RepositoryOverview<DiskFinding> {
  readonly copy: WorkingCopy;
  /** All findings by id, the worst first. */
  readonly byId: ReadonlyMap<string, DiskFinding>;
}

interface StoredReviews {
  readonly stamp: string;
  readonly reviews: readonly DiskReview[];
  readonly of: RepositoryReviews;
}

interface OpenedCopy {
  readonly copy: WorkingCopy;
  readonly repository: string;
  readonly home: RepositoryHome;
  readonly stamp: string;
}

interface Reading {
  readonly stamp: string;
  readonly decisions: readonly Decisions[];
  readonly overview: DiskOverview;
}

/** The findings of one working copy, for programs without an editor: stored reviews, files on disk, decisions. */
export class DiskFindings {
  readonly #git: Git;
  readonly #data: UserData;
  readonly #folder: string;
  #copy: OpenedCopy | undefined;
  #stored: StoredReviews | undefined;
  #reading: Reading | undefined;

  /** @param folder in the working copy */
  constructor(git: Git, data: UserData, folder: string) {
    this.#git = git;
    this.#data = data;
    this.#folder = folder;
  }

  /** Reads what has changed since. @throws CodeReviewError of kind `git` where there is no working copy */
  async read(signal: AbortSignal): Promise<DiskOverview> {
    const { copy, repository, home } = await this.#open(signal);
    const decisionsOf = ({ record }: DiskReview): Promise<Decisions> =>
      this.#data.decisions.all({ fullName: repositoryOf(record), home });
    const stored = await this.#load(copy, repository, signal);
    const { reviews } = stored;
    const of = await this.#compared(stored.of, copy, signal);
    const stamp = [stored.stamp, ...of.current.flatMap(({ key, ...is }) => [key, is.isChanged, is.isCommitted])].join(
      '\0',
    );
    const changed = await Promise.all(reviews.map(review => review.refresh()));
    const decisions = await Promise.all(reviews.map(decisionsOf));
    const last = this.#reading;
    const isSame = last?.stamp === stamp && decisions.every((each, index) => each === last.decisions[index]);
    if (isSame && !changed.includes(true)) return last.overview;
    const overview = { ...overviewFrom(of, reviews, decisions), copy };
    this.#reading = { stamp, decisions, overview };
    return overview;
  }

  /** Keeps what was decided about a finding, for editors too. */
  async decide({ review, fingerprint }: DiskFinding, decision: Decision): Promise<void> {
    const decided = new Set([fingerprint]);
    const repository = { fullName: repositoryOf(review.record), home: this.#copy?.home };
    const kept = decidedSince(decision, review.record.triggeredAt);
    await this.#data.decisions.decide(repository, review.known, decided, kept);
  }

  /** Keeps decisions about findings of a review in files that were renamed, see `DecisionStore.carry`. */
  async carry(record: FindingsRecord, renamed: RenamedFindings, signal: AbortSignal): Promise<void> {
    const { home } = await this.#open(signal);
    await this.#data.decisions.carry({ fullName: repositoryOf(record), home }, renamed);
  }

  async #open(signal: AbortSignal): Promise<OpenedCopy> {
    if (this.#copy !== undefined && this.#copy.stamp === headStamp(this.#copy.copy)) return this.#copy;
    const { copy, stamp } = await this.#stamped(signal);
    const identity = await identifyRepository(this.#git, copy, { hosts: {} }, signal);
    this.#copy = { copy, repository: identity.fullName, home: homeOf(identity, copy), stamp };
    return this.#copy;
  }

  /** Reads the working copy until its stamp is that of what was read: HEAD may move between the two. */
  async #stamped(signal: AbortSignal): Promise<{ readonly copy: WorkingCopy; readonly stamp: string }> {
    let copy = await openWorkingCopy(this.#git, this.#folder, signal);
    for (;;) {
      const stamp = headStamp(copy);
      const now = await openWorkingCopy(this.#git, this.#folder, signal);
      if (now.head === copy.head && now.branch === copy.branch) return { copy, stamp };
      copy = now;
    }
  }

  /** Says of reviews of work what became of it. */
  async #compared(of: RepositoryReviews, copy: WorkingCopy, signal: AbortSignal): Promise<RepositoryReviews> {
    const comparison = new WorkComparison(this.#git);
    try {
      const { open } = of;
      const asked = of.current.map(async review => {
        const work = open && comparedWork(review, open);
        return [review, work && (await comparison.stateOf(copy, work.kind, work.snapshot, signal))] as const;
      });
      const states = new Map(await Promise.all(asked));
      return withWork(of, review => states.get(review));
    } finally {
      comparison.dispose();
    }
  }

  async #load({ root, branch, head }: WorkingCopy, repository: string, signal: AbortSignal): Promise<StoredReviews> {
    const { reviews: store } = this.#data;
    await store.follow(root);
    const places = [
      ...placesOf(root),
      placeOf({ kind: 'pullRequest', root: undefined, pullRequest: { repository, number: 1 } }),
    ];
    const stamps = await Promise.all(places.map(place => store.stamp(place)));
    const stamp = [root, branch, head, ...stamps].join('\0');
    if (this.#stored?.stamp === stamp) return this.#stored;
    const records = (await Promise.all(places.map(place => store.load(place)))).flat();
    const commits = new CommitCache({
      distanceBetween: (...about) => distanceBetween(this.#git, ...about, signal),
      holdsSnapshot: (...about) => holdsSnapshot(this.#git, ...about, signal),
    });
    const now = (): RepositoryReviews[] =>
      currentReviews({
        roots: [{ root, branch, head, repository }],
        records,
        chosen: new Map(),
        now: Date.now(),
        distance: (...about) => commits.distance(...about),
        holds: (...about) => commits.holds(...about),
      });
    let found = now();
    while (await commits.learn()) found = now();
    const [own = { repository, folder: undefined, open: undefined, current: [], superseded: [] }] = found;
    const shown = shownReviews([{ ...own, superseded: [] }]);
    const reviews = await Promise.all(shown.map(each => DiskReview.open(this.#git, each, signal)));
    this.#stored = { stamp, reviews, of: own };
    return this.#stored;
  }
}

function overviewFrom(
  of: RepositoryReviews,
  reviews: readonly DiskReview[],
  decisions: readonly Decisions[],
): Omit<DiskOverview, 'copy'> {
  const byRecord = new Map<FindingsRecord, readonly DiskFinding[]>();
  for (const [index, review] of reviews.entries())
    byRecord.set(review.record, findingsOf(review, of, decisions[index]));
  const shownOf = (review: CurrentReview): readonly DiskFinding[] =>
    shownRecords(review).flatMap(record => byRecord.get(record) ?? []);
  const [overview] = overviewOf([of], shownOf, ([first]) => first).repositories;
  if (overview === undefined) throw new Error('A repository has an overview.');
  return { ...overview, byId: identified(overview.findings) };
}

function findingsOf(review: DiskReview, of: RepositoryReviews, decisions: Decisions | undefined): DiskFinding[] {
  const { record, known } = review;
  const series = of.current.find(({ records }) => records.some(each => each === record));
  const previous = series && comparedWith(series, record);
  const { comments = [] } = record.review;
  const added = previous && compareReviews(previous.review.comments ?? [], comments, formerComments(record)).added;
  const decided = decisions?.of(known);
  return review.places().map(({ finding, file }, index): DiskFinding => {
    const { comment, state, range } = finding;
    const fingerprint = known[index]?.fingerprint ?? finding.id;
    const decision = effectiveDecision(decided?.get(fingerprint) ?? { state: 'open' }, record.triggeredAt, state);
    const lines = range && ([range.startLine, range.endLine] as const);
    return {
      id: fingerprint,
      fingerprint,
      finding,
      file,
      decision,
      review,
      key: sameFindingKey({ fingerprint, file, lines, subject: subjectKey(record.subject) }),
      isOpen: isOpenFinding(comment, decision),
      isShown: true,
      state,
      severity: comment.severity,
      novelty: added && (added.has(fingerprint) ? 'new' : 'still'),
    };
  });
}

/** Findings of several reviews may have one fingerprint and differ in their place: the later ones get a number. */
function identified(findings: readonly DiskFinding[]): ReadonlyMap<string, DiskFinding> {
  const byId = new Map<string, DiskFinding>();
  for (const finding of [...findings].sort(compareFindings)) {
    let id = finding.id;
    for (let turn = 2; byId.has(id); turn++) id = `${finding.id}-${turn}`;
    byId.set(id, { ...finding, id });
  }
  return byId;
}

function compareFindings(a: DiskFinding, b: DiskFinding): number {
  const [one, other] = [a.finding, b.finding];
  return (
    compareSeverity(a.severity, b.severity) ||
    compareText(pathOf(one) ?? '', pathOf(other) ?? '') ||
    (one.range?.startLine ?? 0) - (other.range?.startLine ?? 0)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function repositoryOf({ subject }: FindingsRecord): string {
  return subject.pullRequest.repository;
}

/** Changes whenever another branch or commit may be checked out, or the remotes have changed. */
function headStamp({ gitDir, commonDir, branch }: WorkingCopy): string {
  return stampOf([
    path.join(gitDir, 'HEAD'),
    ...(branch === undefined ? [] : [path.join(commonDir, 'refs', 'heads', branch)]),
    ...['packed-refs', 'config', 'reftable/tables.list'].map(name => path.join(commonDir, name)),
  ]);
}
