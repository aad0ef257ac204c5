import { lazy } from '../../core/base/lazy.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import type { KnownFinding } from './decisions.ts';
import { hashesOf, keysOf } from './fingerprint.ts';
import { contextHashesOf } from './contextHashes.ts';

/**
 * Returns the comments of a review with what their decisions are looked up by, in order.
 * @param linesOf returns the reviewed lines of a comment's file by its index; `undefined` if unknown
 */
export function knownFindings(
  comments: readonly ReviewComment[],
  linesOf: (index: number) => readonly string[] | undefined,
): KnownFinding[] {
  const hashes = hashesOf(comments);
  const turns = lazy(() => turnsOf(comments, keysOf(comments)));
  return comments.map(({ members }, index) => {
    const surroundings = (): ReturnType<typeof contextHashesOf> | undefined => {
      const lines = linesOf(index);
      const range = comments[index]?.range;
      return lines === undefined || range === undefined ? undefined : contextHashesOf(range, lines);
    };
    const identity = lazy(() => ({
      key: hashes.key(index),
      surroundings: surroundings(),
      turn: turns()[index] ?? 1,
      members,
    }));
    return new HashedFinding(hashes, index, identity, members);
  });
}

/** A finding that is hashed when it is asked for. A class, since accessors of its own make each object one of a kind. */
class HashedFinding implements KnownFinding {
  readonly identity: KnownFinding['identity'];
  readonly members: KnownFinding['members'];
  readonly #hashes: ReturnType<typeof hashesOf>;
  readonly #index: number;

  constructor(
    hashes: ReturnType<typeof hashesOf>,
    index: number,
    identity: KnownFinding['identity'],
    members: KnownFinding['members'],
  ) {
    this.#hashes = hashes;
    this.#index = index;
    this.identity = identity;
    this.members = members;
  }

  get fingerprint(): string {
    return this.#hashes.fingerprint(this.#index);
  }

  get key(): string {
    return this.#hashes.key(this.#index);
  }
}

/** Numbered by line, since the order of comments may differ in the next review. */
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
