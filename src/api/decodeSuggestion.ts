import type { LineRange, Suggestion } from '../core/review.ts';
import { commentAliases } from './commentAliases.ts';
import { fencedBlocks, type FencedBlock } from './fencedBlocks.ts';
import { firstReadable, isObject, type JsonObject } from './fields.ts';

const longest = 100_000;
const suggestionInfo = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;

/** What a comment offers to replace its code with. */
export interface DecodedSuggestion {
  readonly suggestion: Suggestion | undefined;
  /** Words that stand where other services put code; they belong to what the comment says. */
  readonly words: string | undefined;
}

/**
 * Replacement code of a comment: a field that holds code, else a fenced `suggestion` block of its text, else a field that
 * may be prose and is taken for code only where it is one fenced block or stands beside the code it replaces (peers.md
 * 3.2, trap 6).
 * @param range the comment's own lines, which GitLab's `-x+y` counts from
 */
export function decodeSuggestion(comment: JsonObject, body: string, range: LineRange | undefined): DecodedSuggestion {
  const oldText = firstReadable(comment, commentAliases.oldCode, asCode);
  const withOld = oldText === undefined ? {} : { oldText: withoutFinalBreak(oldText) };
  const field = firstReadable(comment, commentAliases.fixCode, asCode);
  const prose = firstReadable(comment, commentAliases.fixText, asCode);
  const words = prose === undefined || prose.trim() === '' || prose === field ? undefined : prose;
  if (field !== undefined && !(field === '' && comment['has_suggestion'] === false)) {
    return { suggestion: { text: withoutFinalBreak(onlyBlock(field) ?? field), ...withOld }, words };
  }
  const block = [body, words ?? ''].flatMap(suggestionBlocks)[0];
  if (block !== undefined) {
    const [, above, below] = suggestionInfo.exec(block.info) ?? [];
    return { suggestion: { text: block.text, ...rangeAround(range, above, below) }, words };
  }
  if (words === undefined) return { suggestion: undefined, words };
  const code = onlyBlock(words) ?? (oldText !== undefined && !/^ {0,3}(?:```|~~~)/m.test(words) ? words : undefined);
  return code === undefined
    ? { suggestion: undefined, words }
    : { suggestion: { text: withoutFinalBreak(code), ...withOld }, words: undefined };
}

/** The comment's text without the suggestion blocks, which are shown as edits. */
export function withoutSuggestionBlocks(body: string): string {
  const blocks = suggestionBlocks(body);
  const kept: string[] = [];
  let next = 0;
  const lines = linesOf(body);
  for (const { opening, closing } of blocks) {
    // A blank line stays, so that what stood around the block does not run together.
    kept.push(...lines.slice(next, opening), '');
    next = closing + 1;
  }
  return [...kept, ...lines.slice(next)].join('\n').trim();
}

function suggestionBlocks(text: string): readonly FencedBlock[] {
  return fencedBlocks(linesOf(text)).filter(({ info }) => suggestionInfo.test(info));
}

/** The inside of text that is one fenced block and nothing else. */
function onlyBlock(text: string): string | undefined {
  const lines = linesOf(text.trim());
  const [block] = fencedBlocks(lines);
  return block?.opening === 0 && block.closing === lines.length - 1 ? block.text : undefined;
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

/** Text, or an object that holds it; empty text is kept, since it means deletion. */
function asCode(value: unknown): string | undefined {
  const text = isObject(value) ? (value['code'] ?? value['text']) : value;
  return typeof text === 'string' && text.length <= longest ? text : undefined;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
