import { plainLine } from '../core/plainText.ts';
import type { ReviewComment } from '../core/review.ts';
import type { Severity } from '../core/severity.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { decodePlace } from './decodeRange.ts';
import { decodeSuggestion, withoutSuggestionBlocks } from './decodeSuggestion.ts';
import { asBoolean, asText, firstReadable, isObject, type JsonObject } from './fields.ts';
import { safePath } from './safePath.ts';
import { severityInText, severityOfLevel, severityOfScore, severityOfWord } from './severityWords.ts';

const longestBody = 65_536;
const longestTitle = 200;

/**
 * Reads a comment of any known shape by the alias table; what it cannot read stays in `raw`.
 * @param inherited parts that hold for a group of comments, such as a file's path; the comment's own come first
 * @returns undefined for what is no object
 */
export function decodeComment(raw: unknown, inherited: JsonObject = {}): ReviewComment | undefined {
  if (typeof raw === 'string' && raw.trim() !== '') return decodeComment({ body: raw }, inherited);
  if (!isObject(raw)) return undefined;
  const own = { ...inherited, ...raw };
  const part = <T>(name: CommentPart, read: (value: unknown) => T | undefined): T | undefined =>
    firstReadable(own, commentAliases[name], read);
  const { side, range, outdated } = decodePlace(own);
  const text = (part('body', asText) ?? '').slice(0, longestBody);
  const body = withoutSuggestionBlocks(text);
  const severity = severityOf(own, `${part('title', asText) ?? ''}\n${text}`);
  const path = part('path', asText);
  const quoted = part('oldCode', asText);
  const state = part('state', asText)?.toLowerCase() ?? '';
  return {
    id: optionalLine(part('id', asText), 200),
    path: path === undefined ? undefined : safePath(path),
    range,
    side,
    severity: severity.severity,
    severityWord: severity.word === undefined ? undefined : plainLine(severity.word, 40),
    title: titleOf(part('title', asText), body, part('rule', asText)),
    body,
    suggestion: decodeSuggestion(own, text, range),
    quotedCode: quoted?.replace(/\r\n?/g, '\n').replace(/\n$/, ''),
    rule: optionalLine(part('rule', asText), 200),
    category: optionalLine(part('category', asText), 80),
    url: part('url', asHttps),
    outdated: outdated || part('outdated', asBoolean) === true || state === 'outdated',
    resolved:
      part('resolved', asBoolean) === true ||
      /^(?:resolved|fixed|dismissed|closed|wont_?fix|ignored|addressed)$/.test(state),
    raw,
  };
}

function severityOf(
  comment: JsonObject,
  text: string,
): { readonly severity: Severity; readonly word: string | undefined } {
  const isLsp =
    firstReadable(comment, commentAliases.startCharacter, value => (typeof value === 'number' ? value : undefined)) !==
    undefined;
  const word = firstReadable(comment, commentAliases.severity, asText);
  if (word !== undefined) {
    const level = isLsp && /^[1-4]$/.test(word) ? severityOfLevel(Number(word)) : undefined;
    return { severity: level ?? severityOfWord(word) ?? 'unknown', word };
  }
  const score = firstReadable(comment, commentAliases.score, value => (typeof value === 'number' ? value : undefined));
  const scored = score === undefined ? undefined : severityOfScore(score);
  if (scored !== undefined) return { severity: scored, word: `${score ?? ''}` };
  // A kind tells the severity only where its value is a known word ("warning", "good").
  const kind = firstReadable(comment, ['type', 'kind', 'category'], asText);
  const ofKind = kind === undefined ? undefined : (severityOfWord(kind) ?? (/^bug$/i.test(kind) ? 'high' : undefined));
  if (ofKind !== undefined) return { severity: ofKind, word: kind };
  return severityInText(text) ?? { severity: 'unknown', word: undefined };
}

function titleOf(title: string | undefined, body: string, rule: string | undefined): string {
  // Without a title the first line of text that says something stands for it.
  const firstLine = body
    .split('\n')
    .map(line => line.replace(/^[\s#>*_`-]+|[\s*_`]+$/g, '').trim())
    .find(line => /\p{L}/u.test(line));
  const first = firstLine === undefined ? undefined : (/^.{20,}?[.!?](?=\s)/.exec(firstLine)?.[0] ?? firstLine);
  return (
    [title, first, rule].map(text => plainLine(text ?? '', longestTitle)).find(text => text !== '') ??
    'Comment without text'
  );
}

function optionalLine(text: string | undefined, limit: number): string | undefined {
  return text === undefined ? undefined : plainLine(text, limit) || undefined;
}

/** An https address, spelled as URLs are. */
function asHttps(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}
