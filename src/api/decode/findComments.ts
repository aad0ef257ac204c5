import { commentAliases } from './comment/commentAliases.ts';
import { decodePlace } from './comment/range.ts';
import { isProse } from './unreadComments.ts';
import { asText, asWords, firstOf, firstReadable, isObject, joined, memberAt, type JsonObject } from './aliases.ts';
import { jsonInText } from './jsonInText.ts';
import { severityOfWord } from './severityWords.ts';
import { looksLikeComment, openedComment, saying, unwrappedComment } from './comment/unwrapComment.ts';

/** An element of a review's comments, and the group that contains it. */
export interface CommentElement {
  /** The element as received. */
  readonly raw: unknown;
  /** The value to decode: `raw`, or the JSON that it contains as text. */
  readonly content: unknown;
  /** Members that apply to all comments of a group, such as a file's path; see `decodeComment`. */
  readonly group: JsonObject;
}

/** Most comments of a review to decode. */
export const mostComments = 20_000;

/** Names of lists of comments, likeliest first. */
const listNames = [
  'comments',
  'issues',
  'findings',
  'results',
  'codeSuggestions',
  'annotations',
  'diagnostics',
  'items',
  'suggestions',
  'reviewComments',
  'inlineComments',
  'generalComments',
  'robotComments',
  'threads',
  'reviewThreads',
  'discussions',
  'keyIssuesToReview',
  'codeIssues',
  'securityIssues',
  'vulnerabilities',
  'problems',
  'violations',
  'bugs',
  'occurrences',
  'recommendations',
  'recommendationSummaries',
  'remarks',
  'observations',
  'nitpicks',
  'nits',
  'defects',
  'alerts',
  'hotspots',
  'codeSmells',
  'copilotReferences',
];
/** Lists of objects that may contain comments but are none. */
const holderLists = ['files', 'runs', 'agents', 'reviewers', 'categories', 'data', 'value', 'values', 'included'];
/** Objects that may contain a review's lists. */
const holders = [
  'result',
  'output',
  'report',
  'review',
  'analysis',
  'data',
  'response',
  'payload',
  'attributes',
  'codeReview',
];
/** Names of text that may be a model's entire answer. */
const texts = ['summary', 'body', 'text', 'content', 'message', 'answer', 'completion', 'rawOutput', 'verdict'];
const deepest = 3;
const replyNames = ['comments', 'notes'];
const nestedNames = ['comments', 'issues', 'findings', 'notes', 'results', 'messages', 'diagnostics', 'annotations'];
const pageNames = ['data', 'items', 'nodes', 'values', 'value', 'edges', 'list', 'results'];

/**
 * Finds the lists of comments in a review. No list at all differs from an empty list. Two lists may contain the same
 * comments.
 */
export function commentLists(
  review: JsonObject,
  layers: readonly JsonObject[],
  way: readonly unknown[],
): readonly (readonly CommentElement[])[] {
  const sources = [review, ...layers].flatMap(source => [
    source,
    ...holders.map(name => inText(memberAt(source, name)) ?? memberAt(source, name)).filter(isObject),
    ...texts.map(name => inText(memberAt(source, name))).filter(held => held !== undefined),
  ]);
  // Several layers may share one list.
  const known = new Set(way);
  const once = (value: unknown): unknown => {
    if (known.has(value)) return undefined;
    if (typeof value === 'object' && value !== null) known.add(value);
    return value;
  };
  let read = 0;
  return [...new Set(sources)]
    .flatMap(source =>
      isObject(source)
        ? [
            ...listNames.map(name => elementsOf(once(memberAt(source, name)))),
            ...holderLists.map(name => heldIn(once(memberAt(source, name)))),
          ]
        : [elementsOf(source)],
    )
    .filter(list => list !== undefined)
    .map(list => list.flatMap(element => (read++ < mostComments ? commentsOf(element) : [element])));
}

/** Files and the like count only if they contain comments: a list of reviewed files is no list of comments. */
function heldIn(value: unknown): readonly CommentElement[] | undefined {
  const held = elementsOf(value)?.filter(({ content }) => holdsComments(content));
  return held === undefined || held.length === 0 ? undefined : held;
}

function holdsComments(content: unknown): boolean {
  if (typeof content === 'string') return inText(content) !== undefined;
  if (Array.isArray(content)) return content.some(each => isObject(each) && holdsComments(each));
  return nestedIn(content) !== undefined || looksLikeComment(content);
}

/** The elements of a list, a comment, or an object of either, keyed by file, severity, category, line or number. */
function elementsOf(value: unknown, group: JsonObject = {}, depth = 3): readonly CommentElement[] | undefined {
  if (Array.isArray(value)) return value.map((raw: unknown) => ({ raw, content: raw, group }));
  if (typeof value === 'string')
    return jsonInText(value) === undefined ? undefined : [{ raw: value, content: value, group }];
  if (!isObject(value) || depth === 0) return undefined;
  if (looksLikeComment(value)) return [{ raw: value, content: value, group }];
  const members = Object.entries(value);
  const isPure = members.every(([, member]) => Array.isArray(member));
  const isMap =
    members.every(([, member]) => isObject(member) || inText(member) !== undefined) &&
    members.some(([, member]) => isComment(member));
  const lists = members.map(([name, member]) => {
    const isPage = pageNames.includes(name);
    const named = isPage ? group : { ...group, ...groupNamed(name, group) };
    if (isMap && !isPage) return [{ raw: member, content: member, group: named }];
    // Next to counts and pagination, a list of something else is no list of comments.
    const isMeant = isPure || isPage || 'category' in named === 'category' in group || hasComment(member);
    return isMeant || !Array.isArray(member) ? elementsOf(member, named, depth - 1) : undefined;
  });
  const known = lists.filter(list => list !== undefined);
  return known.length === 0 ? undefined : known.flat();
}

function hasComment(value: unknown): boolean {
  return Array.isArray(value) && value.some(each => isComment(openedComment(each)) && isObject(each));
}

function groupNamed(name: string, { path }: JsonObject): JsonObject {
  if (severityOfWord(name) !== undefined) return { severity: name };
  if (/^\d+$/.test(name)) return path === undefined ? {} : { line: Number(name) };
  if (listNames.includes(name)) return {};
  // Gerrit's pseudo files.
  if (/^\/[A-Z_]+$/.test(name)) return { category: name.slice(1) };
  return /[./]/.test(name) ? { path: name } : { category: name };
}

/**
 * Flattens comments that are nested by file (`[{ path, comments: […] }]`) or as a thread. An element with its own text
 * and lines is the comment; those nested in it are replies.
 */
function commentsOf(element: CommentElement, depth = 0): readonly CommentElement[] {
  const { raw, group } = element;
  const content = openedComment(element.content);
  const held = depth < deepest ? heldAsText(content) : undefined;
  if (held !== undefined) return held.flatMap(each => commentsOf({ raw, content: each, group }, depth + 1));
  if (Array.isArray(content) && depth < deepest && content.some(each => isObject(each) && isComment(each)))
    return content.flatMap((each: unknown) => commentsOf({ raw: each, content: each, group }, depth + 1));
  const nested = nestedIn(content);
  const unwrapped = unwrappedComment(content);
  if (!isObject(unwrapped) || nested === undefined) return [{ raw, content, group }];
  // `lines` of a file may be their number.
  const own = { ...group, ...unwrapped, lines: undefined };
  // A summary or a name may belong to a file.
  const saysSomething = firstReadable(unwrapped, saying, asWords) !== undefined;
  if (nested.areReplies && saysSomething && decodePlace(own).range !== undefined) return [{ raw, content, group }];
  const inner = nested.elements
    .map(each => ({ ...each, group: { ...own, ...each.group } }))
    .flatMap(each => (Array.isArray(each.content) ? commentsOf(each, depth + 1) : [each]));
  return saysSomething ? [{ raw, content, group }, ...inner] : inner;
}

/** The value of a comment, or of its text, that is JSON in a string; undefined for plain text. */
function heldAsText(content: unknown): readonly unknown[] | undefined {
  const own = unwrappedComment(content);
  const text = isObject(own) ? firstReadable(own, commentAliases.body, asText) : own;
  const held = typeof text === 'string' ? jsonInText(text) : undefined;
  if (typeof text !== 'string' || held === undefined) return undefined;
  const values = listIn(held.value) ?? [held.value];
  // JSON surrounded by prose may be an example.
  const isMeant = isObject(own) && held.prose !== '' ? looksLikeComment : isComment;
  if (!values.some(isMeant)) return undefined;
  const rest = isObject(own) ? Object.fromEntries(Object.entries(own).filter(([, value]) => value !== text)) : {};
  const inner = values.map(value => (isObject(value) ? joined(value, rest) : value));
  return held.prose === '' ? inner : [isObject(own) ? { ...rest, body: held.prose } : held.prose, ...inner];
}

/** Whether a value has the text of a comment or contains comments. */
function isComment(value: unknown): boolean {
  if (typeof value === 'string') return isProse(value) || jsonInText(value) !== undefined;
  const says = isObject(value) && firstReadable(unwrappedComment(value), saying, asWords);
  return nestedIn(value) !== undefined || typeof says === 'string';
}

interface Nested {
  readonly elements: readonly CommentElement[];
  readonly areReplies: boolean;
}

function nestedIn(content: unknown): Nested | undefined {
  const unwrapped = unwrappedComment(content);
  for (const name of nestedNames) {
    const elements = elementsOf(memberAt(unwrapped, name));
    if (elements !== undefined) return { elements, areReplies: replyNames.includes(name) };
  }
  return undefined;
}

function listIn(value: unknown): readonly unknown[] | undefined {
  const list = isObject(value) ? firstOf(value, pageNames) : value;
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

function inText(value: unknown): unknown {
  return typeof value === 'string' ? jsonInText(value)?.value : undefined;
}
