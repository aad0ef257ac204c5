import type { Reviewer } from '../engine/reviewer.ts';

/**
 * Ids of the reviewers of `analysers.ts`, in the same order, for the process that does not load them: their dependencies
 * are slow to load.
 */
export const builtInReviewers: readonly Pick<Reviewer, 'id' | 'readsEverything'>[] = [
  { id: 'hygiene', readsEverything: true },
  { id: 'typescript' },
  { id: 'eslint' },
  { id: 'ruff' },
  { id: 'secrets', readsEverything: true },
];
