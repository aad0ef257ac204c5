import { t } from '../base/l10n.ts';

/**
 * Severities of comments, most severe first. `praise` gives no diagnostic; `unknown` stands for a word that is in no
 * known vocabulary and is shown as a warning with that word.
 */
export const severities = ['critical', 'high', 'medium', 'unknown', 'low', 'info', 'praise'] as const;
export type Severity = (typeof severities)[number];

const names: Readonly<Record<Severity, () => string>> = {
  critical: () => t('critical'),
  high: () => t('high'),
  medium: () => t('medium'),
  unknown: () => t('unknown'),
  low: () => t('low'),
  info: () => t('info'),
  praise: () => t('praise'),
};

/** What a severity is called in the display language. */
export function severityName(severity: Severity): string {
  return names[severity]();
}

/** What there is to say of a severity: another word that the service gave for it, else its name; empty if nothing is known of it. */
export function severityWords(severity: Severity, given: string | undefined): string {
  if (given !== undefined && given.toLowerCase() !== severity) return given;
  return severity === 'unknown' ? '' : severityName(severity);
}

/** Compares severities for sorting, most severe first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}
