import { plainLine } from '../../core/base/text.ts';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import type { Severity } from '../../core/review/severity.ts';
import { safePath } from '../../core/system/safePath.ts';
import { firstOf, isObject, plainName, type JsonObject } from './aliases.ts';
import { commentAliases, commentPartNames, type CommentPart } from './commentAliases.ts';
import { unwrappedComment } from './commentShape.ts';
import { placeOf } from './place.ts';
import { decodeSuggestion, withoutSuggestionBlock } from './suggestion.ts';
import { firstSentence, isCode, isPhrase } from './text/prose.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from './text/severityWords.ts';
import { asBoolean, asHttpsUrl, asText, asWord, asWords, sentencesIn } from './values.ts';

export const longestBody = 65_536;
/** Most other places of a comment that are read. */
const mostPlaces = 50;
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
  const shared = <T>(name: CommentPart, read: Read<T>): T | undefined =>
    part(name, read) ?? firstOf(group, commentAliases[name], read);

  const ownPlace = placeOf(own);
  const groupPlace = ownPlace.path === undefined || ownPlace.range === undefined ? placeOf(group) : ownPlace;
  const { side, range, outdated } = ownPlace.range === undefined && groupPlace.range ? groupPlace : ownPlace;
  const [name, code] = [part('name', asText), part('code', asText)];
  const title = part('title', asText) ?? (name !== undefined && isPhrase(name) ? name : undefined);
  const quoted = code !== undefined && isCode(code) ? code : undefined;
  const rule = part('rule', asText) ?? (quoted === undefined ? code : undefined) ?? part('check', asText);
  const text = (part('body', asText) ?? part('body', asWords) ?? otherWords(own)).slice(0, longestBody);
  const { suggestion, words } = decodeSuggestion(own, text, range);
  const [first, second] = [text, words].map(withoutSuggestionBlock);
  const body = [first, second === first ? '' : second].filter(Boolean).join('\n\n');
  const { severity, severityWord } = severityOf(own, group, [title, text]);
  const related = part('related', decodeRelatedLocations);
  const state = (shared('state', asWord) ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return presentable(
    {
      id: part('id', asText),
      path: ownPlace.path ?? groupPlace.path,
      range,
      side,
      severity,
      severityWord,
      title: title ?? '',
      body: body.slice(0, longestBody),
      suggestion,
      quotedCode: part('oldCode', asText) ?? quoted,
      rule,
      category: part('category', asText) ?? firstOf(group, 'category', asText),
      url: part('url', asHttpsUrl),
      ...(related !== undefined && { related }),
      outdated: outdated || shared('outdated', asBoolean) === true || state === 'outdated' || state === 'stale',
      resolved:
        shared('resolved', asBoolean) === true ||
        shared('unresolved', asBoolean) === false ||
        shared('resolvedAt', asText) !== undefined ||
        resolvedStates.has(state),
      raw,
    },
    rule ?? name,
  );
}

/** A comment with its path and texts as they may be shown. @param otherwise the title of one without words */
export function presentable(comment: ReviewComment, otherwise: string | undefined): ReviewComment {
  const { id, path, severityWord, title, body, quotedCode, rule, category } = comment;
  return {
    ...comment,
    id: oneLine(id, 200),
    path: path === undefined ? undefined : safePath(path),
    severityWord: oneLine(severityWord, 40),
    title: oneLine(title, 200) ?? oneLine(firstSentence(body), 200) ?? oneLine(otherwise, 200) ?? untitled,
    quotedCode: quotedCode?.replace(/\r\n?/g, '\n').replace(/\n$/, ''),
    rule: oneLine(rule, 200),
    category: oneLine(category, 80),
  };
}

function oneLine(text: string | undefined, limit: number): string | undefined {
  return text === undefined ? undefined : plainLine(text, limit) || undefined;
}

/** Decodes the other places that a comment is about; those without a safe path or a line are dropped. */
export function decodeRelatedLocations(value: unknown): RelatedLocation[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.slice(0, mostPlaces).flatMap((each: unknown): RelatedLocation[] => {
    if (!isObject(each)) return [];
    const { path: written = '', range, side } = placeOf(each);
    const [path, message] = [safePath(written), firstOf(each, commentAliases.body, asText) ?? ''];
    const isPlace = path !== undefined && range !== undefined && side !== 'left';
    return isPlace ? [{ path, range, message: plainLine(message, 200) }] : [];
  });
  return found.length === 0 ? undefined : found;
}

/** Sentences under other names, so that no comment loses its text. */
function otherWords(own: JsonObject): string {
  const unknown = Object.entries(own).filter(([name]) => !commentPartNames.has(plainName(name)));
  return sentencesIn(unknown.map(([, value]) => value)).join('\n\n');
}

type FoundSeverity = Pick<ReviewComment, 'severity' | 'severityWord'>;

/** The severity in a field of a comment or its group, else the one that a text starts with. */
function severityOf(own: JsonObject, group: JsonObject, texts: readonly (string | undefined)[]): FoundSeverity {
  const field = severityField(own) ?? severityField(group);
  if (field !== undefined && field.severity !== 'unknown') return field;
  const inText = texts.map(text => severityInText(text ?? '')).find(found => found !== undefined);
  if (inText !== undefined) return { severity: inText.severity, severityWord: inText.word };
  return field ?? { severity: 'unknown', severityWord: undefined };
}

function severityField(comment: JsonObject): FoundSeverity | undefined {
  const found = (severity: Severity | undefined, severityWord: string): FoundSeverity | undefined =>
    severity && { severity, severityWord };
  const word = firstOf(comment, commentAliases.severity, asShortWord);
  if (word !== undefined) {
    const isLevel = /^[1-4]$/.test(word) && placeOf(comment).isZeroBased;
    return found((isLevel ? severityOfLevel(Number(word)) : severityOfWord(word)) ?? 'unknown', word);
  }
  const score = firstOf(comment, commentAliases.score, value => (typeof value === 'number' ? value : undefined));
  const kind = firstOf(comment, commentAliases.kind, asText) ?? '';
  const ofKind = /^bug$/i.test(kind) ? 'high' : severityOfWord(kind);
  return (score === undefined ? undefined : found(severityOfScore(score), `${score}`)) ?? found(ofKind, kind);
}

/** Returns up to a few words; a sentence describes the impact and is no severity. */
function asShortWord(value: unknown): string | undefined {
  const word = asWord(value)?.trim();
  return word === undefined || word.length > 40 || word.split(/\s+/).length > 3 ? undefined : word;
}
