import type { LineRange, Suggestion } from '../core/review.ts';
import { commentAliases } from './commentAliases.ts';
import { firstReadable, isObject, type JsonObject } from './fields.ts';

const block = /^ {0,3}(`{3,}|~{3,})suggestion(?::-(\d{1,3})\+(\d{1,3}))?[^\S\n]*\n((?:.*\n)*?)^ {0,3}\1[`~]*[^\S\n]*$/m;
const longest = 100_000;

/**
 * Replacement code of a comment: a field that holds code, else a fenced `suggestion` block of its text, else a field that
 * may be prose and is taken for code only beside code it replaces (peers.md 3.2, trap 6).
 * @param range the comment's own lines, which GitLab's `-x+y` counts from
 */
export function decodeSuggestion(
  comment: JsonObject,
  body: string,
  range: LineRange | undefined,
): Suggestion | undefined {
  const oldText = firstReadable(comment, commentAliases.oldCode, asCode);
  const withOld = oldText === undefined ? {} : { oldText: withoutFinalBreak(oldText) };
  const field = firstReadable(comment, commentAliases.fixCode, asCode);
  if (field !== undefined && !(field === '' && comment['has_suggestion'] === false)) {
    return { text: withoutFinalBreak(unfenced(field) ?? field), ...withOld };
  }
  const prose = firstReadable(comment, commentAliases.fixText, asCode);
  const fenced = [body, prose ?? '']
    .map(text => block.exec(text.replace(/\r\n?/g, '\n').slice(0, longest)))
    .find(match => match !== null);
  if (fenced !== undefined) {
    const [, , above, below, text = ''] = fenced;
    return { text: withoutFinalBreak(text), ...rangeAround(range, above, below) };
  }
  if (prose === undefined || prose.trim() === '') return undefined;
  const code = unfenced(prose);
  if (code !== undefined) return { text: withoutFinalBreak(code), ...withOld };
  return oldText === undefined ? undefined : { text: withoutFinalBreak(prose), ...withOld };
}

/** The comment's text without the suggestion blocks, which are shown as edits. */
export function withoutSuggestionBlocks(body: string): string {
  const all = new RegExp(block.source, 'gm');
  return body.replace(/\r\n?/g, '\n').replace(all, '').trim();
}

function rangeAround(
  range: LineRange | undefined,
  above: string | undefined,
  below: string | undefined,
): { range?: LineRange } {
  if (range === undefined || above === undefined || below === undefined) return {};
  const startLine = Math.max(1, range.endLine - Number(above));
  return { range: { startLine, endLine: range.endLine + Number(below) } };
}

/** The inside of text that is one fenced block and nothing else. */
function unfenced(text: string): string | undefined {
  return /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(text.replace(/\r\n?/g, '\n'))?.[2];
}

/** Text, or an object that holds it; empty text is kept, since it means deletion. */
function asCode(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length <= longest ? value : undefined;
  if (!isObject(value)) return undefined;
  const inner = value['code'] ?? value['text'];
  return typeof inner === 'string' ? asCode(inner) : undefined;
}

function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
