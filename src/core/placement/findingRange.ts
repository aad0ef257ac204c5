import type { LineBlock } from './lineBlock.ts';
import type { EditorRange } from '../review/finding.ts';
import type { LineRange } from '../review/review.ts';

/** The range of a block: from its first non-blank character to the end of its last line. */
export function rangeOfBlock({ start, end }: LineBlock, lines: readonly string[]): EditorRange {
  const last = lines[end - 1] ?? '';
  return {
    startLine: start,
    startColumn: indentOf(lines[start]),
    endLine: end - 1,
    endColumn: last.trimEnd().length,
  };
}

/** The range given by a comment's columns, if the first and last line of the block are unchanged since the review. */
export function rangeOfColumns(
  block: LineBlock,
  lines: readonly string[],
  reviewed: { readonly range: LineRange; readonly block: LineBlock; readonly lines: readonly string[] },
): EditorRange {
  const whole = rangeOfBlock(block, lines);
  const { startLine, endLine, startColumn, endColumn } = reviewed.range;
  if (startColumn === undefined || block.end - block.start !== endLine - startLine + 1) return whole;
  const start = columnNow(startColumn - 1, reviewed.lines[reviewed.block.start], lines[block.start]);
  const end =
    endColumn === undefined
      ? whole.endColumn
      : columnNow(endColumn - 1, reviewed.lines[reviewed.block.end - 1], lines[block.end - 1]);
  if (start === undefined || end === undefined) return whole;
  const isEmpty = startLine === endLine && end <= start;
  return { ...whole, startColumn: start, endColumn: isEmpty ? Math.max(start, whole.endColumn) : end };
}

/** Shifts a column by the change of its line's indentation; undefined if the rest of the line differs. */
function columnNow(column: number, before = '', now = ''): number | undefined {
  const oldIndent = indentOf(before);
  const newIndent = indentOf(now);
  if (before.slice(oldIndent).trimEnd() !== now.slice(newIndent).trimEnd()) return undefined;
  return Math.max(0, Math.min(now.length, column < oldIndent ? column : column - oldIndent + newIndent));
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}
