import { matchesGlob } from '../system/glob.ts';
import { severities, type Severity } from './severity.ts';

/** Hides findings by rule, path or both; patterns as in `matchesRule` and `matchesGlob`. */
export interface IgnoreRule {
  readonly rule?: string;
  readonly path?: string;
}

/** Whether the ignore rules hide a finding. An entry without rule and path hides nothing. */
export function isIgnored(
  finding: { readonly rule: string | undefined; readonly path: string | undefined },
  ignored: readonly IgnoreRule[],
): boolean {
  return ignored.some(
    ({ rule, path }) =>
      (rule !== undefined || path !== undefined) &&
      (rule === undefined || matchesRule(rule, finding.rule)) &&
      (path === undefined || matchesGlob(path, finding.path ?? '')),
  );
}

/** Whether a pattern fits the name of a rule, in which a slash parts no folders: `*` matches any text. */
export function matchesRule(pattern: string, rule = ''): boolean {
  return matchesGlob(pattern.replaceAll('*', '**'), rule);
}

/** Whether a finding has at least the minimum severity; an unknown severity always does. */
export function meetsMinimumSeverity(severity: Severity, minimum: Severity): boolean {
  return severity === 'unknown' || severities.indexOf(severity) <= severities.indexOf(minimum);
}
