/** Names for a sentence: the first ten, and how many more there are. */
export function listFirst(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown;
}
