import type { CommitDistance } from '../../git/content/commitFacts.ts';
import type { CommitFacts } from './currentReviews.ts';

/** Asks git about commits, see `distanceBetween`, `holdsSnapshot` and `countUnpushed`. */
export interface CommitQuestions {
  distanceBetween(root: string, commit: string, head: string): Promise<CommitDistance | undefined>;
  holdsSnapshot(root: string, commit: string, snapshot: string): Promise<boolean>;
  /** Absent where nothing is said of what is pushed. */
  countUnpushed?(root: string, branch: string, commit: string, head: string): Promise<number | undefined>;
}

/** What git says of commits, remembered. Answers at once; what is not known yet is asked for by `learn`. */
export class CommitCache implements CommitFacts {
  readonly #questions: CommitQuestions;
  readonly #distances = new Map<string, CommitDistance | undefined>();
  readonly #holds = new Map<string, boolean>();
  readonly #unpushed = new Map<string, number | undefined>();
  /** Keys of `#unpushed` that may be wrong by now. */
  readonly #doubted = new Set<string>();
  readonly #missing = new Map<string, () => Promise<void>>();

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
        this.#doubted.delete(key);
        this.#unpushed.set(key, await this.#questions.countUnpushed?.(root, branch, commit, head));
      });
    }
    return this.#unpushed.get(key);
  }

  /** Has git asked again what is pushed. Until it has answered, what it said before counts. */
  doubtPushes(): void {
    for (const key of this.#unpushed.keys()) this.#doubted.add(key);
  }

  /** Asks git for what was missing. Returns whether there was any. */
  async learn(): Promise<boolean> {
    const missing = [...this.#missing.values()];
    this.#missing.clear();
    await Promise.all(missing.map(ask => ask()));
    return missing.length > 0;
  }
}
