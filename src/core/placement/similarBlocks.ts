import type { Block } from './lineBlock.ts';

/** Share of words that an edited block still has in common with what it was. */
const leastShare = 0.5;
/** Most lines of a block that are compared, and most places that it is looked for at. */
const longestBlock = 5;
const mostPlaces = 300;

/** Finds what a block of lines was edited into. */
export class SimilarBlocks {
  readonly #lines: readonly string[];
  /** By line, filled when they are first needed. */
  readonly #words: (readonly string[] | undefined)[] = [];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The lines within a stretch of the text that resemble the block most; undefined where none do enough. */
  find(block: readonly string[], { start, end }: Block): Block | undefined {
    const size = Math.min(block.length, end - start);
    const compared = Math.min(size, longestBlock);
    const wanted = new Set(block.slice(0, compared).flatMap(wordsIn));
    let best: Block | undefined;
    let most = 0;
    for (let at = start; at + size <= end && at < start + mostPlaces; at++) {
      const share = this.#shareOf(wanted, at, compared);
      if (share < leastShare || share <= most) continue;
      most = share;
      best = { start: at, end: at + size };
    }
    return best;
  }

  /** From 0, no word in common, to 1, the same words (Dice's coefficient). */
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

function wordsIn(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
