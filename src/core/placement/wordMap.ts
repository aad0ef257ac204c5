import { mapLines, stripWhitespace, type LineMap } from '../diff/lineMap.ts';
import { findReplacement } from './lineBlock.ts';
import { wordsIn } from './words.ts';

/**
 * Completes a map with the removed lines that are there in the same words, as after a formatter: within each run of
 * removed lines and what replaced it, lines are compared by their words alone.
 * @param before lines of the old text
 * @param after lines of the new text
 */
export function mapByWords(before: readonly string[], after: readonly string[], map: LineMap): LineMap {
  const lines = map.lines.slice();
  for (let at = 0; at < lines.length; at++) {
    if (map.lines[at] !== -1) continue;
    const { old, now } = findReplacement({ start: at, end: at + 1 }, map);
    const wordsOf = (all: readonly string[], { start, end }: typeof old): string[] => all.slice(start, end).map(keyOf);
    const found = mapLines(wordsOf(before, old), wordsOf(after, now)).lines;
    for (const [from, to] of found.entries()) if (to !== -1) lines[old.start + from] = now.start + to;
    at = old.end;
  }
  return { lines, length: map.length };
}

/** What two lines of the same words have in common; of lines without words, all but what ends or separates statements. */
function keyOf(line: string): string {
  const words = wordsIn(line);
  return words.length > 0 ? words.join(',') : stripWhitespace(line).replace(/[;,]/g, '');
}
