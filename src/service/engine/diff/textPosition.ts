import type { DiffFile } from './diffFile.ts';
import type { FindingRange } from '../reviewer.ts';
import { ofLastText } from '../../../core/base/lazy.ts';

/** A position in a text; line and UTF-16 column from 1. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Converts an offset to a position, in lines as git counts them: compilers end lines at other characters too. */
export function positionOf({ text }: Pick<DiffFile, 'text'>, offset: number): TextPosition {
  const starts = lineStarts(text);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** Offsets at which the lines of a text start. */
export const lineStarts = ofLastText((text): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
});

/** The range of a finding that is about its whole file, see `locateFinding`. */
const nowhere: FindingRange = { startLine: 0, startColumn: 1, endLine: 0, endColumn: 1 };

/** The range between two offsets; that of the whole file if `from` is undefined. */
export function rangeOf(file: Pick<DiffFile, 'text'>, from: number | undefined, to = from): FindingRange {
  if (from === undefined || to === undefined) return nowhere;
  const [start, end] = [positionOf(file, from), positionOf(file, Math.max(from, to))];
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}
