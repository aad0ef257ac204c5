import { locale } from './l10n.ts';

/** Formats a time of day, such as "14:05". @param moment milliseconds since the epoch */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
}
