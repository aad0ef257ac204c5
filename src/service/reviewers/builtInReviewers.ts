import type { Reviewer } from '../engine/reviewer.ts';

/**
 * Ids of the reviewers of `analysers.ts`, in the same order, for the process that does not load them: their dependencies
 * are slow to load.
 */
export const builtInReviewers: readonly Pick<Reviewer, 'id' | 'readsEverything' | 'readsShortened'>[] = [
  { id: 'hygiene', readsEverything: true },
  { id: 'typescript', readsShortened: true },
  { id: 'eslint', readsShortened: true },
  { id: 'ruff', readsShortened: true },
  { id: 'secrets', readsEverything: true },
];
