import { cached, firstReadable, isObject, joined, membersOf, nameSet, plainName, type JsonObject } from './aliases.ts';
import { asText } from './values.ts';
import { commentAliases } from './commentAliases.ts';
import { hasOwnText, looksLikeComment, textOf, unwrappedComment } from './commentShape.ts';
import { placeOf } from './place.ts';
import { jsonInText } from './text/jsonInText.ts';
import { isProse } from './text/prose.ts';
import { severityOfWord } from './text/severityWords.ts';

/** An element of a review's comments, and the group that contains it. */
export interface CommentElement {
  /** The element as received. */
  readonly raw: unknown;
  /** The value to decode: `raw`, or the JSON that it contains as text. */
  readonly content: unknown;
  /** Members that apply to all comments of a group, such as a file's path; see `decodeComment`. */
  readonly group: JsonObject;
}

/** Names of lists of comments. */
export const listNames = nameSet(`comments issues findings results codeSuggestions annotations diagnostics items
  suggestions reviewComments inlineComments generalComments robotComments threads reviewThreads discussions
  keyIssuesToReview codeIssues securityIssues vulnerabilities problems violations bugs occurrences recommendations
  recommendationSummaries remarks observations nitpicks nits defects alerts hotspots codeSmells copilotReferences`);
/** Names of the list in an object with pagination. */
const pageNames = nameSet('data items nodes values value edges list results');
/** Names of lists within a file, a thread or the like. */
const nestedNames = nameSet('comments issues findings notes results messages diagnostics annotations');
const replyNames = nameSet('comments notes');
const deepest = 3;

/** Names of objects that describe a fix or a place and are no comment of their own. */
const partNames = nameSet('suggestion suggestedFix fix rule location position');

/**
 * The elements of a list, a comment, or an object of either, keyed by file, severity, category, line or number.
 * @returns undefined if the value is none of these
 */
export function elementsIn(value: unknown, group: JsonObject = {}, depth = deepest): CommentElement[] | undefined {
  if (Array.isArray(value)) return value.map((raw: unknown) => ({ raw, content: raw, group }));
  if (looksLikeComment(value) || (typeof value === 'string' && jsonInText(value) !== undefined))
    return [{ raw: value, content: value, group }];
  if (!isObject(value) || depth === 0) return undefined;
  const members = Object.entries(value).map(([name, member]) => ({ name, member, key: keyOf(name, group) }));
  const keyed = members.flatMap(({ key, member }) => (key === undefined ? [] : [member]));
  // Beside counts, one of the members by id, by file or the like has to look like a comment.
  const isMap = keyed.some(keyed.every(isObject) ? isCommentObject : looksLikeComment);
  const isMapOnly = isMap && !members.some(({ member }) => Array.isArray(member));
  const lists = members.map(({ member, key }) => {
    const inner = { ...group, ...key };
    if (isMapOnly && key !== undefined && (isObject(member) || isComment(member)))
      return [{ raw: member, content: member, group: inner }];
    // Next to counts and pagination, a list of something else is no list of comments.
    const isOther = Array.isArray(member) && key?.['category'] !== undefined && !member.flat().some(isCommentObject);
    return isOther ? undefined : elementsIn(member, inner, depth - 1);
  });
  const found = lists.filter(list => list !== undefined);
  return found.length === 0 ? undefined : found.flat();
}

/** What the name of a member says of the comments in it; undefined for a page of them. */
function keyOf(name: string, { path }: JsonObject): JsonObject | undefined {
  if (pageNames.has(plainName(name))) return undefined;
  if (severityOfWord(name) !== undefined) return { severity: name };
  if (/^\d+$/.test(name)) return path === undefined ? {} : { line: Number(name) };
  if (listNames.has(plainName(name))) return {};
  // Gerrit's pseudo files.
  if (/^\/[A-Z_]+$/.test(name)) return { category: name.slice(1) };
  return /[./]/.test(name) ? { path: name } : { category: name };
}

/**
 * The comments of an element: itself, those that it holds by file (`[{ path, comments: […] }]`), by id or as a thread,
 * and those in its text. An element with its own text and lines is the comment; those of its thread are replies.
 */
export function commentsOf(element: CommentElement, depth = 0): readonly CommentElement[] {
  const { raw, group } = element;
  if (depth > deepest) return [element];
  const all = (elements: readonly CommentElement[] = []): CommentElement[] =>
    elements.flatMap(each => commentsOf(each, depth + 1));
  const content = isObject(element.content) ? unwrappedComment(element.content) : element.content;
  const inText = commentsInText(content, element);
  if (inText !== undefined) return all(inText);
  if (Array.isArray(content) && content.some(isCommentObject)) return all(elementsIn(content, group));
  const lists = listsIn(content);
  if (!isObject(content) || lists.size === 0) return [{ raw, content, group }];
  // `lines` of a file may be their number.
  const own = { ...group, ...content, lines: undefined };
  const saysSomething = textOf(content) !== undefined;
  const areReplies = saysSomething && [...lists.keys()].every(name => replyNames.has(name));
  const isAlone = areReplies && placeOf(own).range !== undefined;
  const inner = isAlone ? [] : [...lists.values()].flatMap(list => all(elementsIn(list, own)));
  return saysSomething ? [{ raw, content, group }, ...inner] : inner;
}

/** Whether an element of a list that may be one of files, agents and the like contains comments. */
export function holdsComments({ content }: CommentElement): boolean {
  const value = typeof content === 'string' ? jsonInText(content)?.value : content;
  const inner: readonly unknown[] = Array.isArray(value) ? value : [value];
  return inner.some(each => listsIn(each).size > 0 || looksLikeComment(each));
}

const held = new WeakMap<JsonObject, ReadonlyMap<string, unknown>>();

/** The lists in a file, a thread or the like by name, or the object itself if it is a map of comments. */
function listsIn(value: unknown): ReadonlyMap<string, unknown> {
  // Cached, since it nests.
  return isObject(value) ? cached(held, value, () => findLists(unwrappedComment(value))) : new Map();
}

function findLists(own: JsonObject): ReadonlyMap<string, unknown> {
  const members = [...membersOf(own)];
  const lists = members.filter(([name, member]) => {
    const isPage = Array.isArray(member) && pageNames.has(name) && member.some(isCommentObject);
    return isPage || (nestedNames.has(name) && (Array.isArray(member) || elementsIn(member) !== undefined));
  });
  if (lists.length > 0 || hasOwnText(own)) return new Map(lists);
  const objects = members.flatMap(([name, member]) => (isObject(member) && !partNames.has(name) ? [member] : []));
  const isMap = objects.length > 1 && objects.some(looksLikeComment) && objects.every(isComment);
  return new Map(isMap ? [['', own]] : []);
}

/** Whether a value has the text of a comment or contains comments. */
function isComment(value: unknown): boolean {
  if (typeof value === 'string') return isProse(value) || jsonInText(value) !== undefined;
  return isObject(value) && (textOf(value) !== undefined || listsIn(value).size > 0);
}

function isCommentObject(value: unknown): boolean {
  return isObject(value) && isComment(value);
}

/** The comments in a text, or in the text of a comment, that is JSON or contains it; undefined for plain text. */
function commentsInText(content: unknown, { raw, group }: CommentElement): readonly CommentElement[] | undefined {
  const comment = isObject(content) ? content : undefined;
  const text = comment === undefined ? content : firstReadable(comment, commentAliases.body, asText);
  const json = typeof text === 'string' ? jsonInText(text) : undefined;
  if (json === undefined) return undefined;
  const own = { content: json.value, group };
  const inner = isCommentObject(json.value) ? [own] : (elementsIn(json.value, group) ?? [own]);
  // JSON surrounded by prose may be an example.
  const isMeant = comment !== undefined && json.prose !== '' ? looksLikeComment : isComment;
  if (!inner.some(each => isMeant(each.content))) return undefined;
  const rest = Object.fromEntries(Object.entries(comment ?? {}).filter(([, member]) => member !== text));
  const elements = inner.map(({ content: each, group: its }) => {
    return { raw, content: isObject(each) ? joined(each, rest) : each, group: its };
  });
  const prose = comment === undefined ? json.prose : { ...rest, body: json.prose };
  return json.prose === '' ? elements : [{ raw, content: prose, group }, ...elements];
}
