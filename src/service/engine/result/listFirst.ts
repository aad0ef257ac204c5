/** Most names in a sentence. */
export const mostShown = 10;

/** Lists the first names, and the number of the others. */
export function listFirst(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).join(', ');
  return names.length > mostShown ? `${shown} and ${names.length - mostShown} more` : shown;
}
