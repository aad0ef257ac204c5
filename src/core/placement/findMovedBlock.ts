import type { LineBlock } from './lineBlock.ts';
import type { BlockSearch } from './blockSearch.ts';
import type { DiffSide } from './diffSide.ts';

/** Fewest letters and digits by which a text can be recognized. */
const leastLetters = 8;
/** Context lines above and below, tried in order until the text occurs only once. */
const contexts: readonly (readonly [above: number, below: number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [2, 0],
  [0, 2],
  [3, 3],
];

/** Where a block that was moved unchanged is now; undefined if it was not moved or its place is ambiguous. */
export function findMovedBlock({ start, end }: LineBlock, side: DiffSide, live: BlockSearch): LineBlock | undefined {
  for (const [above, below] of contexts) {
    const from = start - above;
    const wanted = side.spaceless().slice(Math.max(0, from), end + below);
    if (from < 0 || wanted.length < end - start + above + below || lettersIn(wanted) < leastLetters) continue;
    if (side.search().only(wanted) === 'many') continue;
    const at = live.only(wanted);
    // What is found by lines that stayed where they were is one of them, and none that was moved.
    if (
      typeof at === 'number' &&
      side
        .isTaken()
        .subarray(at, at + wanted.length)
        .includes(0)
    )
      return { start: at + above, end: at + above + end - start };
    // A block that does not occur does not occur with more context either.
    if (at === undefined && above === 0 && below === 0) return undefined;
  }
  return undefined;
}

function lettersIn(lines: readonly string[]): number {
  return lines.join('').replace(/[^\p{L}\p{N}]/gu, '').length;
}
