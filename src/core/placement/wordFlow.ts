import { diffLines } from '../diff/lineDiff.ts';
import type { LineMap } from '../diff/lineMap.ts';
import { findReplacement, type LineBlock } from './lineBlock.ts';
import { wordsIn } from './words.ts';

/** Fewest letters and digits, in more than one word, by which a text can be recognized alone. */
const leastLetters = 8;
/** Words around a shorter one that have to be there as well. */
const context = 4;
/** Least share of words that the text has in common with the original. */
const leastShare = 0.75;
/** Most steps of comparing a run, see `myersDiff`: about a hundredth of a second. */
const effort = 3_000_000;

/** The words of some lines. */
interface Words {
  /** Equal words have equal numbers. */
  readonly numbers: readonly number[];
  /** The line of each word. */
  readonly lines: readonly number[];
  /** How many words are above each line, from the first line to the one below the last. */
  readonly above: readonly number[];
}

/** A run of removed lines and what replaced it, compared word by word. */
interface Run {
  readonly start: number;
  readonly old: Words;
  readonly now: Words;
  /** For each word of `old`, the word of `now`, or -1 if it was removed. */
  readonly kept: Int32Array;
}

/** Finds lines whose words are on other lines now: wrapped, joined with others, or split. */
export class WordFlow {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  readonly #map: LineMap;
  /** By their first removed line. */
  readonly #runs = new Map<number, Run>();

  /** @param map from the lines of `before` to those of `after` */
  constructor(before: readonly string[], after: readonly string[], map: LineMap) {
    this.#before = before;
    this.#after = after;
    // A brace that is like one of before may be another one, and bounds nothing.
    this.#map = { ...map, lines: map.lines.map((to, line) => (/[\p{L}\p{N}_]/u.test(before[line] ?? '') ? to : -1)) };
  }

  /**
   * The lines that have the words of a block in their order, with few others between them; undefined if none have.
   * @param block removed lines
   */
  find({ start, end }: LineBlock): LineBlock | undefined {
    const run = this.#runOf(start);
    const { old, now } = run;
    const [from = 0, to = old.lines.length] = [start, end].map(line => old.above[line - run.start]);
    const letters = this.#before.slice(start, end).flatMap(wordsIn).join('').length;
    const isTelling = to - from > 1 && letters >= leastLetters;
    const own = spanOf(run.kept, from, to);
    if (own === undefined || (!isTelling && own.count < to - from)) return undefined;
    const around = isTelling ? 0 : context;
    const [top, bottom] = [Math.max(0, from - around), Math.min(old.lines.length, to + around)];
    const whole = spanOf(run.kept, top, bottom) ?? own;
    if (2 * whole.count < leastShare * (bottom - top + whole.last + 1 - whole.first)) return undefined;
    return { start: now.lines[own.first] ?? 0, end: (now.lines[own.last] ?? 0) + 1 };
  }

  /**
   * Completes a block, of which some lines are left, with the lines that its first and its last ones are on now.
   * @param found where the block is by the lines that are left
   * @param map the map that tells so
   */
  stretch({ start, end }: LineBlock, found: LineBlock, { lines }: LineMap): LineBlock {
    let first = start;
    while (lines[first] === -1) first++;
    let below = end;
    while (lines[below - 1] === -1) below--;
    const top = first > start ? this.find({ start, end: first })?.start : undefined;
    const bottom = below < end ? this.find({ start: below, end })?.end : undefined;
    return {
      start: Math.min(top ?? found.start, lines[first] ?? found.start),
      end: Math.max(bottom ?? found.end, (lines[below - 1] ?? 0) + 1),
    };
  }

  #runOf(line: number): Run {
    const { old, now } = findReplacement({ start: line, end: line + 1 }, this.#map);
    let run = this.#runs.get(old.start);
    if (run === undefined) {
      const byWord = new Map<string, number>();
      const [before, after] = [wordsOf(this.#before, old, byWord), wordsOf(this.#after, now, byWord)];
      run = { start: old.start, old: before, now: after, kept: keptOf(before, after) };
      this.#runs.set(old.start, run);
    }
    return run;
  }
}

function wordsOf(text: readonly string[], { start, end }: LineBlock, byWord: Map<string, number>): Words {
  const numbers: number[] = [];
  const lines: number[] = [];
  const above = [0];
  for (let line = start; line < end; line++) {
    for (const word of wordsIn(text[line] ?? '')) {
      const number = byWord.get(word) ?? byWord.size;
      byWord.set(word, number);
      numbers.push(number);
      lines.push(line);
    }
    above.push(numbers.length);
  }
  return { numbers, lines, above };
}

function keptOf(before: Words, after: Words): Int32Array {
  const kept = new Int32Array(before.numbers.length).fill(-1);
  const { removed, added } = diffLines(Int32Array.from(before.numbers), Int32Array.from(after.numbers), effort);
  let to = 0;
  for (let from = 0; from < kept.length; from++) {
    if (removed[from] === 1) continue;
    while (added[to] === 1) to++;
    kept[from] = to++;
  }
  return kept;
}

/** The first and the last of the words that some words are now, and how many they are; undefined if none is there. */
function spanOf(
  kept: Int32Array,
  from: number,
  to: number,
): { readonly first: number; readonly last: number; readonly count: number } | undefined {
  const there = kept.subarray(from, to).filter(word => word !== -1);
  const [first, last] = [there[0], there.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last, count: there.length };
}
