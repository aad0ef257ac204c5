import { hash } from 'node:crypto';
import type { Slices } from '../../core/base/slices.ts';
import type { ReviewComment } from '../../core/review/review.ts';

interface Hashes {
  readonly keys: string[];
  readonly fingerprints: string[];
}

// Lists of comments never change, and each is asked about whenever a file of it does.
const known = new WeakMap<readonly ReviewComment[], Hashes>();
const underWay = new WeakMap<readonly ReviewComment[], Promise<void>>();

/**
 * Hashes the rule, path and code of each comment, without white space and line numbers, so that the key survives shifted
 * lines and rewording. Comments without quoted code use their title. Equal code in a file has equal keys.
 * @returns one key for each comment, in order
 */
export function keysOf(comments: readonly ReviewComment[]): readonly string[] {
  return hashesOf(comments).keys;
}

/**
 * Returns keys that are unique in a review: comments with equal keys are numbered. Whether two such comments of different
 * reviews are the same finding depends on the lines around them, see `matchFindings`.
 * @returns one fingerprint for each comment, in order
 */
export function fingerprintsOf(comments: readonly ReviewComment[]): readonly string[] {
  return hashesOf(comments).fingerprints;
}

/** Computes the hashes of a long list ahead, in slices. */
export async function prepareFingerprints(comments: readonly ReviewComment[], slices: Slices): Promise<void> {
  if (known.has(comments)) return;
  const done = underWay.get(comments) ?? hashAll(comments, slices);
  underWay.set(comments, done);
  await done;
}

async function hashAll(comments: readonly ReviewComment[], slices: Slices): Promise<void> {
  const hashing = new Hashing();
  for (const comment of comments) {
    hashing.add(comment);
    if (slices.isUsedUp) await slices.rest();
  }
  known.set(comments, hashing);
}

function hashesOf(comments: readonly ReviewComment[]): Hashes {
  const before = known.get(comments);
  if (before !== undefined) return before;
  const hashing = new Hashing();
  for (const comment of comments) hashing.add(comment);
  known.set(comments, hashing);
  return hashing;
}

class Hashing implements Hashes {
  readonly keys: string[] = [];
  readonly fingerprints: string[] = [];
  readonly #turns = new Map<string, number>();

  add(comment: ReviewComment): void {
    const subject = subjectOf(comment);
    const turn = (this.#turns.get(subject) ?? 0) + 1;
    this.#turns.set(subject, turn);
    this.keys.push(shortHash(subject));
    this.fingerprints.push(shortHash(`${subject}\n${turn}`));
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
