import { createHash } from 'node:crypto';
import type { ReviewComment } from '../core/review.ts';

/**
 * What makes a comment the same one in the next review: rule, path and the code it is about, without white space and
 * line numbers, so that it survives shifted lines and other words. Comments without quoted code go by their title.
 * The same code twice in a file is told apart by its turn.
 * @returns one fingerprint for each comment, in their order
 */
export function fingerprintsOf(comments: readonly ReviewComment[]): string[] {
  const turns = new Map<string, number>();
  return comments.map(comment => {
    const code = comment.quotedCode?.replace(/\s+/g, '');
    const what = comment.rule ?? (code ? (comment.category ?? comment.title) : comment.title);
    const identity = JSON.stringify([
      what,
      comment.path ?? null,
      code === undefined || code === '' ? comment.title : code,
    ]);
    const turn = (turns.get(identity) ?? 0) + 1;
    turns.set(identity, turn);
    return createHash('sha256').update(`${identity}\n${turn}`).digest('hex').slice(0, 24);
  });
}
