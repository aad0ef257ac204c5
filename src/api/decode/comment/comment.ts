import { plainLine } from '../../../core/base/text.ts';
import type { ReviewComment } from '../../../core/review/review.ts';
import type { Severity } from '../../../core/review/severity.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { decodePlace, type DecodedPlace } from './range.ts';
import { writtenPath } from './path.ts';
import { isProse } from '../unreadComments.ts';
import { decodeSuggestion, withoutSuggestionBlock } from './suggestion.ts';
import {
  asBoolean,
  asText,
  asWord,
  asWords,
  firstReadable,
  isObject,
  memberAt,
  plainName,
  type JsonObject,
} from '../aliases.ts';
import { safePath } from '../../../core/system/safePath.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from '../severityWords.ts';
import { unwrappedComment } from './unwrapComment.ts';
import { isCode, isPhrase } from './valueShapes.ts';

const longestBody = 65_536;
const longestTitle = 200;
/** The title of a comment that contains no text. */
export const wordless = 'Comment without text';

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
  const own = typeof content === 'string' && content.trim() !== '' ? { body: content } : unwrappedComment(content);
  if (!isObject(own)) return undefined;
  const part = <T>(name: CommentPart, read: (value: unknown) => T | undefined): T | undefined =>
    firstReadable(own, commentAliases[name], read);
  const partOrGroups = <T>(name: CommentPart, read: (value: unknown) => T | undefined): T | undefined =>
    part(name, read) ?? firstReadable(group, commentAliases[name], read);
  const { side, range, outdated } = placeOf(own, group);
  const name = part('name', asText);
  const title = part('title', asText) ?? (name !== undefined && isPhrase(name) ? name : undefined);
  const code = part('code', asText);
  const isQuote = code !== undefined && isCode(code);
  const rule = part('rule', asText) ?? (isQuote ? undefined : code) ?? part('check', asText);
  const text = (part('body', asText) ?? part('body', asWords) ?? otherWords(own, title === undefined) ?? '').slice(
    0,
    longestBody,
  );
  const { suggestion, words } = decodeSuggestion(own, text, range);
  const body = [text, words ?? '']
    .map(withoutSuggestionBlock)
    .filter((each, index, all) => each !== '' && all.indexOf(each) === index)
    .join('\n\n')
    .slice(0, longestBody);
  const field = severityField(own) ?? severityField(group);
  const severity = (field?.severity === 'unknown' ? undefined : field) ??
    severityInText(title ?? '') ??
    severityInText(text) ??
    field ?? { severity: 'unknown', word: undefined };
  const path = (writtenPath(own) ?? writtenPath(group))?.path;
  const quoted = part('oldCode', asText) ?? (isQuote ? code : undefined);
  const state =
    partOrGroups('state', asWord)
      ?.toLowerCase()
      .replace(/[^a-z]/g, '') ?? '';
  return {
    id: optionalLine(part('id', asText), 200),
    path: path === undefined ? undefined : safePath(path),
    range,
    side,
    severity: severity.severity,
    severityWord: severity.word === undefined ? undefined : plainLine(severity.word, 40),
    title: titleOf(title, body, rule ?? name),
    body,
    suggestion,
    quotedCode: quoted?.replace(/\r\n?/g, '\n').replace(/\n$/, ''),
    rule: optionalLine(rule, 200),
    category: optionalLine(part('category', asText) ?? asText(memberAt(group, 'category')), 80),
    url: part('url', asHttps),
    outdated: outdated || partOrGroups('outdated', asBoolean) === true || /^(?:outdated|stale)$/.test(state),
    resolved:
      partOrGroups('resolved', asBoolean) === true ||
      partOrGroups('unresolved', asBoolean) === false ||
      partOrGroups('resolvedAt', asText) !== undefined ||
      /^(?:resolved|fixed|dismissed|closed|wontfix|ignored|addressed)$/.test(state),
    raw,
  };
}

const firstSteps = (aliases: readonly string[]): string[] => aliases.map(alias => plainName(alias.split('.')[0] ?? ''));
/** Names that hold something other than the comment's text. */
const named = new Set(firstSteps(Object.values(commentAliases).flat()));
const bodies = new Set(firstSteps(commentAliases.body));

/**
 * Sentences under unknown names, so that no comment loses its text.
 * @param isDeep whether to search objects under unknown names
 */
function otherWords(own: JsonObject, isDeep: boolean): string | undefined {
  const sentences: string[] = [];
  const look = (value: unknown, left: number): void => {
    if (isProse(value)) sentences.push(value);
    if (typeof value !== 'object' || value === null || left === 0 || sentences.length >= 20) return;
    for (const member of Object.values(value)) look(member, left - 1);
  };
  for (const [name, member] of Object.entries(own)) {
    const isBody = bodies.has(plainName(name));
    if (!isBody && named.has(plainName(name))) continue;
    if (isBody || isDeep) look(member, 6);
    else look(asWords(member), 0);
  }
  return asText(sentences.join('\n\n'));
}

function placeOf(own: JsonObject, group: JsonObject): DecodedPlace {
  const place = decodePlace(own);
  if (place.range !== undefined) return place;
  const groups = decodePlace(group);
  return groups.range === undefined ? place : groups;
}

/** The severity in a field of the comment; undefined if there is none. */
function severityField(comment: JsonObject): { readonly severity: Severity; readonly word: string } | undefined {
  const isLsp =
    firstReadable(comment, commentAliases.startCharacter, value => (typeof value === 'number' ? value : undefined)) !==
    undefined;
  const word = firstReadable(comment, commentAliases.severity, asShortWord);
  if (word !== undefined) {
    const level = isLsp && /^[1-4]$/.test(word) ? severityOfLevel(Number(word)) : undefined;
    return { severity: level ?? severityOfWord(word) ?? 'unknown', word };
  }
  const score = firstReadable(comment, commentAliases.score, value => (typeof value === 'number' ? value : undefined));
  const scored = score === undefined ? undefined : severityOfScore(score);
  if (scored !== undefined) return { severity: scored, word: `${score}` };
  const kind = firstReadable(comment, commentAliases.kind, asText);
  const ofKind = kind === undefined ? undefined : (severityOfWord(kind) ?? (/^bug$/i.test(kind) ? 'high' : undefined));
  return ofKind === undefined || kind === undefined ? undefined : { severity: ofKind, word: kind };
}

/** Returns up to a few words; a sentence describes the impact and is no severity. */
function asShortWord(value: unknown): string | undefined {
  const word = asWord(value)?.trim();
  return word === undefined || word.length > 40 || word.split(/\s+/).length > 3 ? undefined : word;
}

function titleOf(title: string | undefined, body: string, otherwise: string | undefined): string {
  // Without a title, the first non-blank line of text is the title.
  const firstLine = body
    .split('\n')
    // The lookbehind avoids quadratic time on a long run of marks inside the line.
    .map(line => line.replace(/^[\s#>*_`-]+|(?<![\s*_`])[\s*_`]+$/g, ''))
    .find(line => /\p{L}/u.test(line));
  const first = firstLine === undefined ? undefined : (/^.{20,}?[.!?](?=\s)/.exec(firstLine)?.[0] ?? firstLine);
  return (
    [title, first, otherwise].map(text => plainLine(text ?? '', longestTitle)).find(text => text !== '') ?? wordless
  );
}

function optionalLine(text: string | undefined, limit: number): string | undefined {
  return text === undefined ? undefined : plainLine(text, limit) || undefined;
}

/** Returns a normalized https URL. */
function asHttps(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}
