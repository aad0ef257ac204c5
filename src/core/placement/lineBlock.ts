import type { LineMap } from '../diff/lineMap.ts';

/** Lines from 0, the end excluded. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

/** What became of a block of lines. */
export interface CarriedBlock {
  /** How many of its lines are still there. */
  readonly kept: 'all' | 'some' | 'none';
  /** Where it is; with no line kept, what stands in its place. Empty where nothing does. */
  readonly block: Block;
}

/** Follows a block to the other text. Lines that came between its own, or in place of some of them, are part of it. */
export function carryBlock({ start, end }: Block, { lines, length }: LineMap): CarriedBlock {
  let first = start;
  while (first < end && lines[first] === -1) first++;
  if (first === end) return { kept: 'none', block: placeOf({ start, end }, { lines, length }) };
  let last = end - 1;
  while (lines[last] === -1) last--;
  const top = lines[first] ?? 0;
  const bottom = lines[last] ?? 0;
  if (bottom - top === end - start - 1 && !lines.subarray(first, last).includes(-1)) {
    return { kept: 'all', block: { start: top, end: bottom + 1 } };
  }
  // Its edges may have been written anew, in as many lines as they were.
  const above = keptAbove(lines, first);
  const below = keptBelow(lines, last + 1, length);
  return {
    kept: 'some',
    block: { start: Math.max(above + 1, top - (first - start)), end: Math.min(below, bottom + 1 + (end - 1 - last)) },
  };
}

/** The lines that took the place of those that are gone around a block whose own are gone. */
export function replacedBlock(
  { start }: Block,
  { lines, length }: LineMap,
): { readonly old: Block; readonly now: Block } {
  let oldStart = start;
  while (oldStart > 0 && lines[oldStart - 1] === -1) oldStart--;
  let oldEnd = start;
  while (oldEnd < lines.length && lines[oldEnd] === -1) oldEnd++;
  const now = { start: keptAbove(lines, oldStart) + 1, end: keptBelow(lines, oldEnd, length) };
  return { old: { start: oldStart, end: oldEnd }, now };
}

/** A block of the same size at the same point of what took its place. */
function placeOf(block: Block, map: LineMap): Block {
  const { old, now } = replacedBlock(block, map);
  const size = block.end - block.start;
  const start = Math.max(now.start, Math.min(now.start + (block.start - old.start), now.end - size));
  return { start, end: Math.min(now.end, start + size) };
}

function keptAbove(lines: Int32Array, line: number): number {
  for (let at = line - 1; at >= 0; at--) if (lines[at] !== -1) return lines[at] ?? -1;
  return -1;
}

function keptBelow(lines: Int32Array, line: number, length: number): number {
  for (let at = line; at < lines.length; at++) if (lines[at] !== -1) return lines[at] ?? length;
  return length;
}
