import { firstOf, isObject, names, nameSet, plainName, valuesAt, type JsonObject } from './aliases.ts';
import { commentAliases, commentPartNames } from './commentAliases.ts';
import {
  holdsText,
  isCleanTarget,
  isComment,
  isCommentObject,
  isJsonText,
  looksLikeComment,
  textOf,
  unwrappedComment,
  wrapperNames,
} from './commentShape.ts';
import tables from './tables/lists.json' with { type: 'json' };
import { placeOf } from './place.ts';
import { jsonInText, type JsonInText } from './text/jsonInText.ts';
import { severityOfWord } from './text/severityWords.ts';
import { asText } from './values.ts';

/** A comment as it is in an answer. */
export interface CommentElement {
  /** The element as received, and the value to decode: the same, or the JSON that it contains as text. */
  readonly raw: unknown;
  readonly content: unknown;
  /** Members that apply to all comments of a group, such as a file's path; see `decodeComment`. */
  readonly group: JsonObject;
}

/**
 * What a value is by the names around it: a list of comments or an object of such, one comment, or something that may
 * hold comments, such as a file.
 */
type Kind = 'list' | 'element' | 'holder';

/** Names of lists of comments. */
export const listNames = nameSet(tables.lists);
/** Names of what may hold comments in an object that is one itself: lists within it, and the list in one with pagination. */
const innerNames = names([tables.nested, tables.pages]);
const pageNames = nameSet(tables.pages);
const nestedNames = nameSet(tables.nested);
const replyNames = nameSet(tables.replies);
/** Names of objects that describe a fix or a place and are no comment of their own. */
const detailNames = nameSet(tables.details);

/** How far an answer is looked through for comments. */
export interface Bounds {
  /** Comments that are still taken. */
  comments: number;
  /** Values that are still opened, which may hold none; the others are left to what looks for evidence. */
  values: number;
  /** What was not opened, since no comment is taken any more. */
  readonly left: unknown[];
}

/**
 * Finds the comments in a value, one a step: by file (`[{ path, comments: […] }]`), by severity, category, line or id,
 * in pages, as threads and in text that is JSON. An object with its own text and lines is a comment; those of its thread
 * are replies.
 * @param outer the text that the value stands in
 * @returns whether there is a list or a comment; a list may be empty
 */
export function* commentsIn(
  value: unknown,
  kind: Kind,
  bounds: Bounds,
  group: JsonObject = {},
  outer?: unknown,
): Generator<CommentElement, boolean> {
  const raw = outer ?? value;
  const isSure = kind === 'element';
  if (Array.isArray(value) && (!isSure || value.some(isCommentObject))) {
    let isList = kind === 'list';
    for (const each of value as unknown[])
      if (isOpened(each, bounds) && (yield* commentsIn(each, kind === 'list' ? 'element' : kind, bounds, group, outer)))
        isList = true;
    return isList;
  }
  const own = isObject(value) ? unwrappedComment(value) : value;
  const text = isObject(own) ? firstOf(own, commentAliases.body, asText) : own;
  const json = typeof text === 'string' ? jsonInText(text) : undefined;
  if (json !== undefined && (yield* commentsInText(json, own, text, bounds, group, raw))) return true;
  const saysSomething = isObject(own) && (isSure ? textOf(own) !== undefined : looksLikeComment(own));
  const lists = isObject(own) ? listsIn(own, kind, saysSomething) : [];
  if (isObject(own) && isSure && !saysSomething && isCleanTarget(own)) return true;
  if (saysSomething || (isSure && lists.length === 0)) yield { raw, content: own, group };
  if (!isObject(own) || lists.length === 0) return saysSomething || isSure;
  const around = kind === 'list' ? group : { ...group, ...groupOf(own) };
  const areReplies = saysSomething && lists.every(([name]) => replyNames.has(plainName(name)));
  if (areReplies && placeOf(around).range !== undefined) return true;
  let isFound = saysSomething;
  for (const [name, member, inner] of lists)
    if (
      isOpened(member, bounds) &&
      (yield* commentsIn(member, inner, bounds, { ...around, ...keyOf(name, around) }, outer))
    )
      isFound = true;
  if (!isFound && isSure) yield { raw, content: own, group };
  return isFound || isSure;
}

/** Whether a value is within the bounds, which it uses up. */
function isOpened(value: unknown, bounds: Bounds): boolean {
  if (bounds.comments <= 0) bounds.left.push(value);
  return bounds.comments > 0 && bounds.values-- > 0;
}

/** How many comments a value holds that was not opened: the elements of the lists in it, or one. */
export function countIn(value: unknown): number {
  const list = isObject(value) ? firstOf(value, tables.nested) : value;
  return Array.isArray(list) ? list.reduce((sum: number, each) => sum + countIn(each), 0) : 1;
}

/** What an object says of the comments in it; `lines` of a file may be their number. */
function groupOf(own: JsonObject): JsonObject {
  const members = Object.entries(own).filter(([name]) => commentPartNames.has(plainName(name)));
  return { ...Object.fromEntries(members), lines: undefined };
}

/** The lists in a file, a thread, a page or the like, and the members of an object of comments. */
function listsIn(own: JsonObject, kind: Kind, saysSomething: boolean): readonly [string, unknown, Kind][] {
  if (saysSomething && valuesAt(own, innerNames).length === 0) return [];
  const members = Object.entries(own).filter(([name, member]) => {
    const plain = plainName(name);
    // What a wrapper holds is the object's own.
    return !detailNames.has(plain) && !(wrapperNames.has(plain) && isObject(member));
  });
  const isMap = !saysSomething && isMapOfComments(members);
  return members.flatMap(([name, member]) => {
    const inner = kindOf(name, member);
    return inner === undefined ? [] : [[name, member, inner] as [string, unknown, Kind]];
  });

  function kindOf(name: string, member: unknown): Kind | undefined {
    const plain = plainName(name);
    const hasComments = Array.isArray(member) && member.flat().some(isCommentObject);
    if (nestedNames.has(plain) || (pageNames.has(plain) && hasComments)) return 'list';
    if (saysSomething) return undefined;
    const isElement = kind === 'list' ? isObject(member) || holdsText(member) : isCommentObject(member);
    if (isMap && isElement && !pageNames.has(plain)) return 'element';
    // Next to counts and pagination, a list of something else is no list of comments.
    const isOther = Array.isArray(member) && 'category' in keyOf(name, own);
    return hasComments ? 'list' : kind === 'element' || isOther ? undefined : kind;
  }
}

/** Whether an object holds comments by id, by file or the like: beside counts, one of them has to look like a comment. */
function isMapOfComments(members: readonly (readonly [string, unknown])[]): boolean {
  const keyed = members.filter(([name]) => !pageNames.has(plainName(name)) && !nestedNames.has(plainName(name)));
  const isPure = keyed.every(([, member]) => isObject(member) || isJsonText(member));
  const isLike = isPure ? isComment : looksLikeComment;
  return keyed.some(([, member]) => isLike(member)) && !members.some(([, member]) => Array.isArray(member));
}

/** What the name of a member says of the comments in it. */
function keyOf(name: string, { path }: JsonObject): JsonObject {
  const plain = plainName(name);
  if (pageNames.has(plain) || listNames.has(plain) || nestedNames.has(plain)) return {};
  if (severityOfWord(name) !== undefined) return { severity: name };
  if (/^\d+$/.test(name)) return path === undefined ? {} : { line: Number(name) };
  // Gerrit's pseudo files.
  if (/^\/[A-Z_]+$/.test(name)) return { category: name.slice(1) };
  return /[./]/.test(name) ? { path: name } : { category: name };
}

/** Finds the comments in a text, or in the text of a comment, that is JSON or contains it. */
function* commentsInText(
  json: JsonInText,
  own: unknown,
  text: unknown,
  bounds: Bounds,
  group: JsonObject,
  raw: unknown,
): Generator<CommentElement, boolean> {
  const rest = Object.fromEntries(Object.entries(isObject(own) ? own : {}).filter(([, member]) => member !== text));
  const kind = isCommentObject(json.value) ? 'element' : 'list';
  const inner = [...commentsIn(json.value, kind, bounds, { ...group, ...rest }, raw)];
  // JSON surrounded by the prose of a comment may be an example.
  const isMeant = isObject(own) && json.prose !== '' ? looksLikeComment : isComment;
  if (!inner.some(({ content }) => isMeant(content))) return false;
  if (json.prose !== '' || textOf(rest) !== undefined) yield { raw, content: { ...rest, body: json.prose }, group };
  yield* inner;
  return true;
}
