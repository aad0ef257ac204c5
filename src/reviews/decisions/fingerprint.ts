import { createHash } from 'node:crypto';
import type { ReviewComment } from '../../core/review/review.ts';

/**
 * Hashes of what each comment is about: rule, path and code, without white space and line numbers, so that they survive
 * shifted lines and other words. Comments without quoted code go by their title. Equal code in a file has equal keys.
 * @returns one key for each comment, in their order
 */
export function keysOf(comments: readonly ReviewComment[]): string[] {
  return comments.map(comment => hash(subjectOf(comment)));
}

/**
 * Keys that are unique in their review: the same code twice in a file is told apart by its turn. Whether an equal one of
 * another review is the same finding, only the lines around it tell; see `matchFindings`.
 * @returns one fingerprint for each comment, in their order
 */
export function fingerprintsOf(comments: readonly ReviewComment[]): string[] {
  const turns = new Map<string, number>();
  return comments.map(comment => {
    const subject = subjectOf(comment);
    const turn = (turns.get(subject) ?? 0) + 1;
    turns.set(subject, turn);
    return hash(`${subject}\n${turn}`);
  });
}

function subjectOf(comment: ReviewComment): string {
  const code = comment.quotedCode?.replace(/\s+/g, '');
  const what = comment.rule ?? (code ? (comment.category ?? comment.title) : comment.title);
  return JSON.stringify([what, comment.path ?? null, code === undefined || code === '' ? comment.title : code]);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
