import {
  cached,
  firstOf,
  hasOneOf,
  isObject,
  joined,
  nameSet,
  plainName,
  valuesAt,
  names,
  type JsonObject,
} from './aliases.ts';
import { commentAliases } from './commentAliases.ts';
import { words } from './evidence/words.ts';
import { placeOf } from './place.ts';
import tables from './tables/lists.json' with { type: 'json' };
import { jsonInText } from './text/jsonInText.ts';
import { isProse, saysNothing } from './text/prose.ts';
import { severityOfWord } from './text/severityWords.ts';
import { hasAny, wordsOfName } from './text/words.ts';
import { asCount, asInteger, asWord, asWords } from './values.ts';

/** Names of objects that hold some parts of a comment while the element around them holds the rest. */
const { wrappers, nested } = tables;
const textNames = `title ${commentAliases.body}`;
/** Without the names that may also hold the text of something else, such as a file or a step. */
const sureTextNames = textNames.replace(/\s(?:content|text|details|reason|html)(?!\S)/g, '');
/** Names of a word that says how grave something is: of a comment, and of what may be one. */
const gravityNames = names('severity priority');
const looseGravityNames = names('severity level');
/** What a finding has, and a check has not; and how a check has ended. */
const placeNames = names('severity level line path file');
const findingNames = names('severity level line rule ruleId');
const outcomeNames = names('status state result conclusion outcome');
/** Names of a comment's text where any text may be one. */
const saying = nameSet(`${textNames} comment details detail finding recommendation feedback suggestion what warning risk
  fix`);

const unwrapped = new WeakMap<JsonObject, JsonObject>();

/** Merges a comment with its wrapper, as in JSON:API, GraphQL, Codacy and Semgrep. Cached, since every step needs it. */
export function unwrappedComment(raw: JsonObject): JsonObject {
  if (!hasOneOf(raw, wrappers)) return raw;
  const withInner = (whole: JsonObject, name: string): JsonObject => {
    const inner = firstOf(whole, name);
    return isObject(inner) ? joined(whole, inner) : whole;
  };
  const whole = cached(unwrapped, raw, () => wrappers.split(' ').reduce(withInner, raw));
  return cached(unwrapped, whole, () => whole);
}

/** The text of a comment; undefined if it has none. */
export function textOf(comment: JsonObject): string | undefined {
  return firstOf(unwrappedComment(comment), textNames, asWords);
}

/** Whether a value looks like a comment: it has text and a rule, a severity or lines. */
export function looksLikeComment(value: unknown): value is JsonObject {
  if (!isObject(value) || textOf(value) === undefined) return false;
  const comment = unwrappedComment(value);
  if (isGrave(comment, gravityNames) || firstOf(comment, 'ruleId') !== undefined) return true;
  const isSure = firstOf(comment, sureTextNames, asWords) !== undefined || placeOf(comment).path !== undefined;
  return isSure && hasLines(comment);
}

/** Whether a value has the text of a comment or contains comments. */
export function isComment(value: unknown): boolean {
  return holdsText(value) || isCommentObject(value);
}

export function holdsText(value: unknown): boolean {
  return isProse(value) || isJsonText(value);
}

export function isJsonText(value: unknown): boolean {
  return typeof value === 'string' && jsonInText(value) !== undefined;
}

export function isCommentObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const own = unwrappedComment(value);
  const hasList = valuesAt(own, nested).some(([, member]) => typeof member === 'object' || isJsonText(member));
  return hasList || textOf(own) !== undefined;
}

/**
 * Whether an object has text and either lines or a severity.
 * @param isOther whether it is in a part that is not about findings
 * @param isNamed whether it is in a place for comments; then a name for a comment's text is enough
 */
export function isLooseComment(raw: object, isOther: boolean, isNamed: boolean): boolean {
  if (!isObject(raw)) return false;
  const value = unwrappedComment(raw);
  if (isPassed(value)) return false;
  const texts = Object.entries(value).filter(([, text]) => isProse(asWords(text)));
  if (texts.length === 0) return false;
  const isSaying = texts.some(([name]) => saying.has(plainName(name)));
  if (isSaying && (isNamed || (!isOther && placeOf(value).path !== undefined))) return true;
  return isGrave(value, looseGravityNames) || hasLines(value);
}

/**
 * Whether an object is a check that passed, and says nothing of a place: by its name, or the context that a host gives it.
 * That something succeeded says elsewhere only that it ran.
 */
function isPassed(value: JsonObject): boolean {
  if (firstOf(value, placeNames) !== undefined) return false;
  const state = (firstOf(value, outcomeNames, asWord) ?? '').trim();
  if (firstOf(value, 'context') !== undefined) return /^(?:pass(?:ed)?|ok|success|succeeded)$/i.test(state);
  return firstOf(value, 'name') !== undefined && /^(?:pass(?:ed)?|ok)$/i.test(state);
}

/** Whether an element without text is a file or another target on which nothing was found, as scanners list those that they read. */
export function isCleanTarget(target: JsonObject): boolean {
  if ((placeOf(target).path ?? firstOf(target, 'target', asWord)) === undefined) return false;
  if (firstOf(target, findingNames) !== undefined || hasLines(target)) return false;
  const members = Object.entries(target).flatMap(each => (isObject(each[1]) ? Object.entries(each[1]) : [each]));
  const found = members.filter(
    ([name]) => hasAny(wordsOfName(name), words.findings) || hasAny(wordsOfName(name), words.wrong),
  );
  const isSaid = members.some(([, each]) => isProse(each) || (Array.isArray(each) && each.length > 0));
  const isClean = found.length > 0 || /^(?:clean|ok|pass(?:ed)?)$/i.test(firstOf(target, outcomeNames, asWord) ?? '');
  return isClean && !isSaid && found.every(([, each]) => each === null || asCount(each) === 0);
}

function isGrave(comment: JsonObject, aliases: string): boolean {
  return severityOfWord(firstOf(comment, aliases, asWord) ?? '') !== undefined;
}

/** Whether a comment names its lines; a single number named `lines` may be the length of a file. */
function hasLines(comment: JsonObject): boolean {
  const isCount = typeof firstOf(comment, 'lines') === 'number';
  return placeOf(isCount ? { ...comment, lines: undefined } : comment).range !== undefined;
}

/** Whether an element of a list with a name for findings is one: a text, a row, or an object that is no group of them. */
export function isElementOfFindings(value: unknown): boolean {
  if (typeof value === 'string') return /\p{L}/u.test(value) && !saysNothing(value);
  if (!isObject(value)) return Array.isArray(value) && value.length > 0;
  const members = Object.values(value);
  return members.some(each => typeof each === 'string' && each.trim() !== '') && !members.some(Array.isArray);
}

/** Whether a value is a row with the name of a file, a line and a text. */
export function isRow(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 3 || value.length > 20) return false;
  const texts = value.filter(each => typeof each === 'string' && /\p{L}/u.test(each));
  const isOfFile = texts.some(each => /^[^\s:]+\.\w{1,8}$/.test(String(each)));
  return texts.length > 1 && isOfFile && value.some(each => asInteger(each) !== undefined);
}
