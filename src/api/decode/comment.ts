import { plainLine } from '../../core/base/text.ts';
import { markdownCode } from '../../core/render/markdownReport.ts';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import { safePath } from '../../core/system/safePath.ts';
import { firstOf, isObject, plainName, type JsonObject } from './aliases.ts';
import { commentAliases as aliases, commentPartNames } from './commentAliases.ts';
import { unwrappedComment } from './commentShape.ts';
import { placeOf } from './place.ts';
import { partReader, readAs } from './partReader.ts';
import { decodeSuggestion, withoutSuggestionBlock } from './suggestion.ts';
import tables from './tables/comments.json' with { type: 'json' };
import { firstSentence, isCode, isPhrase } from './text/prose.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from './text/severityWords.ts';
import { asBoolean, asHttpsUrl, asPhrase, asText, asWord, asWords, sentencesIn } from './values.ts';

export const longestBody = 65_536;
/** Most other places of a comment that are read. */
const mostPlaces = 50;
const resolvedStates = new Set(['resolved', 'fixed', 'dismissed', 'closed', 'wontfix', 'ignored', 'addressed']);
const nothingAround: JsonObject = {};
const words = ['id', 'title', 'name', 'body', 'oldCode', 'rule', 'code', 'check', 'kind', 'category'] as const;
const readComment = partReader(
  { ...tables.comment, bodyWords: tables.comment.body },
  {
    // A sentence describes the impact and is no severity.
    severity: value => asPhrase(value, 3),
    score: value => (typeof value === 'number' ? value : undefined),
    ...readAs(asText, ...words, 'ownCategory', 'resolvedAt'),
    bodyWords: asWords,
    state: asWord,
    ...readAs(asBoolean, 'resolved', 'unresolved', 'outdated', 'experimental'),
    url: asHttpsUrl,
    related: decodeRelatedLocations,
  },
);
type CommentParts = ReturnType<typeof readComment>;
// In characters. A longer title would be no line of a list any more.
const longestTitle = 200;
const longestWholeTitle = 2_000;

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
  const source = unwrappedComment(comment);
  const own = readComment(source);
  // Around most comments there is nothing.
  const isAlone = Object.keys(group).length === 0;
  const around: CommentParts = isAlone ? {} : readComment(group);
  const shared: CommentParts = isAlone ? own : { ...around, ...own };

  const ownPlace = placeOf(source);
  const groupPlace = isAlone ? undefined : placeOf(group);
  const { side, range, outdated } = ownPlace.range === undefined && groupPlace?.range ? groupPlace : ownPlace;
  const { name, code } = own;
  const title = own.title ?? (name !== undefined && isPhrase(name) ? name : undefined);
  const quoted = code !== undefined && isCode(code) ? code : undefined;
  const rule = own.rule ?? (quoted === undefined ? code : undefined) ?? own.check;
  const text = (own.body ?? own.bodyWords ?? otherWords(source)).slice(0, longestBody);
  const { suggestion, words } = decodeSuggestion(source, text, range);
  const first = withoutSuggestionBlock(text);
  const second = words === '' ? '' : withoutSuggestionBlock(words);
  const body = second === '' || second === first ? first : [first, second].filter(Boolean).join('\n\n');
  const field = severityIn(own, ownPlace.isZeroBased) ?? severityIn(around, groupPlace?.isZeroBased === true);
  const isKnown = field !== undefined && field.severity !== 'unknown';
  const inText = isKnown ? undefined : (severityInText(title ?? '') ?? severityInText(text));
  const state = shared.state?.toLowerCase().replace(/[^a-z]/g, '') ?? '';
  return presentable(
    {
      id: own.id,
      path: ownPlace.path ?? groupPlace?.path,
      range,
      side,
      severity: inText?.severity ?? field?.severity ?? 'unknown',
      severityWord: inText?.word ?? field?.severityWord,
      title: title ?? '',
      body: body.slice(0, longestBody),
      suggestion,
      quotedCode: own.oldCode ?? quoted,
      rule,
      category: own.category ?? around.ownCategory,
      url: own.url,
      ...(own.related !== undefined && { related: own.related }),
      ...(own.experimental === true && { experimental: true }),
      outdated: outdated || shared.outdated === true || state === 'outdated' || state === 'stale',
      resolved:
        shared.resolved === true ||
        shared.unresolved === false ||
        shared.resolvedAt !== undefined ||
        resolvedStates.has(state),
      raw,
    },
    rule ?? name,
  );
}

/** Returns the path that may be opened for one of an answer, or undefined where there is none. */
export type PathRule = (written: string) => string | undefined;

/**
 * A comment with its path and texts as they may be shown. A path that leads to no file is told in the text.
 * @param otherwise the title of one without words
 */
export function presentable(
  comment: ReviewComment,
  otherwise: string | undefined,
  pathOf: PathRule = safePath,
): ReviewComment {
  const { id, path: written = '', severityWord, title, body, quotedCode, rule, category } = comment;
  const path = pathOf(written);
  const named = path === undefined ? oneLine(written, 200) : undefined;
  return {
    ...comment,
    id: oneLine(id, 200),
    path,
    body: (named === undefined ? body : `${markdownCode(named)}\n\n${body}`).trimEnd().slice(0, longestBody),
    severityWord: oneLine(severityWord, 40),
    ...(titles(title) ?? titles(firstSentence(body)) ?? titles(otherwise) ?? { title: untitled }),
    quotedCode: quotedCode?.replace(/\r\n?/g, '\n').replace(/\n$/, ''),
    rule: oneLine(rule, 200),
    category: oneLine(category, 80),
  };
}

/** A text in one line, and the whole of it where it is shortened; undefined where the line would be empty. */
function titles(text: string | undefined): Pick<ReviewComment, 'title' | 'wholeTitle'> | undefined {
  const title = oneLine(text, longestTitle);
  if (text === undefined || title === undefined || title === text) return title === undefined ? undefined : { title };
  const wholeTitle = plainLine(text, longestWholeTitle);
  return wholeTitle === title ? { title } : { title, wholeTitle };
}

function oneLine(text: string | undefined, limit: number): string | undefined {
  return text === undefined ? undefined : plainLine(text, limit) || undefined;
}

/** Decodes the other places that a comment is about; those without a path by the rule or a line are dropped. */
export function decodeRelatedLocations(value: unknown, pathOf: PathRule = safePath): RelatedLocation[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.slice(0, mostPlaces).flatMap((each: unknown): RelatedLocation[] => {
    if (!isObject(each)) return [];
    const { path: written = '', range, side } = placeOf(each);
    const [path, message] = [pathOf(written), firstOf(each, aliases.body, asText) ?? ''];
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

/** The severity that a field of a comment or of what is around it says. */
function severityIn(
  { severity: word, score, kind = '' }: CommentParts,
  isZeroBased: boolean,
): FoundSeverity | undefined {
  if (word !== undefined) {
    const level = isZeroBased && /^[1-4]$/.test(word) ? severityOfLevel(Number(word)) : undefined;
    return { severity: level ?? severityOfWord(word) ?? 'unknown', severityWord: word };
  }
  const ofScore = score === undefined ? undefined : severityOfScore(score);
  const severity = ofScore ?? (/^bug$/i.test(kind) ? 'high' : severityOfWord(kind));
  return severity && { severity, severityWord: ofScore === undefined ? kind : `${score}` };
}
