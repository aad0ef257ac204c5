import type { RuffDiagnostic } from './diagnostic.ts';

/** The UTF-16 offset of a place that Ruff tells. */
export type OffsetAt = (location: RuffDiagnostic['start_location']) => number;

/** Ruff ends lines at a carriage return, too, as Python does. */
export function offsetsIn(text: string): OffsetAt {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return ({ row, column }) => Math.min(text.length, (starts[row - 1] ?? text.length) + column - 1);
}
