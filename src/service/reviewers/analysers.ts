import type { Reviewer } from '../engine/reviewer.ts';
import { eslintReviewer } from './eslint/eslintReviewer.ts';
import { hygieneReviewer } from './hygiene/hygieneReviewer.ts';
import { ruffReviewer } from './ruff/ruffReviewer.ts';
import { secretsReviewer } from './secrets/secretsReviewer.ts';
import { typescriptReviewer } from './typescriptReviewer.ts';

/** Every reviewer of the engine; where two see the same thing, the first says it. */
export const reviewers: readonly Reviewer[] = [
  hygieneReviewer,
  typescriptReviewer,
  eslintReviewer,
  ruffReviewer,
  secretsReviewer,
];
