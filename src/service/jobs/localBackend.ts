import type { Git } from '../../git/run/git.ts';
import type { LocalStore, StoredReview } from '../store/store.ts';
import type { Backend, ListedRepository, RefusedRequest, ReviewRequest, ReviewState } from './backend.ts';
import { pendingReview } from './pendingReview.ts';
import { findPullRequest } from './pullRequests.ts';
import { listedRepository, type Repositories } from './repositories.ts';
import type { ReviewQueue } from './reviewQueue.ts';

interface Parts {
  readonly git: Git;
  readonly store: LocalStore;
  readonly repositories: Repositories;
  readonly jobs: ReviewQueue;
  readonly now: () => number;
}

/** The working copies of this machine, reviewed by this process's own queue. */
export class LocalBackend implements Backend {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get keepDays(): number {
    return this.#parts.store.keepDays;
  }

  repositories(): Promise<ListedRepository[]> {
    return Promise.resolve(this.#parts.repositories.all.map(listedRepository));
  }

  async request({ repository, pr, fromScratch, signal }: ReviewRequest): Promise<StoredReview | RefusedRequest> {
    const { git, store, repositories, jobs, now } = this.#parts;
    const copies = repositories.named(repository);
    const [copy] = copies;
    if (copy === undefined)
      return { status: 404, detail: `The repository ${repository} is not connected to this service.` };
    const commits = await findPullRequest({ git, store }, copies, pr, signal);
    if (commits === undefined)
      return {
        status: 404,
        detail: `The repository ${repository} has no pull request ${pr} that this service can see.`,
      };
    // The client may have given up the request meanwhile.
    signal.throwIfAborted();
    const review = pendingReview({ repository: copy.fullName, pr, ...commits }, fromScratch, now());
    await store.putReview(review);
    jobs.add(review);
    return review;
  }

  async review(id: string): Promise<ReviewState | undefined> {
    const { jobs } = this.#parts;
    const review = await jobs.review(id);
    const progress = jobs.progress(id);
    return review && { review, ...(progress && { progress }) };
  }
}
