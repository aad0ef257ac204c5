import { plainLine } from '../../core/base/text.ts';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import { safePath } from '../../core/system/safePath.ts';
import { firstOf, isObject, plainName, type JsonObject } from './aliases.ts';
import { commentAliases, commentPartNames, type CommentPart } from './commentAliases.ts';
import { unwrappedComment } from './commentShape.ts';
import { placeOf } from './place.ts';
import { decodeSuggestion, withoutSuggestionBlock } from './suggestion.ts';
import { severityOf } from './text/commentSeverity.ts';
import { firstSentence, isCode, isPhrase } from './text/prose.ts';
import { asBoolean, asHttpsUrl, asText, asWord, asWords, sentencesIn } from './values.ts';

export const longestBody = 65_536;
const longestTitle = 200;
/** Most other places of a comment that are read, and the longest text about one. */
const mostPlaces = 50;
const longestMessage = 200;
const resolvedStates = new Set(['resolved', 'fixed', 'dismissed', 'closed', 'wontfix', 'ignored', 'addressed']);
const nothingAround: JsonObject = {};
/** The title of a comment that contains no text. */
export const untitled = 'Comment without text';

/**
 * Decodes a comment of any known shape by the alias table; `raw` keeps everything.
 * @param group what contains the comment, such as a file: its path, lines, severity and state are the defaults
 * @param raw the comment as received, if it differs from the decoded value
 * @returns undefined if the value is neither an object nor text
 */
export function decodeComment(
  content: unknown,
  group: JsonObject = nothingAround,
  raw: unknown = content,
): ReviewComment | undefined {
  const comment = typeof content === 'string' && content.trim() !== '' ? { body: content } : content;
  if (!isObject(comment)) return undefined;
  const own = unwrappedComment(comment);
  type Read<T> = (value: unknown) => T | undefined;
  const part = <T>(name: CommentPart, read: Read<T>): T | undefined => firstOf(own, commentAliases[name], read);
  const partOrGroups = <T>(name: CommentPart, read: Read<T>): T | undefined =>
    part(name, read) ?? firstOf(group, commentAliases[name], read);

  const ownPlace = placeOf(own);
  const groupPlace = ownPlace.path === undefined || ownPlace.range === undefined ? placeOf(group) : ownPlace;
  const { side, range, outdated } =
    ownPlace.range === undefined && groupPlace.range !== undefined ? groupPlace : ownPlace;
  const path = ownPlace.path ?? groupPlace.path;
  const name = part('name', asText);
  const title = part('title', asText) ?? (name !== undefined && isPhrase(name) ? name : undefined);
  const code = part('code', asText);
  const isQuote = code !== undefined && isCode(code);
  const rule = part('rule', asText) ?? (isQuote ? undefined : code) ?? part('check', asText);
  const text = (part('body', asText) ?? part('body', asWords) ?? otherWords(own) ?? '').slice(0, longestBody);
  const { suggestion, words } = decodeSuggestion(own, text, range);
  const [first, second] = [text, words].map(withoutSuggestionBlock);
  const body = [first, second === first ? '' : second].filter(Boolean).join('\n\n').slice(0, longestBody);
  const { severity, word } = severityOf(own, group, [title, text]);
  const related = part('related', decodeRelatedLocations);
  const state = partOrGroups('state', asWord)
    ?.toLowerCase()
    .replace(/[^a-z]/g, '');
  return {
    id: oneLine(part('id', asText), 200),
    path: path === undefined ? undefined : safePath(path),
    range,
    side,
    severity,
    severityWord: word === undefined ? undefined : plainLine(word, 40),
    title: titleOf(title, body, rule ?? name),
    body,
    suggestion,
    quotedCode: quotedLines(part('oldCode', asText) ?? (isQuote ? code : undefined)),
    rule: oneLine(rule, 200),
    category: oneLine(part('category', asText) ?? asText(firstOf(group, 'category')), 80),
    url: part('url', asHttpsUrl),
    ...(related !== undefined && { related }),
    outdated: outdated || partOrGroups('outdated', asBoolean) === true || state === 'outdated' || state === 'stale',
    resolved:
      partOrGroups('resolved', asBoolean) === true ||
      partOrGroups('unresolved', asBoolean) === false ||
      partOrGroups('resolvedAt', asText) !== undefined ||
      (state !== undefined && resolvedStates.has(state)),
    raw,
  };
}

/** The title, else the first line of the text with letters. @param otherwise the title without either */
export function titleOf(title: string | undefined, body: string, otherwise: string | undefined): string {
  return (
    oneLine(title, longestTitle) ??
    oneLine(firstSentence(body), longestTitle) ??
    oneLine(otherwise, longestTitle) ??
    untitled
  );
}

/** One line of plain text; undefined if none is left. */
export function oneLine(text: string | undefined, limit: number): string | undefined {
  return text === undefined ? undefined : plainLine(text, limit) || undefined;
}

/** Code as a comment quotes it, with the line breaks of an editor. */
export function quotedLines(code: string | undefined): string | undefined {
  return code?.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

/** Decodes the other places that a comment is about; those without a safe path or a line are dropped. */
export function decodeRelatedLocations(value: unknown): RelatedLocation[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.slice(0, mostPlaces).flatMap((each: unknown): RelatedLocation[] => {
    if (!isObject(each)) return [];
    const { path: written = '', range, side } = placeOf(each);
    const [path, message] = [safePath(written), firstOf(each, commentAliases.body, asText) ?? ''];
    if (path === undefined || range === undefined || side === 'left') return [];
    return [{ path, range, message: plainLine(message, longestMessage) }];
  });
  return found.length === 0 ? undefined : found;
}

/** Sentences under other names, so that no comment loses its text. */
function otherWords(own: JsonObject): string | undefined {
  const unknown = Object.entries(own).filter(([name]) => !commentPartNames.has(plainName(name)));
  return asText(sentencesIn(unknown.map(([, value]) => value)).join('\n\n'));
}
