import { conditionRules } from './rules/conditions.ts';
import { contradictionRules } from './rules/contradictions.ts';
import { crashRules, refused, syntaxRule } from './rules/crashes.ts';
import { effectRules } from './rules/effects.ts';
import { nameRules } from './rules/names.ts';
import { securityRules } from './rules/security.ts';
import type { RuffRule } from './report.ts';

/** The rules of Ruff that are on, by code (docs/decisions/reviewers.md). */
export const ruffRules: Readonly<Record<string, RuffRule>> = {
  ...nameRules,
  ...crashRules,
  ...contradictionRules,
  ...conditionRules,
  ...effectRules,
  ...securityRules,
  ...Object.fromEntries(refused.map(code => [code, syntaxRule])),
};

/** The rule of a code, undefined if it is off. @param code undefined for a syntax error */
export function ruleOf(code: string | undefined): RuffRule | undefined {
  return code === undefined ? syntaxRule : ruffRules[code];
}
