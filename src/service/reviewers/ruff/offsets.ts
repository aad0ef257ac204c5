import type { RuffDiagnostic } from './diagnostic.ts';

/** Converts a location of Ruff to a UTF-16 offset. */
export type OffsetAt = (location: RuffDiagnostic['start_location']) => number;

/** Creates the conversion for a text. Like Python, Ruff ends lines at a carriage return too. */
export function offsetsIn(text: string): OffsetAt {
  const starts = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return ({ row, column }) => Math.min(text.length, (starts[row - 1] ?? text.length) + column - 1);
}
