import fc from 'fast-check';
import type { CommitDistance } from '../../../../src/git/content/commitFacts.ts';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { currentReviews, type WindowState } from '../../../../src/reviews/current/currentReviews.ts';
import type { RepositoryReviews } from '../../../../src/reviews/current/repositoryReviews.ts';
import type { ReviewRecord, ReviewSubject, SubjectKind } from '../../../../src/reviews/store/reviewRecord.ts';
import { aComment, aReview, aSubject } from '../builders.ts';

const services = ['embedded', 'https://review.example.com'] as const;
const kinds = ['pullRequest', 'branch', 'uncommitted', 'staged', 'byNumber', 'notOpen'] as const;
type Kind = (typeof kinds)[number];
/** How a review ends: its state, its comments and what it lacks. */
const outcomes = [
  'clean',
  'comments',
  'gaps',
  'noComments',
  'undecoded',
  'failed',
  'notRun',
  'unknown',
  'gaveUp',
] as const;
type Outcome = (typeof outcomes)[number];

/** One thing that happens in a window. Indices are taken modulo what there is. */
export type Step =
  | {
      readonly do: 'trigger';
      readonly kind: Kind;
      readonly root: number;
      readonly service: number;
      readonly comments: number;
    }
  | { readonly do: 'settle'; readonly which: number; readonly outcome: Outcome; readonly comments: readonly number[] }
  | WorkStep
  | PickStep
  | { readonly do: 'reload' };
/** `rebase` takes HEAD off its branch, which is still the one that is worked on; then `abort` takes it back, and `finish` the branch to it. */
const workSteps = ['edit', 'commit', 'amend', 'reset', 'switch', 'rebase', 'abort', 'finish'] as const;
interface WorkStep {
  readonly do: (typeof workSteps)[number];
  readonly root: number;
}
interface PickStep {
  readonly do: 'decide' | 'choose';
  readonly which: number;
}

const index = fc.nat(7);
const comments = fc.uniqueArray(fc.nat(5), { maxLength: 3 });

/** Steps, triggered and settled reviews more often than others. */
export const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record<Step & { do: 'trigger' }>({
        do: fc.constant('trigger'),
        kind: fc.constantFrom(...kinds),
        root: index,
        service: index,
        comments: fc.nat(1),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record<Step & { do: 'settle' }>({
        do: fc.constant('settle'),
        which: index,
        outcome: fc.oneof(fc.constant<Outcome>('clean'), fc.constantFrom(...outcomes)),
        comments,
      }),
    },
    fc.record<WorkStep>({ do: fc.constantFrom(...workSteps), root: index }),
    fc.record<PickStep>({ do: fc.constantFrom('decide', 'decide', 'choose'), which: index }),
    fc.constant<Step>({ do: 'reload' }),
  ),
  { minLength: 1, maxLength: 25 },
);

interface Commit {
  readonly id: string;
  readonly parent: Commit | undefined;
  /** Itself and all before it. */
  readonly history: ReadonlySet<string>;
  readonly work: ReadonlySet<number>;
}

interface Copy {
  readonly root: string;
  readonly repository: string;
  branch: 'main' | 'feature';
  readonly heads: Map<string, Commit>;
  /** HEAD's commit while it is off its branch. */
  detached: Commit | undefined;
  /** Work that is not committed. */
  work: Set<number>;
}

/** A window with two repositories, without an editor: what happened in it, and what the reviews make of that. */
export class SimulatedWindow {
  readonly copies: readonly Copy[] = ['orders', 'billing'].map(name => {
    const first = commitOf(`${name}-0`, undefined, new Set());
    return {
      root: `/work/${name}`,
      repository: `acme/${name}`,
      branch: 'feature',
      detached: undefined,
      work: new Set([0]),
      heads: new Map([
        ['main', first],
        ['feature', first],
      ]),
    };
  });
  records: ReviewRecord[] = [];
  /** Findings that were decided: repository and title. */
  readonly decided = new Set<string>();
  chosen = new Map<string, string>();
  readonly #commits = new Map<string, Commit>();
  #count = 0;

  constructor() {
    for (const { heads } of this.copies) for (const commit of heads.values()) this.#commits.set(commit.id, commit);
  }

  get repositories(): RepositoryReviews[] {
    return currentReviews({
      roots: this.copies.map((copy): WindowState['roots'][number] => ({
        root: copy.root,
        repository: copy.repository,
        branch: copy.branch,
        head: this.head(copy).id,
      })),
      records: this.records,
      chosen: this.chosen,
      now: this.#count,
      distance: (root, commit) =>
        this.distance(
          this.copies.find(copy => copy.root === root),
          commit,
        ),
      holds: (_, commit, snapshot) => this.holds(commit, snapshot),
      workState: (root, { snapshot }) => {
        const copy = this.copies.find(each => each.root === root);
        if (copy === undefined) return undefined;
        if (this.isOnDisk(copy, snapshot)) return 'same';
        return this.isDiscarded(copy, snapshot) ? 'discarded' : 'changed';
      },
    });
  }

  head({ heads, branch, detached }: Copy): Commit {
    return detached ?? heads.get(branch) ?? commitOf('none', undefined, new Set());
  }

  distance(copy: Copy | undefined, commit: string): CommitDistance | undefined {
    const read = this.#commits.get(commit);
    if (copy === undefined || read === undefined) return undefined;
    const { history } = this.head(copy);
    const missing = (from: ReadonlySet<string>, of: ReadonlySet<string>): number =>
      [...of].filter(each => !from.has(each)).length;
    return { unread: missing(read.history, history), ahead: missing(history, read.history) };
  }

  holds(commit: string, snapshot: string): boolean {
    const [reviewed, work] = [this.#commits.get(commit), this.#commits.get(snapshot)];
    if (reviewed === undefined || work === undefined) return false;
    return work.work.size > 0 && [...work.work].every(each => reviewed.work.has(each));
  }

  /** Whether what a snapshot was taken of is what is on disk. */
  isOnDisk(copy: Copy, snapshot: string): boolean {
    const read = this.#commits.get(snapshot)?.work;
    const now = new Set([...this.head(copy).work, ...copy.work]);
    return read !== undefined && read.size === now.size && [...now].every(each => read.has(each));
  }

  /** Whether nothing is left of what a snapshot was taken of, uncommitted or committed. */
  isDiscarded(copy: Copy, snapshot: string): boolean {
    const { work: committed } = this.head(copy);
    return copy.work.size === 0 && ![...(this.#commits.get(snapshot)?.work ?? [])].some(each => committed.has(each));
  }

  take(step: Step): void {
    const at = ++this.#count;
    if (step.do === 'trigger') this.#trigger(step, at);
    else if (step.do === 'settle') this.#settle(step, at);
    else if (step.do === 'reload') this.#reload();
    else if ('root' in step) this.#work(step, at);
    else this.#pick(step);
  }

  #copy(index: number): Copy {
    return this.copies[index % this.copies.length]!;
  }

  #trigger({ kind, root, service, comments: given }: Step & { do: 'trigger' }, triggeredAt: number): void {
    const copy = this.#copy(root);
    const isLocal = kind === 'branch' || kind === 'uncommitted' || kind === 'staged';
    const subject = aSubject({
      kind: isLocal ? kind : 'pullRequest',
      service: isLocal ? 'embedded' : (services[service % 2] ?? 'embedded'),
      pullRequest: { repository: kind === 'notOpen' ? 'acme/closed' : copy.repository, number: numberOf(kind, copy) },
      ...(kind === 'notOpen' ? { root: undefined, branch: undefined } : { root: copy.root, branch: copy.branch }),
      ...(kind === 'byNumber' ? { isOfBranch: false } : {}),
      headCommit: this.#read(kind, copy)?.id,
    });
    const review = aReview({
      id: `r${triggeredAt}`,
      state: 'running',
      comments: given === 0 ? undefined : [comment(9)],
    });
    this.records.push({ state: 'pending', subject, triggeredAt, reviewId: review.id, review, watched: true });
  }

  #read(kind: Kind, copy: Copy): Commit | undefined {
    if (kind === 'byNumber' || kind === 'notOpen') return undefined;
    if (kind === 'pullRequest' || kind === 'branch') return this.head(copy);
    const snapshot = commitOf(`${copy.root}-work-${this.#count}`, this.head(copy), copy.work);
    this.#commits.set(snapshot.id, snapshot);
    return snapshot;
  }

  #settle({ which, outcome, comments: given }: Step & { do: 'settle' }, settledAt: number): void {
    const pending = this.records.filter(({ state }) => state === 'pending');
    const record = pending[which % pending.length];
    if (record === undefined || !('review' in record)) return;
    const list = outcome === 'clean' || outcome === 'failed' || outcome === 'notRun' ? [] : given.map(comment);
    const review = {
      ...record.review,
      state: 'completed',
      comments: outcome === 'noComments' ? undefined : list,
      undecoded: outcome === 'undecoded' ? ['?'] : [],
      gaps: outcome === 'gaps' ? ['ESLint failed'] : undefined,
    } as const;
    const state = (['failed', 'notRun', 'unknown', 'gaveUp'] as const).find(each => each === outcome) ?? 'completed';
    const { subject, triggeredAt, reviewId } = record;
    const settled: ReviewRecord = { state, subject, triggeredAt, reviewId, settledAt, review };
    this.records = this.records.map(each => (each === record ? settled : each));
  }

  #work({ do: what, root }: WorkStep, at: number): void {
    const copy = this.#copy(root);
    if (what === 'edit') copy.work.add(at);
    else if (what === 'reset') this.#move(copy, this.head(copy).parent ?? this.head(copy));
    else if (what === 'switch') [copy.branch, copy.detached] = [copy.branch === 'main' ? 'feature' : 'main', undefined];
    else if (what === 'rebase') copy.detached = this.head(copy).parent ?? this.head(copy);
    else if (what === 'abort') copy.detached = undefined;
    else if (what === 'finish') {
      copy.heads.set(copy.branch, this.head(copy));
      copy.detached = undefined;
    } else {
      const head = this.head(copy);
      const [parent, before] = what === 'amend' ? [head.parent, head.work] : [head, []];
      const commit = commitOf(`${copy.root}-${at}`, parent, new Set([...before, ...copy.work]));
      this.#commits.set(commit.id, commit);
      this.#move(copy, commit);
      copy.work = new Set();
    }
  }

  #move(copy: Copy, commit: Commit): void {
    if (copy.detached === undefined) copy.heads.set(copy.branch, commit);
    else copy.detached = commit;
  }

  #pick({ do: what, which }: PickStep): void {
    const current = this.repositories.flatMap(repository => repository.current);
    const review = current[which % current.length];
    if (review === undefined) return;
    const earlier = review.earlier[0];
    if (what === 'choose' && earlier !== undefined) this.chosen.set(review.key, earlier.reviewId);
    for (const { title } of what === 'decide' ? (review.shown?.review.comments ?? []) : [])
      this.decided.add(`${review.subject.pullRequest.repository} ${title}`);
  }

  #reload(): void {
    this.chosen = new Map();
    this.records = (JSON.parse(JSON.stringify(this.records)) as ReviewRecord[]).map(record =>
      record.state === 'pending' ? { ...record, watched: false } : record,
    );
  }
}

function numberOf(kind: Kind, { branch }: Copy): number {
  const numbers: Record<Kind, number> = {
    pullRequest: 7,
    byNumber: 12,
    notOpen: 3,
    branch: 1_000_001,
    uncommitted: 1_000_002,
    staged: 1_000_003,
  };
  return numbers[kind] + (branch === 'main' ? 10 : 0);
}

/** A comment in a file of its own; 9 is what an analyser finds before the review has ended. */
function comment(id: number): ReviewComment {
  return aComment({ id: `${id}`, title: `Finding ${id}`, path: `src/${id}.ts` });
}

function commitOf(id: string, parent: Commit | undefined, work: ReadonlySet<number>): Commit {
  return {
    id,
    parent,
    history: new Set([...(parent?.history ?? []), id]),
    work: new Set([...(parent?.work ?? []), ...work]),
  };
}

/** What a kind of step is of, for the tests' own definition. */
export function isOfBranch({ kind, isOfBranch: isIt }: ReviewSubject): boolean {
  const ofBranch: readonly SubjectKind[] = ['pullRequest', 'branch'];
  return ofBranch.includes(kind) && isIt !== false;
}
