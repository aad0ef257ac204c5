import type { RangePair } from './rangePair.ts';

/**
 * The anchors of a patience diff: the longest sequence of pairs, ascending on both sides, of numbers that occur exactly
 * once on each side of the stretch.
 */
export function patienceAnchors(
  left: Int32Array,
  right: Int32Array,
  { left: leftStart, leftEnd, right: rightStart, rightEnd }: RangePair,
): (readonly [number, number])[] {
  const inLeft = places(left, leftStart, leftEnd);
  const inRight = places(right, rightStart, rightEnd);
  const pairs: [number, number][] = [];
  // Ascending on the left, since a map keeps insertion order.
  for (const [number, i] of inLeft) {
    const j = inRight.get(number) ?? repeated;
    if (i !== repeated && j !== repeated) pairs.push([i, j]);
  }
  return longestAscending(pairs);
}

const repeated = -1;

/** The index of each number; `repeated` for numbers that occur more than once. */
function places(sequence: Int32Array, start: number, end: number): Map<number, number> {
  const found = new Map<number, number>();
  for (let i = start; i < end; i++) {
    const number = sequence[i] ?? 0;
    found.set(number, found.has(number) ? repeated : i);
  }
  return found;
}

/** The longest subsequence of pairs whose second members ascend (patience sorting). */
function longestAscending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const second = (index: number | undefined): number => pairs[index ?? 0]?.[1] ?? 0;
  // For each length, the index of the pair with the least second member that ends a sequence of that length.
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length);
  for (let index = 0; index < pairs.length; index++) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const half = (low + high) >> 1;
      if (second(ends[half]) < second(index)) low = half + 1;
      else high = half;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const row: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) row.push(pair);
  }
  return row.reverse();
}
