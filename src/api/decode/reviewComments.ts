import { cached, isObject, nameSet, plainName } from './aliases.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import { decodeComment, untitled } from './comment.ts';
import { commentsOf, elementsIn, holdsComments, listNames, type CommentElement } from './commentElements.ts';
import { looksLikeComment } from './commentShape.ts';
import type { FoundReview } from './envelope.ts';
import { jsonInText } from './text/jsonInText.ts';

/** Most comments of a review to decode. */
export const mostComments = 20_000;

/** Lists of objects that may contain comments but are none. */
const holderLists = nameSet('files runs agents reviewers categories data value values included');
/** Objects that may contain a review's lists. */
const holders = nameSet('result output report review analysis data response payload attributes codeReview');
/** Names of text that may be a model's entire answer. */
const texts = nameSet('summary body text content message answer completion rawOutput verdict');
/** Most objects around a list. */
const deepest = 3;

/** The comments of a review, and what was read of it. */
export interface DecodedComments {
  readonly comments: readonly ReviewComment[];
  /** Elements that are no comments. */
  readonly undecoded: readonly unknown[];
  /** How many elements there are beyond `mostComments`. */
  readonly cut: number;
  /** Values that were decoded, or that belong to another review. */
  readonly read: ReadonlySet<unknown>;
  /** Comments without text, which may contain values with text. */
  readonly wordless: ReadonlySet<unknown>;
}

/**
 * Decodes lists of comments, one comment a step. A comment in two of them counts once.
 * @param way what belongs to other reviews
 */
export function* decodeComments(
  lists: readonly (readonly CommentElement[])[],
  way: readonly unknown[],
): Generator<void, DecodedComments> {
  const comments: ReviewComment[] = [];
  const undecoded: unknown[] = [];
  const read = new Set<unknown>(way);
  const wordless = new Set<unknown>();
  /** By identity, the list that each comment was first found in. */
  const first = new Map<string, number>();
  let elements = 0;
  for (const [index, list] of lists.entries()) {
    for (const { raw, content, group } of list) {
      yield;
      const comment = ++elements > mostComments ? undefined : decodeComment(content, group, raw);
      // An element without text may contain one with text.
      (comment?.title !== untitled || looksLikeComment(raw) ? read : wordless).add(raw);
      if (elements > mostComments) continue;
      if (comment === undefined) undecoded.push(raw);
      else if (lists.length === 1) comments.push(comment);
      else if (cached(first, identityOf(comment), () => index) === index) comments.push(comment);
    }
  }
  return { comments, undecoded, cut: Math.max(0, elements - mostComments), read, wordless };
}

/** A key that is equal for the same comment in two lists: its place and text, in whichever fields. */
function identityOf({ id, path, range, side, title, body, suggestion, raw }: ReviewComment): string {
  // Without a place, equal text may be a coincidence.
  if (path === undefined && range === undefined && id === undefined) return JSON.stringify(raw);
  const [head, text] = [title, body].map(each => (each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' '));
  const words = text?.startsWith(head ?? '') === true ? text : `${head} ${text}`;
  const place = path === undefined && range === undefined ? `#${id}` : `${path}:${range?.startLine} ${side}`;
  return JSON.stringify([place, words, suggestion?.text]);
}

/**
 * Finds the lists of comments in a review, one element a step. No list at all differs from an empty list. Two lists may
 * contain the same comments.
 */
export function* commentLists({ layers, way }: FoundReview): Generator<void, readonly (readonly CommentElement[])[]> {
  const lists: (readonly CommentElement[])[] = [];
  const seen = new Set<unknown>([...way, ...layers]);
  const add = (list: readonly CommentElement[] | undefined): void => {
    if (list !== undefined) lists.push(list);
  };
  const look = (source: unknown, depth: number): void => {
    if (!isObject(source)) add(elementsIn(source));
    else for (const [name, member] of Object.entries(source)) lookAt(plainName(name), member, depth);
  };
  const lookAt = (name: string, member: unknown, depth: number): void => {
    if (seen.has(member)) return;
    if (listNames.has(name)) {
      add(elementsIn(member));
      return;
    }
    const isText = typeof member === 'string' && (holders.has(name) || texts.has(name));
    const value = isText ? jsonInText(member)?.value : member;
    const before = lists.length;
    if (value !== undefined && (isText || (isObject(value) && holders.has(name))) && depth < deepest)
      look(value, depth + 1);
    if (lists.length > before || !holderLists.has(name)) return;
    // A list of reviewed files is no list of comments.
    const held = elementsIn(value)?.filter(holdsComments) ?? [];
    if (held.length > 0) add(held);
  };
  for (const layer of layers) look(layer, 0);
  let read = 0;
  const all: CommentElement[][] = [];
  for (const list of lists) {
    const elements: CommentElement[] = [];
    all.push(elements);
    for (const element of list) {
      yield;
      if (read++ < mostComments) elements.push(...commentsOf(element));
      else elements.push(element);
    }
  }
  return all;
}
