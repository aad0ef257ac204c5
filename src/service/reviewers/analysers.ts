import { systemClock } from '../../core/base/clock.ts';
import type { Reviewer } from '../engine/reviewer.ts';
import { eslintReviewer } from './eslint/eslintReviewer.ts';
import { hygieneReviewer } from './hygiene/hygieneReviewer.ts';
import { ruffReviewer } from './ruff/ruffReviewer.ts';
import { secretsReviewer } from './secrets/secretsReviewer.ts';
import { typescriptReviewer } from './typescriptReviewer.ts';
import { withConsequences } from './withConsequences.ts';

/** The built-in reviewers, in order of precedence: of duplicate findings, the first reviewer's is kept. */
export const reviewers: readonly Reviewer[] = [
  hygieneReviewer,
  withConsequences(typescriptReviewer),
  withConsequences(eslintReviewer),
  withConsequences(ruffReviewer),
  secretsReviewer(systemClock),
];
