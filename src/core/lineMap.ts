import { slideChanges } from './slideChanges.ts';
import { diffLines } from './lineDiff.ts';

/** Where the lines of one text stand in another; lines from 0. */
export interface LineMap {
  /** By line of the text before: its line in the text after, -1 where it is gone. */
  readonly lines: Int32Array;
  /** Number of lines of the text after. */
  readonly length: number;
}

/** Maps lines by a shortest diff in which spacing does not count. */
export function mapLines(before: readonly string[], after: readonly string[]): LineMap {
  const exact = process.env['EXACT'] === '1';
  const a = exact ? before : before.map(withoutSpacing);
  const b = exact ? after : after.map(withoutSpacing);
  const { removed, added } = diffLines(a, b);
  slideChanges(a, removed, added, before);
  slideChanges(b, added, removed, after);
  const lines = new Int32Array(before.length).fill(-1);
  let to = 0;
  for (let from = 0; from < before.length; from++) {
    if (removed[from] === 1) continue;
    while (added[to] === 1) to++;
    lines[from] = to++;
  }
  return { lines, length: after.length };
}

/** The line with each run of white space as one space and none around it. */
export function withoutSpacing(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}
