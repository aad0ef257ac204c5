import type { Block } from './block.ts';

/** Share of words that an edited block still has in common with what it was. */
const leastShare = 0.5;
/** Most lines that are compared. */
const longestStretch = 300;

/** The lines within a stretch of the text that the block was most likely edited into; undefined where none resemble it. */
export function similarBlock(
  block: readonly string[],
  lines: readonly string[],
  { start, end }: Block,
): Block | undefined {
  const wanted = wordsOf(block.slice(0, longestStretch).join('\n'));
  const size = Math.min(block.length, end - start);
  let best: Block | undefined;
  let most = leastShare;
  for (let at = start; at + size <= Math.min(end, start + longestStretch); at++) {
    const share = sharedWords(wanted, wordsOf(lines.slice(at, at + size).join('\n')));
    if (share < most || (share === most && best !== undefined)) continue;
    most = share;
    best = { start: at, end: at + size };
  }
  return best;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\p{L}\p{N}_]+/gu) ?? []);
}

/** From 0, none, to 1, the same words (Dice's coefficient). */
function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return (2 * shared) / (a.size + b.size);
}
