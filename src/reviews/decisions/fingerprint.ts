import { hash } from 'node:crypto';
import type { Slices } from '../../core/base/slices.ts';
import type { ReviewComment } from '../../core/review/review.ts';

// Lists of comments never change, and each is asked about whenever a file of it does.
const known = new WeakMap<readonly ReviewComment[], Hashes>();
const underWay = new WeakMap<readonly ReviewComment[], Promise<void>>();

/**
 * Hashes the rule, path and code of each comment, without white space and line numbers, so that the key survives shifted
 * lines and rewording. Comments without quoted code use their title. Equal code in a file has equal keys.
 * @returns one key for each comment, in order
 */
export function keysOf(comments: readonly ReviewComment[]): readonly string[] {
  const hashes = hashesOf(comments);
  return comments.map((_, index) => hashes.key(index));
}

/**
 * Returns keys that are unique in a review: comments with equal keys are numbered. Whether two such comments of different
 * reviews are the same finding depends on the lines around them, see `matchFindings`.
 * @returns one fingerprint for each comment, in order
 */
export function fingerprintsOf(comments: readonly ReviewComment[]): readonly string[] {
  const hashes = hashesOf(comments);
  return comments.map((_, index) => hashes.fingerprint(index));
}

/** The hashes of one list, each computed when it is first asked for: without a decision or another review none is. */
export function hashesOf(comments: readonly ReviewComment[]): Hashes {
  const hashes = known.get(comments) ?? new Hashes(comments);
  known.set(comments, hashes);
  return hashes;
}

/** Computes all hashes of a long list ahead, in slices. */
export async function prepareFingerprints(comments: readonly ReviewComment[], slices: Slices): Promise<void> {
  const done = underWay.get(comments) ?? hashAll(comments, slices);
  underWay.set(comments, done);
  await done;
}

async function hashAll(comments: readonly ReviewComment[], slices: Slices): Promise<void> {
  const hashes = hashesOf(comments);
  for (const index of comments.keys()) {
    hashes.key(index);
    hashes.fingerprint(index);
    if (slices.isUsedUp) await slices.rest();
  }
}

class Hashes {
  readonly #comments: readonly ReviewComment[];
  readonly #subjects: string[] = [];
  /** Of equal subjects, how many there are up to each. */
  readonly #turns: number[] = [];
  readonly #latestTurns = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #fingerprints: string[] = [];

  constructor(comments: readonly ReviewComment[]) {
    this.#comments = comments;
  }

  /** One of `keysOf`. */
  key(index: number): string {
    return (this.#keys[index] ??= shortHash(this.#subject(index)));
  }

  /** One of `fingerprintsOf`. */
  fingerprint(index: number): string {
    return (this.#fingerprints[index] ??= shortHash(`${this.#subject(index)}\n${this.#turns[index]}`));
  }

  #subject(index: number): string {
    for (const comment of this.#comments.slice(this.#subjects.length, index + 1)) {
      const subject = subjectOf(comment);
      const turn = (this.#latestTurns.get(subject) ?? 0) + 1;
      this.#latestTurns.set(subject, turn);
      this.#subjects.push(subject);
      this.#turns.push(turn);
    }
    return this.#subjects[index] ?? '';
  }
}

function subjectOf(comment: ReviewComment): string {
  const code = comment.quotedCode?.replace(/\s+/g, '');
  const what = comment.rule ?? (code ? (comment.category ?? comment.title) : comment.title);
  return JSON.stringify([what, comment.path ?? null, code === undefined || code === '' ? comment.title : code]);
}

function shortHash(text: string): string {
  return hash('sha256', text).slice(0, 24);
}
