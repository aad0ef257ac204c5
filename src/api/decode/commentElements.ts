import { firstOf, hasOneOf, isObject, names, plainName, type JsonObject } from './aliases.ts';
import { commentAliases, commentPartNames, listKinds } from './commentAliases.ts';
import * as shape from './commentShape.ts';
import { placeOf } from './place.ts';
import tables from './tables/lists.json' with { type: 'json' };
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

/** A list of comments or an object of such, one comment, or something that may hold comments, such as a file. */
type Kind = 'list' | 'element' | 'holder';

/** A value and what is around it. */
interface Node {
  readonly value: unknown;
  /** What it is by the names around it. */
  readonly kind: Kind;
  readonly group: JsonObject;
  /** The text that it stands in. */
  readonly outer?: unknown;
}

/** A list in an object, with its name. */
type List = Pick<Node, 'value' | 'kind'> & { readonly name: string };

/** How far an answer is looked through for comments. */
export interface Bounds {
  /** Comments that are still taken. */
  comments: number;
  /** Values that are still opened, which may hold none; the others are left to what looks for evidence. */
  values: number;
  /** What was not opened, since no comment is taken any more. */
  readonly left: unknown[];
}

/** Names of what may hold comments in an object that is one itself: lists within it, and the list in one with pagination. */
const innerNames = names([tables.nested, tables.pages]);

/**
 * Finds the comments in a value, one a step: by file (`[{ path, comments: […] }]`), by severity, category, line or id,
 * in pages, as threads and in text that is JSON. An object with its own text and lines is a comment; those of its thread
 * are replies.
 * @returns whether there is a list or a comment; a list may be empty
 */
export function* commentsIn(node: Node, bounds: Bounds): Generator<CommentElement, boolean> {
  const { value, kind, group, outer: raw = value } = node;
  const isSure = kind === 'element';
  if (Array.isArray(value) && (!isSure || value.some(shape.isCommentObject))) {
    const inner = kind === 'list' ? 'element' : kind;
    const isFound = yield* commentsInAll(
      value.map((each: unknown) => ({ value: each, kind: inner, group, outer: node.outer })),
      bounds,
    );
    return isFound || kind === 'list';
  }
  const own = isObject(value) ? shape.unwrappedComment(value) : value;
  const text = isObject(own) ? firstOf(own, commentAliases.body, asText) : own;
  const json = typeof text === 'string' ? jsonInText(text) : undefined;
  if (json !== undefined && (yield* commentsInText(json, own, text, { ...node, outer: raw }, bounds))) return true;
  const saysSomething = isObject(own) && (isSure ? shape.textOf(own) !== undefined : shape.looksLikeComment(own));
  if (isObject(own) && isSure && !saysSomething && shape.isCleanTarget(own)) return true;
  const lists = isObject(own) ? listsIn(own, kind, saysSomething) : [];
  if (saysSomething || (isSure && lists.length === 0)) yield { raw, content: own, group };
  if (!isObject(own) || lists.length === 0) return saysSomething || isSure;
  const around = kind === 'list' ? group : { ...group, ...groupOf(own) };
  const areReplies = saysSomething && lists.every(({ name }) => listKinds.replies.has(plainName(name)));
  if (areReplies && placeOf(around).range !== undefined) return true;
  const members = lists.map(list => ({ ...node, ...list, group: { ...around, ...keyOf(list.name, around) } }));
  const isFound = (yield* commentsInAll(members, bounds)) || saysSomething;
  if (!isFound && isSure) yield { raw, content: own, group };
  return isFound || isSure;
}

function* commentsInAll(nodes: readonly Node[], bounds: Bounds): Generator<CommentElement, boolean> {
  let isFound = false;
  for (const node of nodes) {
    if (bounds.comments <= 0) bounds.left.push(node.value);
    else if (bounds.values-- > 0 && (yield* commentsIn(node, bounds))) isFound = true;
  }
  return isFound;
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
function listsIn(own: JsonObject, kind: Kind, saysSomething: boolean): readonly List[] {
  if (saysSomething && !hasOneOf(own, innerNames)) return [];
  const members = Object.entries(own).filter(([name, member]) => {
    const plain = plainName(name);
    // What a wrapper holds is the object's own.
    return !listKinds.details.has(plain) && !(listKinds.wrappers.has(plain) && isObject(member));
  });
  const isMap = !saysSomething && isMapOfComments(members);
  const kindOf = (name: string, member: unknown): Kind | undefined => {
    const [isPage, isNested] = [listKinds.pages, listKinds.nested].map(names => names.has(plainName(name)));
    const hasComments = Array.isArray(member) && member.flat().some(shape.isCommentObject);
    if (isNested || (isPage && hasComments)) return 'list';
    if (saysSomething) return undefined;
    const isElement = kind === 'list' ? isObject(member) || shape.holdsText(member) : shape.isCommentObject(member);
    if (isMap && isElement && !isPage) return 'element';
    // Next to counts and pagination, a list of something else is no list of comments.
    const isOther = Array.isArray(member) && 'category' in keyOf(name, own);
    return hasComments ? 'list' : kind === 'element' || isOther ? undefined : kind;
  };
  return members.flatMap(([name, value]) => {
    const inner = kindOf(name, value);
    return inner === undefined ? [] : [{ name, value, kind: inner }];
  });
}

/** Whether an object holds comments by id, by file or the like: beside counts, one of them has to look like a comment. */
function isMapOfComments(members: readonly (readonly [string, unknown])[]): boolean {
  const isListed = ([name]: readonly [string, unknown]): boolean =>
    listKinds.pages.has(plainName(name)) || listKinds.nested.has(plainName(name));
  const keyed = members.filter(member => !isListed(member)).map(([, member]) => member);
  const isPure = keyed.every(member => isObject(member) || shape.isJsonText(member));
  const isLike = isPure ? shape.isComment : shape.looksLikeComment;
  return keyed.some(isLike) && !members.some(([, member]) => Array.isArray(member));
}

/** What the name of a member says of the comments in it. */
function keyOf(name: string, { path }: JsonObject): JsonObject {
  const plain = plainName(name);
  if ([listKinds.pages, listKinds.lists, listKinds.nested].some(names => names.has(plain))) return {};
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
  node: Node,
  bounds: Bounds,
): Generator<CommentElement, boolean> {
  const { group, outer: raw } = node;
  const rest = Object.fromEntries(Object.entries(isObject(own) ? own : {}).filter(([, member]) => member !== text));
  const kind = shape.isCommentObject(json.value) ? 'element' : 'list';
  const inner = [...commentsIn({ ...node, value: json.value, kind, group: { ...group, ...rest } }, bounds)];
  // JSON surrounded by the prose of a comment may be an example.
  const isMeant = isObject(own) && json.prose !== '' ? shape.looksLikeComment : shape.isComment;
  if (!inner.some(({ content }) => isMeant(content))) return false;
  if (json.prose !== '' || shape.textOf(rest) !== undefined)
    yield { raw, content: { ...rest, body: json.prose }, group };
  yield* inner;
  return true;
}
