import type { ReviewComment } from '../../core/review/review.ts';
import { cached, isObject, plainName, type JsonObject } from './aliases.ts';
import { listKinds } from './commentAliases.ts';
import { decodeComment, untitled } from './comment.ts';
import { commentsIn, countIn, type Bounds, type CommentElement } from './commentElements.ts';
import { looksLikeComment } from './commentShape.ts';
import type { FoundReview } from './envelope.ts';
import { jsonInText } from './text/jsonInText.ts';

/** Most comments of a review to decode. */
export const mostComments = 20_000;
/** Most values to look for comments in. */
const mostValues = 2 * mostComments;

/** Most objects around a list. */
const deepest = 3;

/** The comments of a review, and what was read of it. */
export interface DecodedComments {
  /** Undefined if there is no list at all. */
  readonly comments: readonly ReviewComment[] | undefined;
  /** Elements that are no comments, and how many elements there are beyond `mostComments`. */
  readonly undecoded: readonly unknown[];
  readonly cut: number;
  /** Values that were decoded, or that belong to another review. */
  readonly read: ReadonlySet<unknown>;
  /** Comments without text, which may contain values with text. */
  readonly wordless: ReadonlySet<unknown>;
}

/** Decodes the comments of a review, one a step. A comment in two lists counts once. */
export function* decodeComments({ layers, way }: FoundReview): Generator<void, DecodedComments> {
  const found: { readonly comment: ReviewComment; readonly list: number }[] = [];
  const undecoded: unknown[] = [];
  const read = new Set<unknown>(way);
  const wordless = new Set<unknown>();
  const seen = new Set<unknown>([...way, ...layers]);
  const bounds: Bounds = { comments: mostComments, values: mostValues, left: [] };
  let lists = 0;

  function* elementsIn(source: JsonObject, depth: number): Generator<CommentElement> {
    const find = function* (value: unknown, kind: 'list' | 'holder'): Generator<CommentElement> {
      if (yield* commentsIn({ value, kind, group: {} }, bounds)) lists++;
    };
    for (const [name, member] of Object.entries(source)) {
      if (seen.has(member)) continue;
      const plain = plainName(name);
      const before = lists;
      const isHolder = listKinds.holders.has(plain) && depth < deepest;
      const held = isHolder && typeof member === 'string' ? jsonInText(member)?.value : member;
      // An object by file or by id that has none is an empty list.
      if (listKinds.lists.has(plain) && isObject(member) && Object.keys(member).length === 0) lists++;
      else if (listKinds.lists.has(plain)) yield* find(member, 'list');
      else if (isHolder && isObject(held)) yield* elementsIn(held, depth + 1);
      else if (held !== member) yield* find(held, 'list');
      // A list of reviewed files is no list of comments.
      if (lists === before && listKinds.holderLists.has(plain)) yield* find(held, 'holder');
    }
  }

  for (const layer of layers)
    for (const { raw, content, group } of elementsIn(layer, 0)) {
      yield;
      if (bounds.comments-- <= 0) {
        bounds.left.push(raw);
        continue;
      }
      const comment = decodeComment(content, group, raw);
      // An element without text may contain one with text.
      (comment?.title !== untitled || looksLikeComment(raw) ? read : wordless).add(raw);
      if (comment !== undefined) found.push({ comment, list: lists });
      else undecoded.push(raw);
    }
  const comments: ReviewComment[] = [];
  const firstLists = new Map<string, number>();
  const isOneList = found.every(({ list }) => list === found[0]?.list);
  for (const { comment, list } of found) {
    if (isOneList || cached(firstLists, identityOf(comment), () => list) === list) comments.push(comment);
    if (!isOneList) yield;
  }
  for (const each of bounds.left) read.add(each);
  const cut = countIn(bounds.left);
  return { comments: lists === 0 ? undefined : comments, undecoded, cut, read, wordless };
}

/** A key that is equal for the same comment in two lists: its place and text, in whichever fields. */
function identityOf({ id, path, range, side, title, body, suggestion, raw }: ReviewComment): string {
  // Without a place, equal text may be a coincidence.
  if (path === undefined && range === undefined && id === undefined) return JSON.stringify(raw);
  const [head = '', text = ''] = [title, body].map(each =>
    (each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' '),
  );
  const place = path === undefined && range === undefined ? `#${id}` : `${path}:${range?.startLine} ${side}`;
  return JSON.stringify([place, text.startsWith(head) ? text : `${head} ${text}`, suggestion?.text]);
}
