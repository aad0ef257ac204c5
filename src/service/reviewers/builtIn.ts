import type { Reviewer } from '../engine/reviewer.ts';

/**
 * The reviewers of `analysers.ts`, in its order, for whoever asks them in another process: what they are made of takes long
 * to load.
 */
export const builtIn: readonly Pick<Reviewer, 'id' | 'readsEverything'>[] = [
  { id: 'hygiene', readsEverything: true },
  { id: 'typescript' },
  { id: 'eslint' },
  { id: 'ruff' },
  { id: 'secrets', readsEverything: true },
];
