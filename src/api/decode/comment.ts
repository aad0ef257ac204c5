import { plainLine } from '../../core/base/text.ts';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import type { Severity } from '../../core/review/severity.ts';
import { safePath } from '../../core/system/safePath.ts';
import { firstOf, isObject, plainName, type JsonObject } from './aliases.ts';
import { commentAliases as aliases, commentPartNames } from './commentAliases.ts';
import { unwrappedComment } from './commentShape.ts';
import { placeOf } from './place.ts';
import { decodeSuggestion, withoutSuggestionBlock } from './suggestion.ts';
import { firstSentence, isCode, isPhrase } from './text/prose.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from './text/severityWords.ts';
import { asBoolean, asHttpsUrl, asPhrase, asText, asWord, asWords, sentencesIn } from './values.ts';

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
  // Around most comments there is nothing.
  const around = Object.keys(group).length === 0 ? undefined : group;
  const shared = <T>(names: string, read: (value: unknown) => T | undefined): T | undefined =>
    firstOf(own, names, read) ?? firstOf(around, names, read);

  const [ownPlace, groupPlace] = [placeOf(own), around && placeOf(around)];
  const { side, range, outdated } = ownPlace.range === undefined && groupPlace?.range ? groupPlace : ownPlace;
  const [name, code] = [firstOf(own, aliases.name, asText), firstOf(own, aliases.code, asText)];
  const title = firstOf(own, aliases.title, asText) ?? (name !== undefined && isPhrase(name) ? name : undefined);
  const quoted = code !== undefined && isCode(code) ? code : undefined;
  const rule =
    firstOf(own, aliases.rule, asText) ??
    (quoted === undefined ? code : undefined) ??
    firstOf(own, aliases.check, asText);
  const text = (firstOf(own, aliases.body, asText) ?? firstOf(own, aliases.body, asWords) ?? otherWords(own)).slice(
    0,
    longestBody,
  );
  const { suggestion, words } = decodeSuggestion(own, text, range);
  const [first, second] = [text, words].map(withoutSuggestionBlock);
  const body = [first, second === first ? '' : second].filter(Boolean).join('\n\n');
  const { severity, severityWord } = severityOf(own, around, [title, text]);
  const related = firstOf(own, aliases.related, decodeRelatedLocations);
  const state = (shared(aliases.state, asWord) ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return presentable(
    {
      id: firstOf(own, aliases.id, asText),
      path: ownPlace.path ?? groupPlace?.path,
      range,
      side,
      severity,
      severityWord,
      title: title ?? '',
      body: body.slice(0, longestBody),
      suggestion,
      quotedCode: firstOf(own, aliases.oldCode, asText) ?? quoted,
      rule,
      category: firstOf(own, aliases.category, asText) ?? firstOf(around, aliases.ownCategory, asText),
      url: firstOf(own, aliases.url, asHttpsUrl),
      ...(related !== undefined && { related }),
      outdated: outdated || shared(aliases.outdated, asBoolean) === true || state === 'outdated' || state === 'stale',
      resolved:
        shared(aliases.resolved, asBoolean) === true ||
        shared(aliases.unresolved, asBoolean) === false ||
        shared(aliases.resolvedAt, asText) !== undefined ||
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
    const [path, message] = [safePath(written), firstOf(each, aliases.body, asText) ?? ''];
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
function severityOf(
  own: JsonObject,
  group: JsonObject | undefined,
  texts: readonly (string | undefined)[],
): FoundSeverity {
  const field = severityField(own) ?? (group && severityField(group));
  if (field !== undefined && field.severity !== 'unknown') return field;
  const inText = texts.map(text => severityInText(text ?? '')).find(found => found !== undefined);
  if (inText !== undefined) return { severity: inText.severity, severityWord: inText.word };
  return field ?? { severity: 'unknown', severityWord: undefined };
}

function severityField(comment: JsonObject): FoundSeverity | undefined {
  const found = (severity: Severity | undefined, severityWord: string): FoundSeverity | undefined =>
    severity && { severity, severityWord };
  // A sentence describes the impact and is no severity.
  const word = firstOf(comment, aliases.severity, each => asPhrase(each, 3));
  if (word !== undefined) {
    const isLevel = /^[1-4]$/.test(word) && placeOf(comment).isZeroBased;
    return found((isLevel ? severityOfLevel(Number(word)) : severityOfWord(word)) ?? 'unknown', word);
  }
  const score = firstOf(comment, aliases.score, value => (typeof value === 'number' ? value : undefined));
  const kind = firstOf(comment, aliases.kind, asText) ?? '';
  const ofKind = /^bug$/i.test(kind) ? 'high' : severityOfWord(kind);
  return (score === undefined ? undefined : found(severityOfScore(score), `${score}`)) ?? found(ofKind, kind);
}
