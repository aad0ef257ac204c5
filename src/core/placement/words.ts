/** Most characters of a line that are read: minified code has lines of a megabyte, with many comments on one of them. */
const longestLine = 2_000;

/** The words of a line: names, keywords and numbers. Of a very long line, those that it begins with. */
export function wordsIn(line: string): string[] {
  return line.slice(0, longestLine).match(/[\p{L}\p{N}_]+/gu) ?? [];
}
