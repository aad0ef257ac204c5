import type { CommitFacts } from '../../reviews/current/currentReviews.ts';
import type { Git } from '../../git/run/git.ts';

/** What git says of commits, remembered. Answers at once; what is not known yet is asked for by `learn`. */
export class CommitCache implements CommitFacts {
  readonly #git: Git;
  readonly #signal: AbortSignal;
  readonly #heads = new Map<string, string | undefined>();
  readonly #unread = new Map<string, number | undefined>();
  readonly #holds = new Map<string, boolean>();
  readonly #missing = new Map<string, () => Promise<void>>();

  constructor(git: Git, signal: AbortSignal) {
    this.#git = git;
    this.#signal = signal;
  }

  /** Tells which commit is checked out, since `unread` counts from there. */
  setHead(root: string, head: string | undefined): void {
    this.#heads.set(root, head);
  }

  unread(root: string, commit: string): number | undefined {
    const key = [root, this.#heads.get(root), commit].join('\0');
    if (!this.#unread.has(key)) {
      this.#missing.set(key, async () => {
        const { countUnread } = await import('./repositoryReading.ts');
        this.#unread.set(key, await countUnread(this.#git, root, commit, this.#signal));
      });
    }
    return this.#unread.get(key);
  }

  holds(root: string, commit: string, snapshot: string): boolean {
    const key = [root, commit, snapshot].join('\0');
    if (!this.#holds.has(key)) {
      this.#missing.set(key, async () => {
        const { holdsSnapshot } = await import('./repositoryReading.ts');
        this.#holds.set(key, await holdsSnapshot(this.#git, root, commit, snapshot, this.#signal));
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
