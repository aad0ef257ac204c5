import type { EngineComment, RefutedComment } from '../engine/engineComment.ts';

/** Limits of one response, below what the client reads: 8 MB and 20,000 comments. */
const mostBytes = 6 << 20;
const mostComments = 10_000;
const mostRefuted = 100;
/** Longest code of a comment in a response, in UTF-16 code units. A line can be as long as its file. */
const longestCode = 20_000;

/** The leading comments that fit into one response, and the number of those that do not. */
export function limitComments(comments: readonly EngineComment[]): {
  readonly comments: readonly EngineComment[];
  readonly leftOut: number;
} {
  const kept: EngineComment[] = [];
  let bytes = 0;
  for (const comment of comments.slice(0, mostComments)) {
    const answered = withoutLongCode(comment);
    bytes += Buffer.byteLength(JSON.stringify(answered)) + 1;
    if (bytes > mostBytes) break;
    kept.push(answered);
  }
  return { comments: kept, leftOut: comments.length - kept.length };
}

/** The leading refuted comments, without code: the notes count all of them. */
export function limitRefuted(refuted: readonly RefutedComment[]): RefutedComment[] {
  return refuted.slice(0, mostRefuted).map(comment => ({ ...comment, existing_code: '' }));
}

/** Drops overlong code, which can be read in the file as well. */
function withoutLongCode(comment: EngineComment): EngineComment {
  const { existing_code: existing, suggested_code: suggested = '', ...rest } = comment;
  const isLong = existing.length > longestCode || suggested.length > longestCode;
  return isLong ? { ...rest, existing_code: '' } : comment;
}
