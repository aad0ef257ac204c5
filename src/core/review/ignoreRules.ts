import { matchesGlob } from '../system/glob.ts';
import { severities, type Severity } from './severity.ts';

/** What is never shown: a rule, a path, or a rule in a path; `*` and `**` as in `matchesGlob`. */
export interface Ignored {
  readonly rule?: string;
  readonly path?: string;
}

/** Whether a setting hides a finding. An entry without rule and path hides nothing. */
export function isIgnored(
  finding: { readonly rule: string | undefined; readonly path: string | undefined },
  ignored: readonly Ignored[],
): boolean {
  return ignored.some(
    ({ rule, path }) =>
      (rule !== undefined || path !== undefined) &&
      (rule === undefined || matchesGlob(rule, finding.rule ?? '')) &&
      (path === undefined || matchesGlob(path, finding.path ?? '')),
  );
}

/** Whether a finding is at least that grave; one of an unknown severity always is. */
export function isGraveEnough(severity: Severity, minimum: Severity): boolean {
  return severity === 'unknown' || severities.indexOf(severity) <= severities.indexOf(minimum);
}
