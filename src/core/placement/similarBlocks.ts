import type { LineBlock } from './lineBlock.ts';
import { wordsIn } from './words.ts';

/** Least share of words that an edited block has in common with the original. */
const leastShare = 0.5;
/** Most lines of a block to compare, and most positions to try. */
const longestBlock = 5;
const mostPlaces = 300;

/** Finds the lines that a block was edited into. */
export class SimilarBlocks {
  readonly #lines: readonly string[];
  /** Words by line, computed on first use. */
  readonly #words: (readonly string[] | undefined)[] = [];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /**
   * The most similar lines within a range of the text; undefined if none is similar enough.
   * @param near of several that are equally similar, the nearest to this line is taken
   * @param isTaken 1 for each line of the text that is known to be another one
   */
  find(block: readonly string[], { start, end }: LineBlock, near: number, isTaken: Uint8Array): LineBlock | undefined {
    const size = Math.min(block.length, end - start);
    const compared = Math.min(size, longestBlock);
    const wanted = new Set(block.slice(0, compared).flatMap(wordsIn));
    let best: LineBlock | undefined;
    let most = 0;
    for (let at = start; at + size <= end && at < start + mostPlaces; at++) {
      if (!isTaken.subarray(at, at + size).includes(0)) continue;
      const share = this.#shareOf(wanted, at, compared);
      if (share < leastShare || share < most) continue;
      if (best !== undefined && share === most && Math.abs(at - near) >= Math.abs(best.start - near)) continue;
      most = share;
      best = { start: at, end: at + size };
    }
    return best;
  }

  /** Similarity by Dice's coefficient: 0 with no words in common, 1 with the same words. */
  #shareOf(wanted: ReadonlySet<string>, start: number, size: number): number {
    const words = new Set<string>();
    for (let at = start; at < start + size; at++) {
      for (const word of (this.#words[at] ??= wordsIn(this.#lines[at] ?? ''))) words.add(word);
    }
    let shared = 0;
    for (const word of words) if (wanted.has(word)) shared++;
    return shared === 0 ? 0 : (2 * shared) / (words.size + wanted.size);
  }
}
