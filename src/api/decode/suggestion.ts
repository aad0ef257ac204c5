import type { LineRange, Suggestion } from '../../core/review/review.ts';
import {
  asBoolean,
  asText,
  firstDefined,
  firstOf,
  firstReadable,
  isObject,
  joined,
  memberAt,
  type JsonObject,
} from './aliases.ts';
import { commentAliases, fixAliases } from './commentAliases.ts';
import { placeOf } from './place.ts';
import { diffEdit, isDiff } from './text/diff.ts';
import { fenced, fencedBlocks, linesOf, onlyBlock, withoutFinalBreak, type FencedBlock } from './text/fencedBlocks.ts';

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
  const prose = proseField(comment)?.trim() === '' ? undefined : proseField(comment);
  const words = prose === code?.text ? undefined : prose;
  const offered = code === undefined ? undefined : suggestionOf(code, range);
  if (offered !== undefined) return { suggestion: offered, words };
  const shown = code === undefined || code.text.trim() === '' ? undefined : fenced(code.text);
  const said = words === undefined || shown === undefined ? (words ?? shown) : `${words}\n\n${shown}`;
  const [block] = [body, words ?? ''].flatMap(suggestionBlocks);
  if (block !== undefined) return { suggestion: suggestionIn(block, range), words: said };
  if (words === undefined || code !== undefined) return { suggestion: undefined, words: said };
  // Words beside the code that they replace are code, unless they only contain some.
  const hasOld = oldText !== undefined && words === textOf(comment, commentAliases.fixText);
  const isCode = onlyBlock(words) !== undefined || (hasOld && !/^ {0,3}(?:```|~~~)/m.test(words));
  const edit = isCode || isDiff(words) ? editOf(words, oldText, range) : undefined;
  return edit === undefined ? { suggestion: undefined, words } : { suggestion: edit, words: undefined };
}

/** Removes the suggestion block that is shown as an edit. */
export function withoutSuggestionBlock(body: string): string {
  const [block] = suggestionBlocks(body);
  if (block === undefined) return body.trim();
  const lines = linesOf(body);
  // A blank line keeps the text before and after the block apart.
  return [...lines.slice(0, block.opening), '', ...lines.slice(block.closing + 1)].join('\n').trim();
}

function suggestionBlocks(text: string): readonly FencedBlock[] {
  // Most texts have none: avoid parsing them.
  return (text.includes('suggestion') ? fencedBlocks(linesOf(text)) : []).filter(({ info }) =>
    suggestionInfo.test(info),
  );
}

function suggestionIn({ info, text }: FencedBlock, range: LineRange | undefined): Suggestion {
  const [, above, below] = suggestionInfo.exec(info) ?? [];
  if (range === undefined || above === undefined || below === undefined) return { text };
  const startLine = Math.max(1, range.endLine - Number(above));
  return { text, range: { startLine, endLine: range.endLine + Number(below) } };
}

/** Replacement code in a field of the comment itself. */
function codeField(comment: JsonObject, oldText: string | undefined, range?: LineRange): OfferedCode | undefined {
  const text = textOf(comment, commentAliases.fixCode);
  if (text === undefined) return undefined;
  // Empty text may mean "not set", so on its own it deletes nothing.
  const says = asBoolean(memberAt(comment, 'hasSuggestion'));
  if (text === '' && !(says ?? oldText !== undefined)) return undefined;
  return { text, oldText, range: undefined, isWhole: oldText !== undefined || !isPartOfLines(range) };
}

/** Replacement code in an object, perhaps with its lines and the code to replace. */
function codeObject(comment: JsonObject, quoted: string | undefined, own?: LineRange): OfferedCode | undefined {
  return firstDefined(commentAliases.fixObject, name => {
    const fix = memberAt(comment, name);
    const text = isObject(fix) ? textOf(fix, fixAliases.code) : undefined;
    if (!isObject(fix) || text === undefined) return undefined;
    const holder = firstOf(fix, fixAliases.place);
    const place = isObject(holder) ? joined(holder, fix) : fix;
    const { range } = placeOf(place);
    const oldText = textOf(fix, fixAliases.oldCode) ?? quoted;
    // A place without lines is given by offsets into the file.
    const isElsewhere = range === undefined && firstOf(place, fixAliases.offsets) !== undefined;
    const path = firstReadable(fix, commentAliases.path, asText);
    const isOwnFile = path === undefined || path === firstReadable(comment, commentAliases.path, asText);
    const isPart = isPartOfLines(range ?? (oldText === undefined ? own : undefined));
    return { text, oldText, range, isWhole: isOwnFile && !isElsewhere && !isPart && !hasMore(comment, name) };
  });
}

/** Whether the suggestion consists of several edits, as opposed to alternatives. */
function hasMore(comment: JsonObject, name: string): boolean {
  const lists = [...name.matchAll(/(?<=artifactChanges|replacements|edits)\.0/g)].map(({ index }) =>
    name.slice(0, index),
  );
  return lists.some(list => {
    const edits = memberAt(comment, list);
    return Array.isArray(edits) && edits.length > 1;
  });
}

function isPartOfLines(range: LineRange | undefined): boolean {
  return range !== undefined && (range.endColumn !== undefined || (range.startColumn ?? 1) > 1);
}

function suggestionOf({ text, oldText, range, isWhole }: OfferedCode, own?: LineRange): Suggestion | undefined {
  const edit = isWhole ? editOf(text, oldText, range ?? own) : undefined;
  if (edit === undefined || range === undefined) return edit;
  const { startLine, endLine } = range;
  return startLine === own?.startLine && endLine === own.endLine ? edit : { ...edit, range: { startLine, endLine } };
}

/** The edit that code or a diff describes; undefined for a diff that does not replace exactly these lines. */
function editOf(code: string, quoted: string | undefined, range: LineRange | undefined): Suggestion | undefined {
  if (!isDiff(code)) return withOld(onlyBlock(code)?.text ?? code, quoted);
  const diff = diffEdit(code);
  const count = range === undefined ? 0 : range.endLine - range.startLine + 1;
  return diff !== undefined && linesOf(diff.oldText).length === count ? withOld(diff.text, diff.oldText) : undefined;
}

function withOld(text: string, oldText: string | undefined): Suggestion {
  return { text: withoutFinalBreak(text), ...(oldText !== undefined && { oldText: withoutFinalBreak(oldText) }) };
}

/** Text of a field that may hold prose: a string, strings, or the description in an object with code. */
function proseField(comment: JsonObject): string | undefined {
  const choice = memberAt(comment, 'suggestions');
  if (Array.isArray(choice) && choice.length > 1 && choice.every(each => typeof each === 'string'))
    return choice.join('\n\n').slice(0, longest);
  const text = textOf(comment, commentAliases.fixText);
  if (text !== undefined) return text;
  const object = firstReadable(comment, commentAliases.fixObject, value => (isObject(value) ? value : undefined));
  return object === undefined ? undefined : firstReadable(object, fixAliases.words, asText);
}

/** Like `asText`, but keeps empty text, which may mean deletion. */
function textOf(source: JsonObject, aliases: readonly string[]): string | undefined {
  return firstReadable(source, aliases, value =>
    typeof value === 'string' && value.length <= longest && !isNone(value) ? value : undefined,
  );
}

/** Whether text means "nothing", such as "N/A". */
function isNone(text: string): boolean {
  return /^\s*(?:n\/?a|none|null|undefined)\s*$/i.test(text);
}
