import type { CommitDistance } from '../../git/content/commitFacts.ts';
import type { CommitFacts } from './currentReviews.ts';

/** Asks git about commits, see `distanceBetween` and `holdsSnapshot`. */
export interface CommitQuestions {
  distanceBetween(root: string, commit: string, head: string): Promise<CommitDistance | undefined>;
  holdsSnapshot(root: string, commit: string, snapshot: string): Promise<boolean>;
}

/** What git says of commits, remembered. Answers at once; what is not known yet is asked for by `learn`. */
export class CommitCache implements CommitFacts {
  readonly #questions: CommitQuestions;
  readonly #distances = new Map<string, CommitDistance | undefined>();
  readonly #holds = new Map<string, boolean>();
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

  /** Asks git for what was missing. Returns whether there was any. */
  async learn(): Promise<boolean> {
    const missing = [...this.#missing.values()];
    this.#missing.clear();
    await Promise.all(missing.map(ask => ask()));
    return missing.length > 0;
  }
}
