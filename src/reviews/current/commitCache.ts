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
  /** Keys of what may be wrong by now, of `#unpushed` and `#work`, or was not answered. */
  readonly #doubted = new Set<string>();
  readonly #missing = new Map<string, () => Promise<void>>();
  /** How often what is pushed was doubted. */
  #pushes = 0;

  constructor(questions: CommitQuestions) {
    this.#questions = questions;
  }

  distance(root: string, commit: string, head: string): CommitDistance | undefined {
    const ask = () => this.#questions.distanceBetween(root, commit, head);
    return this.#once(this.#distances, [root, head, commit], ask);
  }

  holds(root: string, commit: string, snapshot: string): boolean {
    const ask = () => this.#questions.holdsSnapshot(root, commit, snapshot);
    return this.#once(this.#holds, [root, commit, snapshot], ask) ?? false;
  }

  unpushed(root: string, branch: string, commit: string, head: string): number | undefined {
    const key = [root, branch, commit, head].join('\0');
    if (!this.#unpushed.has(key) || this.#doubted.has(key)) {
      this.#missing.set(key, async () => {
        const asked = this.#pushes;
        this.#doubted.delete(key);
        const count = await this.#questions.countUnpushed?.(root, branch, commit, head);
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
    const missing = [...this.#missing];
    this.#missing.clear();
    const failures: unknown[] = [];
    await Promise.all(
      missing.map(([key, ask]) =>
        ask().catch((error: unknown) => {
          // What was known before may be wrong by now.
          this.#doubted.add(key);
          failures.push(error);
        }),
      ),
    );
    if (failures.length > 0) throw failures.at(-1);
    return missing.length > 0;
  }

  /** What git has answered, which stays; asked for by `learn` where it has not. */
  #once<T>(answers: Map<string, T>, about: readonly string[], ask: () => Promise<T>): T | undefined {
    const key = about.join('\0');
    if (!answers.has(key))
      this.#missing.set(key, async () => {
        answers.set(key, await ask());
      });
    return answers.get(key);
  }

  async #compare(key: string, root: string, work: Work): Promise<void> {
    const comparing = this.#comparing.get(root) ?? new AbortController();
    this.#comparing.set(root, comparing);
    const { signal } = comparing;
    this.#doubted.delete(key);
    try {
      const workState = await this.#questions.workState?.(root, work, signal);
      if (!signal.aborted) this.#work.set(key, workState);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    // What was cancelled is asked again.
    if (signal.aborted) this.#doubted.add(key);
  }
}
