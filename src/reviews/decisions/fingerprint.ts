import { createHash } from 'node:crypto';
import type { ReviewComment } from '../../core/review/review.ts';

/**
 * Hashes the rule, path and code of each comment, without white space and line numbers, so that the key survives shifted
 * lines and rewording. Comments without quoted code use their title. Equal code in a file has equal keys.
 * @returns one key for each comment, in order
 */
export function keysOf(comments: readonly ReviewComment[]): string[] {
  return comments.map(comment => hash(subjectOf(comment)));
}

/**
 * Returns keys that are unique in a review: comments with equal keys are numbered. Whether two such comments of different
 * reviews are the same finding depends on the lines around them, see `matchFindings`.
 * @returns one fingerprint for each comment, in order
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
