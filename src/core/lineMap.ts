import { diffLines } from './lineDiff.ts';
import { slideChanges } from './slideChanges.ts';

/** Where the lines of one text stand in another; lines from 0. */
export interface LineMap {
  /** By line of the text before: its line in the text after, -1 where it is gone. */
  readonly lines: Int32Array;
  /** Number of lines of the text after. */
  readonly length: number;
}

/**
 * Maps lines by a diff in which white space does not count, as `git diff -w` would.
 * @param effort steps it may take, see `keptPairs`
 */
export function mapLines(before: readonly string[], after: readonly string[], effort?: number): LineMap {
  const lines = new Int32Array(before.length).fill(-1);
  // The empty last line that an editor counts is no line of the text that others could be taken for.
  const oldTexts = withoutEmptyEnd(before);
  const newTexts = withoutEmptyEnd(after);
  if (oldTexts.length < before.length && newTexts.length < after.length) lines[before.length - 1] = after.length - 1;
  const oldLines = oldTexts.map(withoutSpacing);
  const newLines = newTexts.map(withoutSpacing);
  const { removed, added } = diffLines(oldLines, newLines, effort);
  slideChanges(oldLines, removed, added, oldTexts);
  slideChanges(newLines, added, removed, newTexts);
  let to = 0;
  for (let from = 0; from < oldLines.length; from++) {
    if (removed[from] === 1) continue;
    while (added[to] === 1) to++;
    lines[from] = to++;
  }
  return { lines, length: after.length };
}

/** The line without any white space: edits that only space it anew leave it as it is. */
export function withoutSpacing(line: string): string {
  return line.replace(/\s+/g, '');
}

function withoutEmptyEnd(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
