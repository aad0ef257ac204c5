import { diffLines } from './lineDiff.ts';
import { slideHunks } from './slideHunks.ts';

/** Maps the lines of one text to lines of another; lines from 0. */
export interface LineMap {
  /** For each line of the old text, its line in the new text, or -1 if it was removed. */
  readonly lines: Int32Array;
  /** Number of lines of the new text. */
  readonly length: number;
}

/**
 * Maps lines by a diff that ignores white space, like `git diff -w`.
 * @param effort most steps, see `myersDiff`
 */
export function mapLines(before: readonly string[], after: readonly string[], effort?: number): LineMap {
  const lines = new Int32Array(before.length).fill(-1);
  if (before === after) {
    for (let line = 0; line < before.length; line++) lines[line] = line;
    return { lines, length: after.length };
  }
  // The empty last line, which only editors count, must not match other blank lines.
  if (before.at(-1) === '' && after.at(-1) === '') lines[before.length - 1] = after.length - 1;
  const oldEnd = lengthOf(before);
  const newEnd = lengthOf(after);
  let start = 0;
  while (start < oldEnd && start < newEnd && before[start] === after[start]) start++;
  let same = 0;
  while (same < Math.min(oldEnd, newEnd) - start && before[oldEnd - 1 - same] === after[newEnd - 1 - same]) same++;
  // Sliding a change further than its own size repeats the same lines.
  const size = Math.max(oldEnd, newEnd) - start - same;
  start = Math.max(0, start - size);
  same = Math.max(0, same - size);
  for (let line = 0; line < start; line++) lines[line] = line;
  mapStretch(before.slice(start, oldEnd - same), after.slice(start, newEnd - same), effort, (from, to) => {
    lines[start + from] = start + to;
  });
  for (let line = oldEnd - same; line < oldEnd; line++) lines[line] = line + newEnd - oldEnd;
  return { lines, length: after.length };
}

function mapStretch(
  before: readonly string[],
  after: readonly string[],
  effort: number | undefined,
  keep: (from: number, to: number) => void,
): void {
  const numbers = new LineNumbers();
  const oldLines = numbers.of(before);
  const newLines = numbers.of(after);
  const { removed, added } = diffLines(oldLines, newLines, effort);
  slideHunks(oldLines, removed, added, before);
  slideHunks(newLines, added, removed, after);
  let to = 0;
  for (let from = 0; from < before.length; from++) {
    if (removed[from] === 1) continue;
    while (added[to] === 1) to++;
    keep(from, to++);
  }
}

/** Numbers lines from 0; lines that differ only in white space get the same number. */
class LineNumbers {
  readonly #byLine = new Map<string, number>();
  readonly #bySpaceless = new Map<string, number>();

  of(lines: readonly string[]): Int32Array {
    const numbers = new Int32Array(lines.length);
    for (const [at, line] of lines.entries()) {
      // Most lines occur again unchanged, usually in the other text.
      let number = this.#byLine.get(line);
      if (number === undefined) this.#byLine.set(line, (number = this.#numberOf(stripWhitespace(line))));
      numbers[at] = number;
    }
    return numbers;
  }

  #numberOf(spaceless: string): number {
    let number = this.#bySpaceless.get(spaceless);
    if (number === undefined) this.#bySpaceless.set(spaceless, (number = this.#bySpaceless.size));
    return number;
  }
}

/** Removes all white space from a line, so that it compares equal after reformatting. */
export function stripWhitespace(line: string): string {
  return line.replace(/\s+/g, '');
}

/** Number of lines without the empty last one. */
function lengthOf(lines: readonly string[]): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
