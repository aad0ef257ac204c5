import type { LineRange, Suggestion } from '../../../core/review/review.ts';
import { commentAliases, fixParts } from './commentAliases.ts';
import { diffEdit, isDiff } from './diff.ts';
import { decodePlace } from './range.ts';
import { fencedBlocks, type FencedBlock } from '../fencedBlocks.ts';
import { asBoolean, asText, firstOf, firstReadable, isObject, joined, memberAt, type JsonObject } from '../aliases.ts';

const longest = 100_000;
const suggestionInfo = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;

/** The replacement code of a comment. */
export interface DecodedSuggestion {
  readonly suggestion: Suggestion | undefined;
  /** Prose under a name for code; it belongs to the comment's text. */
  readonly words: string | undefined;
}

/** Replacement code in a field. */
interface OfferedCode {
  readonly text: string;
  readonly oldText: string | undefined;
  /** The lines to replace, if the field gives them. */
  readonly range: LineRange | undefined;
  /** Whether it replaces whole lines of the comment's file and is the complete edit. */
  readonly isWhole: boolean;
}

/**
 * Decodes the replacement code of a comment: a field with code, else a fenced `suggestion` block of its text, else a
 * field that may hold prose and counts as code only if it is one fenced block or comes with the code it replaces. Code
 * that does not replace whole lines is shown as text, since edits consist of whole lines.
 * @param range the comment's own lines, to which GitLab's `-x+y` is relative
 */
export function decodeSuggestion(comment: JsonObject, body: string, range: LineRange | undefined): DecodedSuggestion {
  const oldText = textOf(comment, commentAliases.oldCode);
  const code = codeField(comment, oldText, range) ?? codeObject(comment, oldText, range);
  const prose = proseField(comment);
  const words = prose === undefined || prose.trim() === '' || prose === code?.text ? undefined : prose;
  const offered = code === undefined ? undefined : suggestionOf(code, range);
  if (offered !== undefined) return { suggestion: offered, words };
  const said = code === undefined || code.text.trim() === '' ? words : paragraphs(words, shownCode(code.text));
  const block = [body, words ?? ''].flatMap(suggestionBlocks)[0];
  if (block !== undefined) {
    const [, above, below] = suggestionInfo.exec(block.info) ?? [];
    return { suggestion: { text: block.text, ...rangeAround(range, above, below) }, words: said };
  }
  if (words === undefined || code !== undefined) return { suggestion: undefined, words: said };
  const only = onlyBlock(words);
  const isOne = words === textOf(comment, commentAliases.fixText);
  const text = only?.text ?? (isOne && oldText !== undefined && !/^ {0,3}(?:```|~~~)/m.test(words) ? words : undefined);
  const isCode = text !== undefined && !isDiff(text, only);
  const edit = isCode ? { text: withoutFinalBreak(text), oldText } : diffIn(words, range);
  return edit === undefined ? { suggestion: undefined, words } : { suggestion: withOld(edit), words: undefined };
}

/** Removes the suggestion block that is shown as an edit. */
export function withoutSuggestionBlock(body: string): string {
  const [block] = suggestionBlocks(body);
  if (block === undefined) return body.trim();
  const lines = linesOf(body);
  // A blank line keeps the text before and after the block apart.
  return [...lines.slice(0, block.opening), '', ...lines.slice(block.closing + 1)].join('\n').trim();
}

/** Replacement code in a field of the comment itself. */
function codeField(comment: JsonObject, oldText: string | undefined, range?: LineRange): OfferedCode | undefined {
  const text = textOf(comment, commentAliases.fixCode);
  if (text === undefined || isNone(text)) return undefined;
  // Empty text may mean "not set", so on its own it deletes nothing.
  const says = asBoolean(memberAt(comment, 'hasSuggestion'));
  if (text === '' && !(says ?? oldText !== undefined)) return undefined;
  return { text, oldText, range: undefined, isWhole: oldText !== undefined || !isPartOfLines(range) };
}

/** Replacement code in an object, perhaps with its lines and the code to replace. */
function codeObject(comment: JsonObject, quoted: string | undefined, own?: LineRange): OfferedCode | undefined {
  for (const name of commentAliases.fixObject) {
    const fix = memberAt(comment, name);
    const text = isObject(fix) ? textOf(fix, fixParts.code) : undefined;
    if (!isObject(fix) || text === undefined || isNone(text)) continue;
    const deleted = firstOf(fix, ['deletedRegion', 'location']);
    const place = isObject(deleted) ? joined(deleted, fix) : fix;
    const { range } = decodePlace(place);
    const oldText = textOf(fix, fixParts.oldCode) ?? quoted;
    // A place without lines is given by offsets into the file.
    const isElsewhere = range === undefined && firstOf(place, offsets) !== undefined;
    const path = firstReadable(fix, commentAliases.path, asText);
    const isOwnFile = path === undefined || path === firstReadable(comment, commentAliases.path, asText);
    const isPart = isPartOfLines(range ?? (oldText === undefined ? own : undefined));
    const isWhole = isOwnFile && !isElsewhere && !isPart && !hasMore(comment, name);
    return { text, oldText, range, isWhole };
  }
  return undefined;
}

const offsets = ['range', 'start', 'offset', 'startOffset', 'charOffset', 'byteOffset'];

/** Whether the suggestion consists of several edits, as opposed to alternatives. */
function hasMore(comment: JsonObject, name: string): boolean {
  const lists = name
    .split('.')
    .flatMap((step, index, steps) => (step === '0' ? [steps.slice(0, index).join('.')] : []));
  return lists.some(list => {
    const edits = memberAt(comment, list);
    return !/^(?:suggestions|fixes|fixSuggestions)$/.test(list) && Array.isArray(edits) && edits.length > 1;
  });
}

function isPartOfLines(range: LineRange | undefined): boolean {
  return range !== undefined && (range.endColumn !== undefined || (range.startColumn ?? 1) > 1);
}

function suggestionOf({ text, oldText, range, isWhole }: OfferedCode, own?: LineRange): Suggestion | undefined {
  if (!isWhole) return undefined;
  const block = onlyBlock(text);
  const edit = isDiff(text, block)
    ? diffIn(text, range ?? own)
    : { text: withoutFinalBreak(block?.text ?? text), oldText };
  if (edit === undefined) return undefined;
  const lines = range === undefined ? undefined : { startLine: range.startLine, endLine: range.endLine };
  const isOwn = lines?.startLine === own?.startLine && lines?.endLine === own?.endLine;
  return { ...withOld(edit), ...(lines === undefined || isOwn ? {} : { range: lines }) };
}

/** The edit of a diff, if it replaces exactly these lines. */
function diffIn(text: string, range?: LineRange): { text: string; oldText: string } | undefined {
  const block = onlyBlock(text);
  const edit = isDiff(text, block) ? diffEdit(block?.text ?? text) : undefined;
  const lines = range === undefined ? undefined : range.endLine - range.startLine + 1;
  return edit !== undefined && linesOf(edit.oldText).length === lines ? edit : undefined;
}

function withOld({ text, oldText }: { text: string; oldText: string | undefined }): Suggestion {
  return oldText === undefined ? { text } : { text, oldText: withoutFinalBreak(oldText) };
}

/** Text of a field that may hold prose: a string, strings, or the description in an object with code. */
function proseField(comment: JsonObject): string | undefined {
  const choice = memberAt(comment, 'suggestions');
  if (Array.isArray(choice) && choice.length > 1 && choice.every(each => typeof each === 'string'))
    return choice.join('\n\n').slice(0, longest);
  const text = textOf(comment, commentAliases.fixText);
  if (text !== undefined) return isNone(text) ? undefined : text;
  const object = firstReadable(comment, commentAliases.fixObject, value => (isObject(value) ? value : undefined));
  return object === undefined ? undefined : firstReadable(object, fixParts.words, asText);
}

/** Whether text means "nothing", such as "N/A". */
function isNone(text: string): boolean {
  return /^\s*(?:n\/?a|none|null|undefined)\s*$/i.test(text);
}

function suggestionBlocks(text: string): readonly FencedBlock[] {
  // Most texts have none: avoid parsing them.
  return (text.includes('suggestion') ? fencedBlocks(linesOf(text)) : []).filter(({ info }) =>
    suggestionInfo.test(info),
  );
}

/** The fenced block of a text that consists of nothing else. */
function onlyBlock(text: string): FencedBlock | undefined {
  const lines = linesOf(text.trim());
  const [block] = fencedBlocks(lines);
  return block?.opening === 0 && block.closing === lines.length - 1 ? block : undefined;
}

/** Code as Markdown: fenced, unless it already is. */
function shownCode(text: string): string {
  if (onlyBlock(text) !== undefined) return text;
  const longestRun = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}\n${withoutFinalBreak(text)}\n${fence}`;
}

function paragraphs(...texts: readonly (string | undefined)[]): string {
  return texts.filter(text => text !== undefined).join('\n\n');
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

/** Like `asText`, but keeps empty text, which may mean deletion. */
function textOf(source: JsonObject, names: readonly string[]): string | undefined {
  return firstReadable(source, names, value =>
    typeof value === 'string' && value.length <= longest ? value : undefined,
  );
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function withoutFinalBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
