/**
 * Severities of comments, most severe first. `praise` gives no diagnostic; `unknown` stands for a word that is in no
 * known vocabulary and is shown as a warning with that word.
 */
export const severities = ['critical', 'high', 'medium', 'unknown', 'low', 'info', 'praise'] as const;
export type Severity = (typeof severities)[number];

/** Compares severities for sorting, most severe first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}
