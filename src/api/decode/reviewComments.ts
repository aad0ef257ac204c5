import { cached, isObject, nameSet, plainName, type JsonObject } from './aliases.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import { decodeComment, untitled } from './comment.ts';
import { elementsIn, holdsComments, listNames, type CommentElement } from './commentElements.ts';
import { looksLikeComment } from './commentShape.ts';
import type { FoundReview } from './envelope.ts';
import { jsonInText } from './text/jsonInText.ts';

/** Most comments of a review to decode. */
export const mostComments = 20_000;

/** Lists of objects that may contain comments but are none. */
const holderLists = nameSet('files runs agents reviewers categories data value values included');
/** Objects that may contain a review's lists, and text that may be a model's entire answer. */
const holders = nameSet(`result output report review analysis data response payload attributes codeReview summary body
  text content message answer completion rawOutput verdict`);
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

type Lists = readonly (readonly CommentElement[])[];

/**
 * Decodes lists of comments, one comment a step. A comment in two of them counts once.
 * @param way what belongs to other reviews
 * @param open finds the comments in an element
 */
export function* decodeComments(
  lists: Lists,
  way: readonly unknown[],
  open: (element: CommentElement) => readonly CommentElement[],
): Generator<void, DecodedComments> {
  const comments: ReviewComment[] = [];
  const undecoded: unknown[] = [];
  const read = new Set<unknown>(way);
  const wordless = new Set<unknown>();
  /** By identity, the list that each comment was first found in. */
  const first = new Map<string, number>();
  let elements = 0;
  const opened = (each: CommentElement): readonly CommentElement[] => (elements < mostComments ? open(each) : [each]);
  const all = lists.flatMap((list, index) => list.map(element => ({ element, index })));
  for (const { element, index } of all) {
    for (const { raw, content, group } of opened(element)) {
      yield;
      const comment = ++elements > mostComments ? undefined : decodeComment(content, group, raw);
      // An element without text may contain one with text.
      (comment?.title !== untitled || looksLikeComment(raw) ? read : wordless).add(raw);
      if (elements > mostComments) continue;
      if (comment === undefined) undecoded.push(raw);
      else if (lists.length === 1 || cached(first, identityOf(comment), () => index) === index) comments.push(comment);
    }
  }
  return { comments, undecoded, cut: Math.max(0, elements - mostComments), read, wordless };
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

/** Finds the lists of comments in a review. No list at all differs from an empty list; two may hold the same comments. */
export function commentLists({ layers, way }: FoundReview): Lists {
  const seen = new Set<unknown>([...way, ...layers]);
  const one = (list: readonly CommentElement[] | undefined): Lists => (list === undefined ? [] : [list]);
  const look = (source: JsonObject, depth: number): Lists =>
    Object.entries(source).flatMap(([name, member]) =>
      seen.has(member) ? [] : lookAt(plainName(name), member, depth),
    );
  const lookAt = (name: string, member: unknown, depth: number): Lists => {
    if (listNames.has(name)) return one(elementsIn(member));
    const isText = typeof member === 'string';
    const value = isText && holders.has(name) ? jsonInText(member)?.value : member;
    const isHolder = holders.has(name) && depth < deepest;
    const inside =
      isHolder && isObject(value) ? look(value, depth + 1) : isHolder && isText ? one(elementsIn(value)) : [];
    if (inside.length > 0 || !holderLists.has(name)) return inside;
    // A list of reviewed files is no list of comments.
    const held = elementsIn(value)?.filter(holdsComments) ?? [];
    return held.length > 0 ? [held] : [];
  };
  return layers.flatMap(layer => look(layer, 0));
}
