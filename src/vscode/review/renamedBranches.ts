import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import type { Git } from '../../git/run/git.ts';
import type { CurrentReview, RepositoryReviews } from '../../reviews/current/repositoryReviews.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { commitOf, isUncommitted } from '../../reviews/store/reviewRecord.ts';
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
    const { root, branch, head } = open ?? {};
    if (root === undefined || branch === undefined || head === undefined) return;
    const others = Map.groupBy(
      superseded.filter(review => review.superseded === 'otherBranch'),
      ({ subject }) => subject.branch,
    );
    // One that is under way is tied once it has ended.
    const about = [branch, ...[...others].flatMap(([name, ofName]) => [name, ...ofName.map(idOfShown)])].join('\0');
    if (others.size === 0 || this.#asked.get(root) === about) return;
    const { formerNames, isInHistory } = await import('../repository/repositoryReading.ts');
    const { signal } = this.#stop;
    const former = await formerNames(this.#git, root, branch, signal);
    for (const [name, reviews] of others)
      if (
        name !== undefined &&
        former.has(name) &&
        (await isInHistory(this.#git, root, reviews.flatMap(readOf), head, signal))
      )
        await this.#reviews.tie(this.#reviews.ofBranch(root, name), root, branch);
    this.#asked.set(root, about);
  }
}

function idOfShown({ shown }: CurrentReview): string {
  return shown?.reviewId ?? '';
}

/** The commit that a review has read. A snapshot is in no history; the commit that it was made on is. */
function readOf({ subject, shown }: CurrentReview): string[] {
  const commit = shown && commitOf(shown);
  return commit === undefined ? [] : [isUncommitted(subject) ? `${commit}^` : commit];
}
