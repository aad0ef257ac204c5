import type { LineRange, Suggestion } from '../../core/review/review.ts';
import { commentAliases, fixParts } from './commentAliases.ts';
import { diffEdit, isDiff } from './diff.ts';
import { decodePlace } from './range.ts';
import { fencedBlocks, type FencedBlock } from './fencedBlocks.ts';
import { asBoolean, asText, firstOf, firstReadable, isObject, joined, memberAt, type JsonObject } from './aliases.ts';

const longest = 100_000;
const suggestionInfo = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;

/** What a comment offers to replace its code with. */
export interface DecodedSuggestion {
  readonly suggestion: Suggestion | undefined;
  /** Words that stand where other services put code; they belong to what the comment says. */
  readonly words: string | undefined;
}

/** Code that stands in a field. */
interface OfferedCode {
  readonly text: string;
  readonly oldText: string | undefined;
  /** Lines of its own. */
  readonly range: LineRange | undefined;
  /** Whether it replaces whole lines of the comment's file and there is no more to it. */
  readonly isWhole: boolean;
}

/**
 * Replacement code of a comment: a field that holds code, else a fenced `suggestion` block of its text, else a field that
 * may be prose and is taken for code only where it is one fenced block or stands beside the code it replaces. Code
 * that does not replace whole lines is words, since an edit is of whole lines.
 * @param range the comment's own lines, which GitLab's `-x+y` counts from
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

/** The comment's text without the suggestion block that is shown as an edit. */
export function withoutSuggestionBlock(body: string): string {
  const [block] = suggestionBlocks(body);
  if (block === undefined) return body.trim();
  const lines = linesOf(body);
  // A blank line stays, so that what stood around the block does not run together.
  return [...lines.slice(0, block.opening), '', ...lines.slice(block.closing + 1)].join('\n').trim();
}

/** Code in a field of the comment itself. */
function codeField(comment: JsonObject, oldText: string | undefined, range?: LineRange): OfferedCode | undefined {
  const text = textOf(comment, commentAliases.fixCode);
  if (text === undefined || isNone(text)) return undefined;
  // Programs write what is not set as empty text, so that alone deletes nothing.
  const says = asBoolean(memberAt(comment, 'hasSuggestion'));
  if (text === '' && !(says ?? oldText !== undefined)) return undefined;
  return { text, oldText, range: undefined, isWhole: oldText !== undefined || !isPartOfLines(range) };
}

/** Code in an object of its own, which may name its lines and the code they hold. */
function codeObject(comment: JsonObject, quoted: string | undefined, own?: LineRange): OfferedCode | undefined {
  for (const name of commentAliases.fixObject) {
    const fix = memberAt(comment, name);
    const text = isObject(fix) ? textOf(fix, fixParts.code) : undefined;
    if (!isObject(fix) || text === undefined || isNone(text)) continue;
    const deleted = firstOf(fix, ['deletedRegion', 'location']);
    const place = isObject(deleted) ? joined(deleted, fix) : fix;
    const { range } = decodePlace(place);
    const oldText = textOf(fix, fixParts.oldCode) ?? quoted;
    // Places that are no lines are offsets into the file.
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

/** Whether there are more edits that belong to this one; alternatives are another matter. */
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

/** The edit of a diff that replaces exactly these lines. */
function diffIn(text: string, range?: LineRange): { text: string; oldText: string } | undefined {
  const block = onlyBlock(text);
  const edit = isDiff(text, block) ? diffEdit(block?.text ?? text) : undefined;
  const lines = range === undefined ? undefined : range.endLine - range.startLine + 1;
  return edit !== undefined && linesOf(edit.oldText).length === lines ? edit : undefined;
}

function withOld({ text, oldText }: { text: string; oldText: string | undefined }): Suggestion {
  return oldText === undefined ? { text } : { text, oldText: withoutFinalBreak(oldText) };
}

/** What may be prose: text, texts, or what an object that offers code says of it. */
function proseField(comment: JsonObject): string | undefined {
  const choice = memberAt(comment, 'suggestions');
  if (Array.isArray(choice) && choice.length > 1 && choice.every(each => typeof each === 'string'))
    return choice.join('\n\n').slice(0, longest);
  const text = textOf(comment, commentAliases.fixText);
  if (text !== undefined) return isNone(text) ? undefined : text;
  const object = firstReadable(comment, commentAliases.fixObject, value => (isObject(value) ? value : undefined));
  return object === undefined ? undefined : firstReadable(object, fixParts.words, asText);
}

/** What programs and models write where there is nothing to say. */
function isNone(text: string): boolean {
  return /^\s*(?:n\/?a|none|null|undefined)\s*$/i.test(text);
}

function suggestionBlocks(text: string): readonly FencedBlock[] {
  // Most texts have none, which is seen at once.
  return (text.includes('suggestion') ? fencedBlocks(linesOf(text)) : []).filter(({ info }) =>
    suggestionInfo.test(info),
  );
}

/** The block of text that is one fenced block and nothing else. */
function onlyBlock(text: string): FencedBlock | undefined {
  const lines = linesOf(text.trim());
  const [block] = fencedBlocks(lines);
  return block?.opening === 0 && block.closing === lines.length - 1 ? block : undefined;
}

/** Code as words: fenced, unless it is already. */
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

/** Empty text is kept, since it may mean deletion. */
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
