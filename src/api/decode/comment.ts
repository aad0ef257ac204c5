import { plainLine } from '../../core/base/text.ts';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import type { Severity } from '../../core/review/severity.ts';
import { safePath } from '../../core/system/safePath.ts';
import {
  firstReadable,
  isObject,
  memberAt,
  partsOf,
  plainName,
  readPart,
  type JsonObject,
  type Parts,
} from './aliases.ts';
import { asBoolean, asHttpsUrl, asNumber, asText, asWord, asWords, sentencesIn } from './values.ts';
import { commentAliases, commentPartNames, type CommentPart } from './commentAliases.ts';
import { unwrappedComment } from './commentShape.ts';
import { placeOf } from './place.ts';
import { decodeSuggestion, withoutSuggestionBlock } from './suggestion.ts';
import { isCode, isPhrase } from './text/prose.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from './text/severityWords.ts';

const longestBody = 65_536;
const longestTitle = 200;
/** Most other places of a comment that are read, and the longest text about one. */
const mostPlaces = 50;
const longestMessage = 200;
const resolvedStates = new Set(['resolved', 'fixed', 'dismissed', 'closed', 'wontfix', 'ignored', 'addressed']);
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
  group: JsonObject = {},
  raw: unknown = content,
): ReviewComment | undefined {
  const comment = typeof content === 'string' && content.trim() !== '' ? { body: content } : content;
  if (!isObject(comment)) return undefined;
  const own = unwrappedComment(comment);
  const [parts, groupParts] = [partsOf(own, commentAliases), partsOf(group, commentAliases)];
  const part = <T>(name: CommentPart, read: (value: unknown) => T | undefined): T | undefined =>
    readPart(parts, name, read);
  const partOrGroups = <T>(name: CommentPart, read: (value: unknown) => T | undefined): T | undefined =>
    readPart(parts, name, read) ?? readPart(groupParts, name, read);
  const line = (text: string | undefined, limit: number): string | undefined =>
    text === undefined ? undefined : plainLine(text, limit) || undefined;

  const [ownPlace, groupPlace] = [placeOf(own), placeOf(group)];
  const { side, range, outdated } =
    ownPlace.range === undefined && groupPlace.range !== undefined ? groupPlace : ownPlace;
  const path = ownPlace.path ?? groupPlace.path;
  const name = part('name', asText);
  const title = part('title', asText) ?? (name !== undefined && isPhrase(name) ? name : undefined);
  const code = part('code', asText);
  const isQuote = code !== undefined && isCode(code);
  const rule = part('rule', asText) ?? (isQuote ? undefined : code) ?? part('check', asText);
  const quoted = part('oldCode', asText) ?? (isQuote ? code : undefined);
  const text = (part('body', asText) ?? part('body', asWords) ?? otherWords(own) ?? '').slice(0, longestBody);
  const { suggestion, words } = decodeSuggestion(parts, text, range);
  const related = part('related', decodeRelatedLocations);
  const [first, second] = [text, words].map(withoutSuggestionBlock);
  const body = [first, second === first ? '' : second].filter(Boolean).join('\n\n').slice(0, longestBody);
  const { severity, word } = severityOf(parts, groupParts, [title, text]);
  const state = partOrGroups('state', asWord)
    ?.toLowerCase()
    .replace(/[^a-z]/g, '');
  return {
    id: line(part('id', asText), 200),
    path: path === undefined ? undefined : safePath(path),
    range,
    side,
    severity,
    severityWord: word === undefined ? undefined : plainLine(word, 40),
    title: titleOf(title, body, rule ?? name),
    body,
    suggestion,
    quotedCode: quoted?.replace(/\r\n?/g, '\n').replace(/\n$/, ''),
    rule: line(rule, 200),
    category: line(part('category', asText) ?? asText(memberAt(group, 'category')), 80),
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

/** Sentences under other names, so that no comment loses its text. */
function otherWords(own: JsonObject): string | undefined {
  const unknown = Object.entries(own).filter(([name]) => !commentPartNames.has(plainName(name)));
  return asText(sentencesIn(unknown.map(([, value]) => value)).join('\n\n'));
}

type CommentParts = Parts<CommentPart>;

interface FoundSeverity {
  readonly severity: Severity;
  /** The service's word for it. */
  readonly word: string | undefined;
}

/** The severity in a field of the comment or its group, else the one that a text starts with. */
function severityOf(own: CommentParts, group: CommentParts, texts: readonly (string | undefined)[]): FoundSeverity {
  const field = severityField(own) ?? severityField(group);
  if (field !== undefined && field.severity !== 'unknown') return field;
  const inText = texts.map(text => severityInText(text ?? '')).find(found => found !== undefined);
  return inText ?? field ?? { severity: 'unknown', word: undefined };
}

function severityField(comment: CommentParts): FoundSeverity | undefined {
  const word = readPart(comment, 'severity', asShortWord);
  if (word !== undefined) {
    const isLevel = /^[1-4]$/.test(word) && placeOf(comment.source).isZeroBased;
    return { severity: (isLevel ? severityOfLevel(Number(word)) : severityOfWord(word)) ?? 'unknown', word };
  }
  const score = readPart(comment, 'score', asNumber);
  const scored = score === undefined ? undefined : severityOfScore(score);
  if (scored !== undefined) return { severity: scored, word: `${score}` };
  const kind = readPart(comment, 'kind', asText) ?? '';
  const ofKind = /^bug$/i.test(kind) ? 'high' : severityOfWord(kind);
  return ofKind === undefined ? undefined : { severity: ofKind, word: kind };
}

/** Returns up to a few words; a sentence describes the impact and is no severity. */
function asShortWord(value: unknown): string | undefined {
  const word = asWord(value)?.trim();
  return word === undefined || word.length > 40 || word.split(/\s+/).length > 3 ? undefined : word;
}

/** The title, else the first line of the text with letters. @param otherwise the title without either */
function titleOf(title: string | undefined, body: string, otherwise: string | undefined): string {
  const lineOf = (text: string | undefined): string => (text === undefined ? '' : plainLine(text, longestTitle));
  return lineOf(title) || lineOf(firstSentence(body)) || lineOf(otherwise) || untitled;
}

function firstSentence(body: string): string | undefined {
  const line = body
    .split('\n')
    // The lookbehind avoids quadratic time on a long run of marks inside the line.
    .map(each => each.replace(/^[\s#>*_`-]+|(?<![\s*_`])[\s*_`]+$/g, ''))
    .find(each => /\p{L}/u.test(each));
  return line === undefined ? undefined : (/^.{20,}?[.!?](?=\s)/.exec(line)?.[0] ?? line);
}

/** Decodes the other places that a comment is about; those without a safe path or a line are dropped. */
function decodeRelatedLocations(value: unknown): RelatedLocation[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.slice(0, mostPlaces).flatMap((each: unknown): RelatedLocation[] => {
    if (!isObject(each)) return [];
    const { path: written = '', range, side } = placeOf(each);
    const [path, message] = [safePath(written), firstReadable(each, commentAliases.body, asText) ?? ''];
    if (path === undefined || range === undefined || side === 'left') return [];
    return [{ path, range, message: plainLine(message, longestMessage) }];
  });
  return found.length === 0 ? undefined : found;
}
