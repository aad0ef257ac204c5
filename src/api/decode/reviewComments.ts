import { cached, isObject, nameSet, plainName, type JsonObject } from './aliases.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import { decodeComment, untitled } from './comment.ts';
import { commentsIn, listNames, type CommentElement } from './commentElements.ts';
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
  /** Whether there is a list at all, which may be empty. */
  readonly hasList: boolean;
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
 * Decodes the comments of a review, one a step. A comment in two lists counts once.
 * @param exact the comments, where they need not be searched for
 */
export function* decodeComments(
  { layers, way }: FoundReview,
  exact: readonly unknown[] | undefined,
): Generator<void, DecodedComments> {
  const comments: ReviewComment[] = [];
  const undecoded: unknown[] = [];
  const read = new Set<unknown>(way);
  const wordless = new Set<unknown>();
  const seen = new Set<unknown>([...way, ...layers]);
  const known = new KnownComments();
  let [elements, lists] = [0, exact === undefined ? 0 : 1];

  function* look(source: JsonObject, depth: number): Generator<CommentElement> {
    for (const [name, member] of Object.entries(source)) {
      const plain = plainName(name);
      const before = lists;
      const isHolder = holders.has(plain) && depth < deepest;
      const isText = isHolder && typeof member === 'string';
      const value = isText ? jsonInText(member)?.value : member;
      if (seen.has(member)) continue;
      if (listNames.has(plain)) lists += Number(yield* commentsIn(member, 'list'));
      else if (isHolder && isObject(value)) yield* look(value, depth + 1);
      else if (isText) lists += Number(yield* commentsIn(value, 'list'));
      // A list of reviewed files is no list of comments.
      if (lists === before && holderLists.has(plain)) lists += Number(yield* commentsIn(value, 'holder'));
    }
  }

  function* all(): Generator<CommentElement> {
    for (const raw of exact ?? []) yield { raw, content: raw, group: {} };
    for (const layer of exact === undefined ? layers : []) yield* look(layer, 0);
  }

  for (const { raw, content, group } of all()) {
    yield;
    const comment = ++elements > mostComments ? undefined : decodeComment(content, group, raw);
    // An element without text may contain one with text.
    (comment?.title !== untitled || looksLikeComment(raw) ? read : wordless).add(raw);
    if (elements > mostComments) continue;
    if (comment === undefined) undecoded.push(raw);
    else if (exact !== undefined || (yield* known.isNew(comment, lists))) comments.push(comment);
  }
  return { comments, hasList: lists > 0, undecoded, cut: Math.max(0, elements - mostComments), read, wordless };
}

/** The comments of an answer. They are compared only once there is a second list. */
class KnownComments {
  readonly #waiting: { readonly comment: ReviewComment; readonly list: number }[] = [];
  /** By identity, the list that each comment was first found in. */
  readonly #first = new Map<string, number>();
  #firstList: number | undefined;

  /** Whether a comment is in no list before, one comparison a step. */
  *isNew(comment: ReviewComment, list: number): Generator<void, boolean> {
    this.#firstList ??= list;
    this.#waiting.push({ comment, list });
    if (list === this.#firstList) return true;
    let found = list;
    for (const each of this.#waiting.splice(0)) {
      found = cached(this.#first, identityOf(each.comment), () => each.list);
      yield;
    }
    return found === list;
  }
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
