import { keptPairs } from './sequenceDiff.ts';

/**
 * Which lines of two texts differ: 1 for a line of `before` that is gone and for a line of `after` that is new. The
 * lines left over are equal and pair off in order.
 */
export interface LineDiff {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/**
 * A shortest line diff, bounded: where the texts differ too much it is no longer the shortest, but still correct.
 * @param effort steps it may take, see `keptPairs`
 */
export function diffLines(before: readonly string[], after: readonly string[], effort?: number): LineDiff {
  const removed = new Uint8Array(before.length);
  const added = new Uint8Array(after.length);
  let start = 0;
  let beforeEnd = before.length;
  let afterEnd = after.length;
  while (start < beforeEnd && start < afterEnd && before[start] === after[start]) start++;
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--;
    afterEnd--;
  }
  removed.fill(1, start, beforeEnd);
  added.fill(1, start, afterEnd);
  if (start < beforeEnd && start < afterEnd) {
    const [left, right] = sharedLines(before, after, start, beforeEnd, afterEnd);
    keptPairs(
      left.numbers,
      right.numbers,
      (i, j) => {
        removed[left.places[i] ?? 0] = 0;
        added[right.places[j] ?? 0] = 0;
      },
      effort,
    );
  }
  return { removed, added };
}

/** Lines as numbers, equal for equal lines, and where each stands in its text. */
interface NumberedLines {
  readonly numbers: Int32Array;
  readonly places: Int32Array;
}

/** The lines from `start` on that occur on both sides; the others have changed whatever a comparison finds. */
function sharedLines(
  before: readonly string[],
  after: readonly string[],
  start: number,
  beforeEnd: number,
  afterEnd: number,
): [NumberedLines, NumberedLines] {
  const numbers = new Map<string, number>();
  for (let i = start; i < beforeEnd; i++) {
    const line = before[i] ?? '';
    if (!numbers.has(line)) numbers.set(line, numbers.size);
  }
  const onBothSides = new Uint8Array(numbers.size);
  for (let i = start; i < afterEnd; i++) {
    const number = numbers.get(after[i] ?? '');
    if (number !== undefined) onBothSides[number] = 1;
  }
  const numbered = (lines: readonly string[], end: number): NumberedLines => {
    const found = new Int32Array(end - start);
    const places = new Int32Array(end - start);
    let length = 0;
    for (let i = start; i < end; i++) {
      const number = numbers.get(lines[i] ?? '');
      if (number === undefined || onBothSides[number] === 0) continue;
      found[length] = number;
      places[length++] = i;
    }
    return { numbers: found.subarray(0, length), places: places.subarray(0, length) };
  };
  return [numbered(before, beforeEnd), numbered(after, afterEnd)];
}
