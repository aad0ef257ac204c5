import { commentAliases } from './commentAliases.ts';
import { decodePlace } from './decodeRange.ts';
import { asText, firstOf, firstReadable, isObject, type JsonObject } from './fields.ts';
import { severityOfWord } from './severityWords.ts';
import { looksLikeComment, unwrappedComment } from './unwrappedComment.ts';

/** One element of a review's list of comments, and the group it stands in. */
export interface CommentElement {
  readonly raw: unknown;
  /** Parts that hold for all of a group, such as a file's path; see `decodeComment`. */
  readonly group: JsonObject;
}

/** Where a review's comments may stand, the likeliest first. */
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
];
/** Lists of what may hold comments, and is none itself. */
const holderLists = ['files', 'runs', 'agents', 'reviewers', 'categories', 'data', 'value', 'values'];
/** Objects that a review's lists may stand in. */
const holders = ['result', 'output', 'report', 'review', 'analysis', 'data', 'response', 'payload', 'attributes'];
const replyNames = ['comments', 'notes'];
const nestedNames = ['comments', 'issues', 'findings', 'notes', 'results', 'messages', 'diagnostics', 'annotations'];
const pageNames = ['data', 'items', 'nodes', 'values', 'value', 'edges', 'list', 'results'];

/**
 * The lists of comments of a review, wherever the service puts them; none of them where there is no list at all, which
 * is not the same as an empty one. Two of them may hold the same comments.
 */
export function commentLists(review: JsonObject): readonly (readonly CommentElement[])[] {
  const sources = [review, ...holders.map(name => firstOf(review, [name])).filter(isObject)];
  return sources
    .flatMap(source => [
      ...listNames.map(name => elementsOf(firstOf(source, [name]))),
      ...holderLists.map(name => heldIn(firstOf(source, [name]))),
    ])
    .filter(list => list !== undefined)
    .map(list => list.flatMap(commentsOf));
}

/** Files and the like count only with comments in them: the mere names of what was reviewed are no comments. */
function heldIn(value: unknown): readonly CommentElement[] | undefined {
  const held = elementsOf(value)?.filter(({ raw }) => nestedIn(raw) !== undefined);
  return held === undefined || held.length === 0 ? undefined : held;
}

/** A list, a comment, or an object of either by file, severity, category, line or number. */
function elementsOf(value: unknown, group: JsonObject = {}, depth = 3): readonly CommentElement[] | undefined {
  if (Array.isArray(value)) return value.map((raw: unknown) => ({ raw, group }));
  if (!isObject(value) || depth === 0) return undefined;
  if (looksLikeComment(value)) return [{ raw: value, group }];
  const members = Object.entries(value);
  const isPure = members.every(([, member]) => Array.isArray(member));
  const lists = members.map(([name, member]) => {
    const isPage = pageNames.includes(name);
    const named = isPage ? group : { ...group, ...groupNamed(name, group) };
    // Beside counts and pages, a list of something else is none of comments.
    const isMeant = isPure || isPage || 'category' in named === 'category' in group || hasComment(member);
    return isMeant || !Array.isArray(member) ? elementsOf(member, named, depth - 1) : undefined;
  });
  const known = lists.filter(list => list !== undefined);
  return known.length === 0 ? undefined : known.flat();
}

function hasComment(value: unknown): boolean {
  return Array.isArray(value) && value.some(looksLikeComment);
}

function groupNamed(name: string, { path }: JsonObject): JsonObject {
  if (severityOfWord(name) !== undefined) return { severity: name };
  if (/^\d+$/.test(name)) return path === undefined ? {} : { line: Number(name) };
  if (listNames.includes(name)) return {};
  // Gerrit's names for what is no file.
  if (/^\/[A-Z_]+$/.test(name)) return { category: name.slice(1) };
  return /[./]/.test(name) ? { path: name } : { category: name };
}

/**
 * Comments may be nested, by file (`[{ path, comments: […] }]`) or as a thread. What has text and lines of its own is the
 * comment, and what is nested in it are replies.
 */
function commentsOf(element: CommentElement): readonly CommentElement[] {
  const { raw, group } = element;
  const nested = nestedIn(raw);
  const unwrapped = unwrappedComment(raw);
  if (!isObject(unwrapped) || nested === undefined) return [element];
  // `lines` of a file may be how many it has.
  const own = { ...group, ...unwrapped, lines: undefined };
  // A summary or a name may be that of a file.
  const saysSomething = firstReadable(unwrapped, ['title', ...commentAliases.body], asText) !== undefined;
  const isThread = firstReadable(unwrapped, replyNames, listIn) === nested;
  if (isThread && saysSomething && decodePlace(own).range !== undefined) return [element];
  const inner = nested.map(each => ({ raw: each, group: own }));
  return saysSomething ? [element, ...inner] : inner;
}

function nestedIn(raw: unknown): readonly unknown[] | undefined {
  return firstReadable(unwrappedComment(raw), nestedNames, listIn);
}

function listIn(value: unknown): readonly unknown[] | undefined {
  const list = isObject(value) ? firstOf(value, pageNames) : value;
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}
