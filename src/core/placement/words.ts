/** The words of a line: names, keywords and numbers. */
export function wordsIn(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
