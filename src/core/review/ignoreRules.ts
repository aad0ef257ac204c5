import { matchesGlob } from '../system/glob.ts';
import { severities, type Severity } from './severity.ts';

/** Hides findings by rule, path or both; patterns as in `matchesGlob`. */
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
      (rule === undefined || matchesGlob(rule, finding.rule ?? '')) &&
      (path === undefined || matchesGlob(path, finding.path ?? '')),
  );
}

/** Whether a finding has at least the minimum severity; an unknown severity always does. */
export function meetsMinimumSeverity(severity: Severity, minimum: Severity): boolean {
  return severity === 'unknown' || severities.indexOf(severity) <= severities.indexOf(minimum);
}
