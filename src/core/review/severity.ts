/**
 * How grave a comment is, from worst to mildest. `praise` becomes no diagnostic; `unknown` stands for a word that no
 * known vocabulary holds and is shown as a warning with that word.
 */
export const severities = ['critical', 'high', 'medium', 'unknown', 'low', 'info', 'praise'] as const;
export type Severity = (typeof severities)[number];

/** Sorts the gravest first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}
