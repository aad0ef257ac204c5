import { commentAliases } from './commentAliases.ts';
import { decodePlace } from './range.ts';
import { writtenPath } from './path.ts';
import { asWord, asWords, firstReadable, isObject, joined, memberAt, plainName, type JsonObject } from '../aliases.ts';
import { severityOfWord } from '../severityWords.ts';

/** Objects that hold some parts of a comment while the element around them holds the rest. */
const wrappers = ['node', 'attributes', 'commitIssue', 'comment', 'issue', 'finding', 'fields', 'extra'];

/** Merges a comment with its wrapper, as in JSON:API, GraphQL, Codacy and Semgrep. */
export function unwrappedComment(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const made = unwrapped.get(raw);
  if (made !== undefined) return made;
  const whole = wrappers.reduce<JsonObject>((all, name) => {
    const inner = memberAt(all, name);
    return isObject(inner) ? joined(all, inner) : all;
  }, raw);
  unwrapped.set(raw, whole);
  return whole;
}

/** Cached, since every step needs it. */
const unwrapped = new WeakMap<JsonObject, JsonObject>();

/** Like `unwrappedComment`, for a known comment: if it has no text itself, unwraps the one object in it that does. */
export function openedComment(raw: unknown): unknown {
  const known = unwrappedComment(raw);
  if (!isObject(known) || firstReadable(known, telling, asWords) !== undefined) return raw;
  const inner = Object.entries(known).filter(([name, member]) => !offers.has(plainName(name)) && isWhole(member));
  const [only] = inner.map(([, member]) => member);
  return inner.length === 1 && isObject(only) ? joined(known, only) : raw;
}

/** Whether an object has both text and a place. */
function isWhole(value: unknown): boolean {
  if (!isObject(value) || firstReadable(value, saying, asWords) === undefined) return false;
  return writtenPath(value) !== undefined || decodePlace(value).range !== undefined;
}

/** Names that may also hold the text of something else, such as a file or a step. */
const vague = ['name', 'header', 'content', 'text', 'details', 'reason', 'html'];
const graveness = ['severity', 'priority'];
const telling = ['title', ...commentAliases.body.filter(name => !vague.includes(name))];
/** Names of a comment's text. */
export const saying = ['title', ...commentAliases.body];
/** Objects that describe a fix. */
const offers = new Set([...commentAliases.fixObject, 'rule', 'location', 'position'].map(plainName));

/** Whether a value looks like a comment: it has text and either lines or a severity. */
export function looksLikeComment(value: unknown): boolean {
  const comment = unwrappedComment(value);
  if (!isObject(comment) || firstReadable(comment, saying, asWords) === undefined) return false;
  const isSure = firstReadable(comment, telling, asWords) !== undefined;
  const word = firstReadable(comment, graveness, asWord);
  if (word !== undefined && severityOfWord(word) !== undefined) return true;
  if (!isSure && writtenPath(comment) === undefined) return false;
  return hasLines(comment);
}

/** Whether a comment names its lines; a single number named `lines` may be the length of a file. */
export function hasLines(comment: JsonObject): boolean {
  const isCount = typeof memberAt(comment, 'lines') === 'number';
  return decodePlace(isCount ? { ...comment, lines: undefined } : comment).range !== undefined;
}
