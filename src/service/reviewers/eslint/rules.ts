import type { Linter } from 'eslint';
import type { LintRule } from './report.ts';
import { callbackRules } from './rules/callbacks.ts';
import { comparisonRules } from './rules/comparisons.ts';
import { contradictionRules } from './rules/contradictions.ts';
import { crashRules } from './rules/crashes.ts';
import { securityRules } from './rules/security.ts';
import { unusedRules } from './rules/unused.ts';

/** The rules of ESLint that are on (docs/decisions/reviewers.md). Those with the prefix `review/` are defined here. */
export const rules: Readonly<Record<string, LintRule>> = {
  ...crashRules,
  ...comparisonRules,
  ...contradictionRules,
  ...callbackRules,
  ...securityRules,
  ...unusedRules,
};

/** The `rules` of the ESLint configuration. */
export const ruleConfig: Linter.RulesRecord = Object.fromEntries(
  Object.entries(rules).map(([name, { options = [] }]) => [name, ['warn', ...options]]),
);
