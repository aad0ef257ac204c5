import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import type { Git } from '../../git/run/git.ts';
import type { RepositoryReviews } from '../../reviews/current/repositoryReviews.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import type { OpenReviews } from '../repository/openReviews.ts';

interface Parts {
  readonly git: Git;
  readonly open: Pick<OpenReviews, 'repositories' | 'onDidChange'>;
  readonly reviews: Reviews;
  /** Resolves when the findings of what is current are on the screen. */
  readonly drawn: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Ties the reviews of a branch that was renamed to its new name. */
export class RenamedBranches implements Disposable {
  readonly #git: Git;
  readonly #reviews: Reviews;
  readonly #owned = new DisposableStore();
  readonly #stop = new AbortController();
  /** By root: the branch, and the others with what is shown of their reviews, that git was asked about last. */
  readonly #asked = new Map<string, string>();

  #looking: Promise<unknown> = Promise.resolve();

  constructor({ git, open, reviews, drawn, onError }: Parts) {
    this.#git = git;
    this.#reviews = reviews;
    this.#owned.add(
      open.onDidChange(() => {
        // Each run of git would keep the findings waiting.
        this.#looking = Promise.all([this.#looking, drawn()])
          .then(() => Promise.all(open.repositories.map(repository => this.#look(repository))))
          .catch(onError);
      }),
    );
  }

  /** Resolves when the latest change has been followed. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  async #look({ open, superseded }: RepositoryReviews): Promise<void> {
    const others = superseded.filter(review => review.superseded === 'otherBranch');
    if (open === undefined || others.length === 0) return;
    const { root, branch } = open;
    // One that is under way is tied once it has ended.
    const about = [branch, ...others.flatMap(({ subject, shown }) => [subject.branch, shown?.reviewId])].join('\0');
    if (branch === undefined || this.#asked.get(root) === about) return;
    const { formerBranches } = await import('../repository/repositoryReading.ts');
    for (const name of await formerBranches(this.#git, open, others, this.#stop.signal))
      await this.#reviews.tie(this.#reviews.ofBranch(root, name), root, branch);
    this.#asked.set(root, about);
  }
}
