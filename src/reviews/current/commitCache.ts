import type { CommitDistance } from '../../git/content/commitFacts.ts';
import type { WorkState } from '../../git/content/workComparison.ts';
import type { CommitFacts } from './currentReviews.ts';
import type { Work } from './repositoryReviews.ts';

/** Asks git about commits, see `distanceBetween`, `holdsSnapshot`, `countUnpushed` and `WorkComparison`. */
export interface CommitQuestions {
  distanceBetween(root: string, commit: string, head: string): Promise<CommitDistance | undefined>;
  holdsSnapshot(root: string, commit: string, snapshot: string): Promise<boolean>;
  /** Absent where nothing is said of what is pushed. */
  countUnpushed?(root: string, branch: string, commit: string, head: string): Promise<number | undefined>;
  /** Absent where work is not followed. Rejects when it is cancelled. */
  workState?(root: string, work: Work, signal: AbortSignal): Promise<WorkState | undefined>;
}

/** What git says of commits, remembered. Answers at once; what is not known yet is asked for by `learn`. */
export class CommitCache implements CommitFacts {
  readonly #questions: CommitQuestions;
  readonly #distances = new Map<string, CommitDistance | undefined>();
  readonly #holds = new Map<string, boolean>();
  readonly #unpushed = new Map<string, number | undefined>();
  readonly #work = new Map<string, WorkState | undefined>();
  /** By root, cancels what is asked about work there. */
  readonly #comparing = new Map<string, AbortController>();
  /** Keys of `#unpushed` and `#work` that may be wrong by now. */
  readonly #doubted = new Set<string>();
  readonly #missing = new Map<string, () => Promise<void>>();
  /** How often what is pushed was doubted. */
  #pushes = 0;

  constructor(questions: CommitQuestions) {
    this.#questions = questions;
  }

  distance(root: string, commit: string, head: string): CommitDistance | undefined {
    const key = [root, head, commit].join('\0');
    if (!this.#distances.has(key)) {
      this.#missing.set(key, async () => {
        this.#distances.set(key, await this.#questions.distanceBetween(root, commit, head));
      });
    }
    return this.#distances.get(key);
  }

  holds(root: string, commit: string, snapshot: string): boolean {
    const key = [root, commit, snapshot].join('\0');
    if (!this.#holds.has(key)) {
      this.#missing.set(key, async () => {
        this.#holds.set(key, await this.#questions.holdsSnapshot(root, commit, snapshot));
      });
    }
    return this.#holds.get(key) ?? false;
  }

  unpushed(root: string, branch: string, commit: string, head: string): number | undefined {
    const key = [root, branch, commit, head].join('\0');
    if (!this.#unpushed.has(key) || this.#doubted.has(key)) {
      this.#missing.set(key, async () => {
        const asked = this.#pushes;
        this.#doubted.delete(key);
        const count = await this.#questions.countUnpushed?.(root, branch, commit, head).catch((error: unknown) => {
          this.#doubted.add(key);
          throw error;
        });
        // What was doubted meanwhile is asked again, and may have been answered.
        if (asked === this.#pushes) this.#unpushed.set(key, count);
      });
    }
    return this.#unpushed.get(key);
  }

  workState(root: string, work: Work): WorkState | undefined {
    const key = [root, work.kind, work.snapshot].join('\0');
    if (!this.#work.has(key) || this.#doubted.has(key)) this.#missing.set(key, () => this.#compare(key, root, work));
    return this.#work.get(key);
  }

  /**
   * Has git asked again what became of work. Until it has answered, what it said before counts; what it is being asked
   * is cancelled.
   * @param root top folder of the working copy; all of them if absent
   * @returns whether there was anything to doubt
   */
  doubtWork(root?: string): boolean {
    const isOfRoot = (key: string): boolean => root === undefined || key.startsWith(`${root}\0`);
    const keys = [...this.#work.keys()].filter(isOfRoot);
    for (const key of keys) this.#doubted.add(key);
    const cancelled = [...this.#comparing].filter(([each]) => root === undefined || each === root);
    for (const [each, comparing] of cancelled) {
      this.#comparing.delete(each);
      comparing.abort();
    }
    return keys.length + cancelled.length > 0;
  }

  /** Has git asked again what is pushed. Until it has answered, what it said before counts. */
  doubtPushes(): void {
    this.#pushes++;
    for (const key of this.#unpushed.keys()) this.#doubted.add(key);
  }

  /**
   * Asks git for what was missing. Returns whether there was any.
   * @throws what git has thrown last, once all else is answered
   */
  async learn(): Promise<boolean> {
    const missing = [...this.#missing.values()];
    this.#missing.clear();
    const answers = await Promise.allSettled(missing.map(ask => ask()));
    const failed = answers.findLast(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return missing.length > 0;
  }

  async #compare(key: string, root: string, work: Work): Promise<void> {
    const comparing = this.#comparing.get(root) ?? new AbortController();
    this.#comparing.set(root, comparing);
    const { signal } = comparing;
    this.#doubted.delete(key);
    let isAnswered = false;
    try {
      const workState = await this.#questions.workState?.(root, work, signal);
      isAnswered = !signal.aborted;
      if (isAnswered) this.#work.set(key, workState);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // What was cancelled or has failed is asked again.
      if (!isAnswered) this.#doubted.add(key);
    }
  }
}
