import { diffLines } from '../../../core/diff/lineDiff.ts';
import { slideHunks } from '../../../core/diff/slideHunks.ts';

/** The lines that a file gained and lost. */
export interface LineChanges {
  /** Numbers of the new lines in the new text, from 1, ascending. */
  readonly added: readonly number[];
  /** Removed lines, without line breaks, by the number of the new line that follows them. */
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

/**
 * Compares two texts line by line; lines end at a line feed, as in git. Ignores blank lines, trailing white space and,
 * unless it is significant, indentation; white space within a line is code, and so is what a backslash at its end continues
 * with.
 * @param isIndented whether indentation is significant
 */
export function compareLines(before: string, after: string, isIndented: boolean): LineChanges {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const numbers = new Map<string, number>();
  const numbersOf = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, line => {
      const key = (isIndented ? line.slice(0, endOf(line)) : trimBlanks(line)) + blankBehindBackslash(line);
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      return number;
    });
  const [oldNumbers, newNumbers] = [numbersOf(oldLines), numbersOf(newLines)];
  const changes = diffLines(oldNumbers, newNumbers);
  slideHunks(oldNumbers, changes.removed, changes.added, oldLines);
  slideHunks(newNumbers, changes.added, changes.removed, newLines);
  return { added: addedOf(newLines, changes.added), removed: removedOf(oldLines, changes.removed, changes.added) };
}

/** The new lines, without blank ones. */
function addedOf(lines: readonly string[], isAdded: Uint8Array): number[] {
  const added: number[] = [];
  for (let at = 0; at < lines.length; at++) {
    const from = at;
    let isBlank = !/\\\r?$/.test(lines[at - 1] ?? '');
    for (; isAdded[at] === 1; at++) isBlank &&= trimBlanks(lines[at] ?? '') === '';
    if (!isBlank) for (let line = from; line < at; line++) added.push(line + 1);
  }
  return added;
}

function removedOf(lines: readonly string[], isRemoved: Uint8Array, isAdded: Uint8Array): Map<number, string[]> {
  const removed = new Map<number, string[]>();
  for (let [from, to] = [0, 0]; from < lines.length; from++, to++) {
    const gone: string[] = [];
    for (; isRemoved[from] === 1; from++) gone.push(withoutReturn(lines[from] ?? ''));
    if (gone.length > 0) removed.set(to + 1, gone);
    while (isAdded[to] === 1) to++;
  }
  return removed;
}

/** Splits text into lines without line feeds. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  // After the last line feed there is no line.
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A line without leading and trailing blanks. Not a regular expression, which would take quadratic time. */
export function trimBlanks(line: string): string {
  const end = endOf(line);
  let start = 0;
  while (start < end && isBlank(line, start)) start++;
  return line.slice(start, end);
}

function endOf(line: string): number {
  let end = line.length;
  while (end > 0 && isBlank(line, end - 1)) end--;
  return end;
}

/** A backslash continues its line only where nothing but the line's end follows. */
function blankBehindBackslash(line: string): string {
  return /\\[ \t]+\r?$/.test(line.slice(endOf(line) - 1)) ? ' ' : '';
}

function isBlank(line: string, at: number): boolean {
  const character = line[at];
  return character === ' ' || character === '\t' || character === '\r';
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
