/* oxlint-disable typescript/no-non-null-assertion -- every index lies within the diagonals that were filled before */
import { patienceAnchors } from './patienceAnchors.ts';
import type { RangePair } from './rangePair.ts';

/** Most edits to search from either end of a stretch; a longer one is split at lines unique on both sides. */
const longestSearch = 1_000;
/** Takes about a tenth of a second. */
const defaultEffort = 30_000_000;

/**
 * Reports the pairs of a longest common subsequence, in no particular order (Myers, "An O(ND) difference algorithm",
 * 1986, in linear space). If the sequences differ too much for the bounds, the common subsequence is shorter.
 * @param effort most steps, about one comparison each; what is not searched by then gets no pairs
 */
export function myersDiff(
  left: Int32Array,
  right: Int32Array,
  keep: (i: number, j: number) => void,
  effort = defaultEffort,
): void {
  const search = new MiddleSearch(left, right, effort);
  const open: RangePair[] = [{ left: 0, leftEnd: left.length, right: 0, rightEnd: right.length }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    let { left: i, leftEnd, right: j, rightEnd } = next;
    while (i < leftEnd && j < rightEnd && left[i] === right[j]) keep(i++, j++);
    while (i < leftEnd && j < rightEnd && left[leftEnd - 1] === right[rightEnd - 1]) keep(--leftEnd, --rightEnd);
    if (i === leftEnd || j === rightEnd || search.effort <= 0) continue;
    const stretch = { left: i, leftEnd, right: j, rightEnd };
    const middle = search.middleOf(stretch);
    const cuts = middle === undefined ? patienceAnchors(left, right, stretch) : [middle];
    if (middle === undefined) search.effort -= leftEnd - i + rightEnd - j;
    if (cuts.length === 0) continue;
    for (const [cutLeft, cutRight] of cuts) {
      open.push({ left: i, leftEnd: cutLeft, right: j, rightEnd: cutRight });
      i = cutLeft;
      j = cutRight;
    }
    open.push({ left: i, leftEnd, right: j, rightEnd });
  }
}

/** Finds the middle of a shortest edit path by searching from both ends at once. */
class MiddleSearch {
  /** Steps left. */
  effort: number;
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  /** The furthest index in `left` reached on each diagonal; index 0 is the diagonal `i - j = -right.length - 1`. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;

  constructor(left: Int32Array, right: Int32Array, effort: number) {
    this.effort = effort;
    this.#left = left;
    this.#right = right;
    this.#forward = new Int32Array(left.length + right.length + 3);
    this.#backward = new Int32Array(left.length + right.length + 3);
  }

  /**
   * @param stretch non-empty on both sides, with different first and last elements
   * @returns undefined if the stretch has too many edits
   */
  middleOf({ left, leftEnd, right, rightEnd }: RangePair): readonly [number, number] | undefined {
    const a = this.#left;
    const b = this.#right;
    const forward = this.#forward;
    const backward = this.#backward;
    // Diagonals are offset by `zero`, so that no index is negative.
    const zero = b.length + 1;
    const lowest = zero + left - rightEnd;
    const highest = zero + leftEnd - right;
    const start = zero + left - right;
    const end = zero + leftEnd - rightEnd;
    const odd = ((start - end) & 1) === 1;
    let forwardLow = start;
    let forwardHigh = start;
    let backwardLow = end;
    let backwardHigh = end;
    forward[start] = left;
    backward[end] = leftEnd;
    for (let edits = 1; edits <= longestSearch && this.effort > 0; edits++) {
      let steps = 0;
      // Diagonals outside the stretch are invalid; the one next to the outermost gets a value that never wins.
      if (forwardLow > lowest) forward[--forwardLow - 1] = -1;
      else forwardLow++;
      if (forwardHigh < highest) forward[++forwardHigh + 1] = -1;
      else forwardHigh--;
      for (let k = forwardHigh; k >= forwardLow; k -= 2) {
        const below = forward[k - 1]!;
        const above = forward[k + 1]!;
        let i = below >= above ? below + 1 : above;
        const from = i;
        for (let j = i - k + zero; i < leftEnd && j < rightEnd && a[i] === b[j]; j++) i++;
        steps += i - from + 1;
        forward[k] = i;
        if (odd && k >= backwardLow && k <= backwardHigh && backward[k]! <= i) {
          this.effort -= steps;
          return [i, i - k + zero];
        }
      }
      if (backwardLow > lowest) backward[--backwardLow - 1] = 0x7fffffff;
      else backwardLow++;
      if (backwardHigh < highest) backward[++backwardHigh + 1] = 0x7fffffff;
      else backwardHigh--;
      for (let k = backwardHigh; k >= backwardLow; k -= 2) {
        const below = backward[k - 1]!;
        const above = backward[k + 1]!;
        let i = below < above ? below : above - 1;
        const from = i;
        for (let j = i - k + zero; i > left && j > right && a[i - 1] === b[j - 1]; j--) i--;
        steps += from - i + 1;
        backward[k] = i;
        if (!odd && k >= forwardLow && k <= forwardHigh && i <= forward[k]!) {
          this.effort -= steps;
          return [i, i - k + zero];
        }
      }
      this.effort -= steps;
    }
    return undefined;
  }
}
