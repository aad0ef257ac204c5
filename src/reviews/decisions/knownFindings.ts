import { lazy } from '../../core/base/lazy.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import type { KnownFinding } from './decisions.ts';
import { fingerprintsOf, keysOf } from './fingerprint.ts';
import { contextHashesOf } from './contextHashes.ts';

/**
 * The comments of a review as decisions are looked up for them, in their order.
 * @param linesOf the lines that the numbers of a comment count, by its index; undefined where they are not known
 */
export function knownFindings(
  comments: readonly ReviewComment[],
  linesOf: (index: number) => readonly string[] | undefined,
): KnownFinding[] {
  const keys = keysOf(comments);
  const turns = turnsOf(comments, keys);
  return fingerprintsOf(comments).map((fingerprint, index) => {
    const key = keys[index] ?? '';
    const surroundings = (): ReturnType<typeof contextHashesOf> | undefined => {
      const lines = linesOf(index);
      const range = comments[index]?.range;
      return lines === undefined || range === undefined ? undefined : contextHashesOf(range, lines);
    };
    return {
      fingerprint,
      key,
      identity: lazy(() => ({ key, surroundings: surroundings(), turn: turns[index] ?? 1 })),
    };
  });
}

/** By line: the order of comments may be another one in the next review. */
function turnsOf(comments: readonly ReviewComment[], keys: readonly string[]): number[] {
  const turns: number[] = [];
  const seen = new Map<string, number>();
  const lineOf = (index: number): number => comments[index]?.range?.startLine ?? 0;
  for (const index of [...keys.keys()].sort((a, b) => lineOf(a) - lineOf(b) || a - b)) {
    const turn = (seen.get(keys[index] ?? '') ?? 0) + 1;
    seen.set(keys[index] ?? '', turn);
    turns[index] = turn;
  }
  return turns;
}
