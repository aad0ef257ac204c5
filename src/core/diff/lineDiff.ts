import { myersDiff } from './myersDiff.ts';

/**
 * The lines in which two texts differ: 1 for a removed line of `before` and for an added line of `after`. The remaining
 * lines are equal and correspond in order.
 */
interface LineDiff {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/**
 * Computes a line diff in bounded time. It is close to the shortest; if the texts differ too much, longer but correct.
 * @param before one number per line, from 0; equal lines have equal numbers
 * @param effort most steps, see `myersDiff`
 */
export function diffLines(before: Int32Array, after: Int32Array, effort?: number): LineDiff {
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
    myersDiff(
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

/** Numbers of lines, with the index of each in its text. */
interface NumberedLines {
  readonly numbers: Int32Array;
  readonly places: Int32Array;
}

/** A line that occurs at least this often on the other side, among lines missing there, is ambiguous. */
const often = 8;
/** Ambiguous lines are dropped if a stretch has fewer than one of them per this many lines. */
const fewest = 4;

/** The lines from `start` on that take part in the comparison; the others are changed in any case. */
function sharedLines(
  before: Int32Array,
  after: Int32Array,
  start: number,
  beforeEnd: number,
  afterEnd: number,
): [NumberedLines, NumberedLines] {
  const left = before.subarray(start, beforeEnd);
  const right = after.subarray(start, afterEnd);
  const size = Math.max(highestOf(left), highestOf(right)) + 1;
  return [telling(left, countsOf(right, size), start), telling(right, countsOf(left, size), start)];
}

function highestOf(sequence: Int32Array): number {
  let highest = -1;
  for (const number of sequence) highest = Math.max(highest, number);
  return highest;
}

function countsOf(sequence: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const number of sequence) counts[number] = (counts[number] ?? 0) + 1;
  return counts;
}

/**
 * Drops lines that the other side lacks, and single blank lines or braces within a stretch of them: matching those
 * would tie rewritten code to unrelated places.
 * @param counts occurrences of each number on the other side
 */
function telling(sequence: Int32Array, counts: Int32Array, start: number): NumberedLines {
  const numbers = new Int32Array(sequence.length);
  const places = new Int32Array(sequence.length);
  let length = 0;
  const take = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      const number = sequence[i] ?? 0;
      if (counts[number] === 0) continue;
      numbers[length] = number;
      places[length++] = start + i;
    }
  };
  const countAt = (i: number): number => counts[sequence[i] ?? 0] ?? 0;
  for (let i = 0; i < sequence.length;) {
    // A stretch of missing and frequent lines, from the first to the last missing one.
    let end = i;
    let frequent = 0;
    let firstLacking = -1;
    let lastLacking = -1;
    for (; end < sequence.length && (countAt(end) === 0 || countAt(end) >= often); end++) {
      if (countAt(end) > 0) frequent++;
      else {
        if (firstLacking < 0) firstLacking = end;
        lastLacking = end;
      }
    }
    if (firstLacking >= 0 && frequent * fewest < end - i) {
      take(i, firstLacking);
      take(lastLacking, end);
    } else take(i, end);
    if (end === i) take(i, ++end);
    i = end;
  }
  return { numbers: numbers.subarray(0, length), places: places.subarray(0, length) };
}
