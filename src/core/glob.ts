/**
 * Whether text fits a pattern in which `**` stands for any text, `*` for any text without a slash and `?` for one
 * character; upper and lower case are the same.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const source = pattern
    .slice(0, 500)
    .replace(/\*{3,}/g, '**')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      mark => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[mark] ?? mark,
    );
  return new RegExp(`^${source}$`, 'is').test(text);
}
