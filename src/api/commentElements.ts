import { commentAliases } from './commentAliases.ts';
import { decodePlace } from './decodeRange.ts';
import { asText, firstOf, firstReadable, isObject, type JsonObject } from './fields.ts';
import { severityOfWord } from './severityWords.ts';

/** One element of a review's list of comments, and the group it stands in. */
export interface CommentElement {
  readonly raw: unknown;
  /** Parts that hold for all of a group, such as a file's path; see `decodeComment`. */
  readonly group: JsonObject;
}

const listNames = [
  'comments',
  'issues',
  'findings',
  'results',
  'codeSuggestions',
  'annotations',
  'diagnostics',
  'items',
];
const nestedNames = ['comments', 'issues', 'findings', 'notes'];

/**
 * The comments of a review, wherever the service puts them: the first of the known lists that holds any.
 * @returns undefined where there is no list at all, which is not the same as an empty one
 */
export function commentElements(review: JsonObject): readonly CommentElement[] | undefined {
  const lists = [...listNames.map(name => elementsOf(firstOf(review, [name]))), filesOf(review)]
    .filter(list => list !== undefined)
    .map(list => list.flatMap(commentsOf));
  return lists.find(list => list.length > 0) ?? lists[0];
}

/** Files count only with comments in them: the mere names of what was reviewed are no comments. */
function filesOf(review: JsonObject): readonly CommentElement[] | undefined {
  const files = elementsOf(firstOf(review, ['files']))?.filter(({ raw }) => nestedIn(raw) !== undefined);
  return files === undefined || files.length === 0 ? undefined : files;
}

/** A list, or an object of lists by file, severity or category. */
function elementsOf(value: unknown): readonly CommentElement[] | undefined {
  const list = listIn(value);
  if (list !== undefined) return list.map(raw => ({ raw, group: {} }));
  if (!isObject(value)) return undefined;
  const groups = Object.entries(value);
  if (groups.length === 0 || !groups.every(([, group]) => Array.isArray(group))) return undefined;
  return groups.flatMap(([name, group]) => (group as unknown[]).map(raw => ({ raw, group: groupNamed(name) })));
}

function groupNamed(name: string): JsonObject {
  if (severityOfWord(name) !== undefined) return { severity: name };
  return /[./]/.test(name) ? { path: name } : { category: name };
}

/**
 * Comments may be nested, by file (`[{ path, comments: […] }]`) or as a thread. What has text and lines of its own is the
 * comment, and what is nested in it are replies.
 */
function commentsOf(element: CommentElement): readonly CommentElement[] {
  const { raw, group } = element;
  const nested = nestedIn(raw);
  if (!isObject(raw) || nested === undefined) return [element];
  // `lines` of a file may be how many it has.
  const own = { ...group, ...raw, lines: undefined };
  // A summary or a name may be that of a file.
  const saysSomething = firstReadable(raw, ['title', ...commentAliases.body], asText) !== undefined;
  if (saysSomething && decodePlace(own).range !== undefined) return [element];
  const inner = nested.map(each => ({ raw: each, group: own }));
  return saysSomething ? [element, ...inner] : inner;
}

function nestedIn(raw: unknown): readonly unknown[] | undefined {
  return firstReadable(raw, nestedNames, listIn);
}

function listIn(value: unknown): readonly unknown[] | undefined {
  const list = isObject(value) ? firstOf(value, ['data', 'items', 'nodes', 'values']) : value;
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}
