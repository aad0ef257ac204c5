/** "14:05", as the user's language writes it. @param moment milliseconds since the epoch */
export function timeOfDay(moment: number): string {
  return new Date(moment).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
