import type { LineMap } from '../diff/lineMap.ts';

/** A range of lines from 0; the end is exclusive. */
export interface LineBlock {
  readonly start: number;
  readonly end: number;
}

/** The result of mapping a block onto the edited text. */
interface MappedBlock {
  /** How many of its lines are left. */
  readonly kept: 'all' | 'some' | 'none';
  /** The block's new lines; if none is left, its replacement, which is empty if the block was deleted. */
  readonly block: LineBlock;
}

/** Maps a block onto the edited text. Lines inserted between its own, or replacing some of them, belong to it. */
export function mapBlock({ start, end }: LineBlock, { lines, length }: LineMap): MappedBlock {
  let first = start;
  while (first < end && lines[first] === -1) first++;
  if (first === end) return { kept: 'none', block: placeOf({ start, end }, { lines, length }) };
  let last = end - 1;
  while (lines[last] === -1) last--;
  const top = lines[first] ?? 0;
  const bottom = lines[last] ?? 0;
  if (bottom - top === end - start - 1 && !lines.subarray(start, end).includes(-1)) {
    return { kept: 'all', block: { start: top, end: bottom + 1 } };
  }
  // Its edges may have been rewritten in the same number of lines.
  const above = keptAbove(lines, first);
  const below = keptBelow(lines, last + 1, length);
  return {
    kept: 'some',
    block: { start: Math.max(above + 1, top - (first - start)), end: Math.min(below, bottom + 1 + (end - 1 - last)) },
  };
}

/** The lines that replaced a removed block and the removed lines around it. */
export function findReplacement(
  { start }: LineBlock,
  { lines, length }: LineMap,
): { readonly old: LineBlock; readonly now: LineBlock } {
  let oldStart = start;
  while (oldStart > 0 && lines[oldStart - 1] === -1) oldStart--;
  let oldEnd = start;
  while (oldEnd < lines.length && lines[oldEnd] === -1) oldEnd++;
  const now = { start: keptAbove(lines, oldStart) + 1, end: keptBelow(lines, oldEnd, length) };
  return { old: { start: oldStart, end: oldEnd }, now };
}

/** A block of the same size at the same offset in its replacement. */
function placeOf(block: LineBlock, map: LineMap): LineBlock {
  const { old, now } = findReplacement(block, map);
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
