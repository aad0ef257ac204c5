/** Formats a time of day in the user's locale, such as "14:05". @param moment milliseconds since the epoch */
export function formatTime(moment: number): string {
  return new Date(moment).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
