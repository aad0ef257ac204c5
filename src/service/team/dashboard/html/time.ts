import { html, type Html } from './html.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const calendar = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A moment as "3 minutes ago"; its date and time are in `datetime` and in the title. @param now milliseconds since the epoch */
export function timeAgo(moment: Date, now: number): Html {
  return html`<time datetime="${moment.toISOString()}" title="${exactTime(moment)}">${agoText(moment, now)}</time>`;
}

/** A moment as "22 Nov 2026, 14:05 UTC". */
export function exactTime(moment: Date): string {
  return `${exact.format(moment)} UTC`;
}

/** A calendar day such as "21 Nov 2026". @param date `2026-11-21` */
export function dayTime(date: string): Html {
  return html`<time datetime="${date}">${calendar.format(new Date(`${date}T00:00:00Z`))}</time>`;
}

/** The length of a span of time: "850 ms", "12 s", "3 min 20 s", "2 h 5 min". */
export function durationText(milliseconds: number): string {
  const whole = Math.max(0, milliseconds);
  if (whole < 1_000) return `${Math.round(whole)} ms`;
  const seconds = Math.round(whole / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function agoText(moment: Date, now: number): string {
  const difference = moment.getTime() - now;
  const size = Math.abs(difference);
  const signed = (unit: number): number => Math.trunc(difference / unit);
  if (size < minute) return 'just now';
  if (size < hour) return relative.format(signed(minute), 'minute');
  if (size < day) return relative.format(signed(hour), 'hour');
  if (size < 30 * day) return relative.format(signed(day), 'day');
  return calendar.format(moment);
}
