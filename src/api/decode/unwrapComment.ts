import { commentAliases } from './commentAliases.ts';
import { decodePlace } from './range.ts';
import { writtenPath } from './path.ts';
import { asWord, asWords, firstReadable, isObject, joined, memberAt, plainName, type JsonObject } from './aliases.ts';
import { severityOfWord } from './severityWords.ts';

/** Objects that hold the parts of a comment where the element around them holds the rest. */
const wrappers = ['node', 'attributes', 'commitIssue', 'comment', 'issue', 'finding', 'fields', 'extra'];

/** A comment and what it is wrapped in as one object: JSON:API, GraphQL, Codacy, Semgrep and others. */
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

/** Kept, since every step asks for it again. */
const unwrapped = new WeakMap<JsonObject, JsonObject>();

/** The same for what is known to be a comment: where it says nothing itself, the one object in it that does. */
export function openedComment(raw: unknown): unknown {
  const known = unwrappedComment(raw);
  if (!isObject(known) || firstReadable(known, telling, asWords) !== undefined) return raw;
  const inner = Object.entries(known).filter(([name, member]) => !offers.has(plainName(name)) && isWhole(member));
  const [only] = inner.map(([, member]) => member);
  return inner.length === 1 && isObject(only) ? joined(known, only) : raw;
}

/** Whether an object says something of some place. */
function isWhole(value: unknown): boolean {
  if (!isObject(value) || firstReadable(value, saying, asWords) === undefined) return false;
  return writtenPath(value) !== undefined || decodePlace(value).range !== undefined;
}

/** Names that hold the text of other things too, as of a file or a step. */
const vague = ['name', 'header', 'content', 'text', 'details', 'reason', 'html'];
const graveness = ['severity', 'priority'];
const telling = ['title', ...commentAliases.body.filter(name => !vague.includes(name))];
/** Names of what a comment says. */
export const saying = ['title', ...commentAliases.body];
/** Objects that say something of a fix. */
const offers = new Set([...commentAliases.fixObject, 'rule', 'location', 'position'].map(plainName));

/** Whether something is a comment by its own look: it says something, and of which lines or how grave it is. */
export function looksLikeComment(value: unknown): boolean {
  const comment = unwrappedComment(value);
  if (!isObject(comment) || firstReadable(comment, saying, asWords) === undefined) return false;
  const isSure = firstReadable(comment, telling, asWords) !== undefined;
  const word = firstReadable(comment, graveness, asWord);
  if (word !== undefined && severityOfWord(word) !== undefined) return true;
  if (!isSure && writtenPath(comment) === undefined) return false;
  return hasLines(comment);
}

/** Whether it names the lines that it is about; a mere number of lines may be how many a file has. */
export function hasLines(comment: JsonObject): boolean {
  const isCount = typeof memberAt(comment, 'lines') === 'number';
  return decodePlace(isCount ? { ...comment, lines: undefined } : comment).range !== undefined;
}
