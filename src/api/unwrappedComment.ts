import { commentAliases } from './commentAliases.ts';
import { decodePlace } from './decodeRange.ts';
import { asText, asWord, firstReadable, isObject, joined, memberAt, type JsonObject } from './fields.ts';
import { severityOfWord } from './severityWords.ts';

/** Objects that hold the parts of a comment where the element around them holds the rest. */
const wrappers = ['node', 'attributes', 'commitIssue', 'comment', 'issue', 'finding', 'fields', 'extra'];

/** A comment and what it is wrapped in as one object: JSON:API, GraphQL, Codacy, Semgrep and others. */
export function unwrappedComment(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  return wrappers.reduce<JsonObject>((all, name) => {
    const inner = memberAt(all, name);
    return isObject(inner) ? joined(all, inner) : all;
  }, raw);
}

/** Names that hold the text of other things too, as of a file or a step. */
const vague = ['name', 'header', 'content', 'text', 'details', 'reason', 'html'];
const graveness = ['severity', 'priority'];
const telling = ['title', ...commentAliases.body.filter(name => !vague.includes(name))];

/** Whether something is a comment by its own look: it says something, and of which lines or how grave it is. */
export function looksLikeComment(value: unknown): boolean {
  const comment = unwrappedComment(value);
  if (!isObject(comment) || firstReadable(comment, telling, asText) === undefined) return false;
  const word = firstReadable(comment, graveness, asWord);
  if (word !== undefined && severityOfWord(word) !== undefined) return true;
  // A mere number of lines may be how many a file has.
  const isCount = typeof memberAt(comment, 'lines') === 'number';
  return decodePlace(isCount ? { ...comment, lines: undefined } : comment).range !== undefined;
}
