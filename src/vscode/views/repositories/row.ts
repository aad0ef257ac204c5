import type { Repository } from '../../../core/review/repository.ts';

/** The row of a repository; what its item actions are called with. */
export interface RepositoryRow {
  readonly repository: Repository;
  /** Open in this window. */
  readonly isOpen: boolean;
}

/** A way out of a failure, below the sentence that tells it: with that in sight the view shows no buttons. */
export interface StepRow {
  readonly label: string;
  readonly icon: string;
  readonly command: string;
}

/** A row of the tree. */
export type RepositoriesRow = RepositoryRow | StepRow;
