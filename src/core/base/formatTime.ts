import { locale, t } from './l10n.ts';

/** Formats a time of day, such as "14:05". @param moment milliseconds since the epoch */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
}

/** Formats the time at which something ends as the first full minute after it, so that it holds no longer then. */
export function formatEnd(moment: number): string {
  return formatTime(Math.ceil(moment / 60_000) * 60_000);
}

/** Formats a duration: "12 s", and "3 min" from two minutes on. A clock that was set back counts as no time. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  return seconds < 120 ? t('{seconds} s', { seconds }) : t('{minutes} min', { minutes: Math.floor(seconds / 60) });
}
