import { splitLines } from '../../core/base/splitLines.ts';
import type { LineRange, Suggestion } from '../../core/review/review.ts';
import { firstOf, hasOneOf, isObject, valuesAt, type JsonObject } from './aliases.ts';
import { commentAliases as aliases, fixAliases } from './commentAliases.ts';
import { placeOf } from './place.ts';
import { fenced, fencedBlocks, onlyBlock, withoutFinalBreak, type FencedBlock } from './text/fencedBlocks.ts';
import { asBoolean, asCount, asText } from './values.ts';

const longest = 100_000;
const isNone = /^\s*(?:n\/?a|none|null|undefined)\s*$/i;
const suggestionInfo = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?$/;

const fixNames = [aliases.fixCode, aliases.fixObject, aliases.fixText, aliases.fixes].join(' ');

/** The replacement code of a comment, and what belongs to its text: prose under a name for code, and code that is no edit. */
type DecodedSuggestion = Readonly<{ suggestion: Suggestion | undefined; words: string }>;

/** Replacement code in a field, and its lines if the field gives them. */
interface OfferedCode {
  readonly text: string;
  readonly oldText: string | undefined;
  readonly range?: LineRange | undefined;
  /** Whether it replaces whole lines of the comment's file and is the complete edit. */
  readonly isWhole: boolean;
}

/**
 * Decodes the replacement code of a comment: a field with code, else a fenced `suggestion` block of its text, else a
 * field that may hold prose and counts as code only if it is one fenced block or comes with the code it replaces. Code
 * that does not replace whole lines is shown as text, since edits consist of whole lines.
 * @param own the comment's own lines, to which GitLab's `-x+y` is relative
 */
export function decodeSuggestion(comment: JsonObject, body: string, own: LineRange | undefined): DecodedSuggestion {
  // Most comments have none.
  if (!hasOneOf(comment, fixNames) && !body.includes('suggestion')) return { suggestion: undefined, words: '' };
  const quoted = firstOf(comment, aliases.oldCode, asCode);
  const offered = offeredCode(comment, quoted, own);
  const prose = proseField(comment);
  const words = prose.trim() === '' || prose === offered?.text ? '' : prose;
  const edit = offered?.isWhole === true ? editOf(offered, own) : undefined;
  if (edit !== undefined) return { suggestion: edit, words };
  const [block] = [body, words].flatMap(suggestionBlocks);
  if (block !== undefined || offered !== undefined) {
    const shown = offered === undefined || offered.text.trim() === '' ? '' : fenced(offered.text);
    return { suggestion: block && editIn(block, own), words: [words, shown].filter(Boolean).join('\n\n') };
  }
  // Words beside the code that they replace are code, unless they only contain some.
  const hasOld = quoted !== undefined && words === firstOf(comment, aliases.fixText, asCode);
  const isCode = onlyBlock(words) !== undefined || isDiff(words) || (hasOld && !/^ {0,3}(?:```|~~~)/m.test(words));
  const suggestion = isCode ? editOf({ text: words, oldText: quoted, isWhole: true }, own) : undefined;
  return { suggestion, words: suggestion === undefined ? words : '' };
}

/** Removes the suggestion block that is shown as an edit. */
export function withoutSuggestionBlock(body: string): string {
  const [block] = suggestionBlocks(body);
  if (block === undefined) return body.trim();
  const lines = splitLines(body);
  // A blank line keeps the text before and after the block apart.
  return [...lines.slice(0, block.opening), '', ...lines.slice(block.closing + 1)].join('\n').trim();
}

function suggestionBlocks(text: string): readonly FencedBlock[] {
  // Most texts have none: avoid parsing them.
  const blocks = text.includes('suggestion') ? fencedBlocks(splitLines(text)) : [];
  return blocks.filter(({ info }) => suggestionInfo.test(info));
}

function editIn({ info, text }: FencedBlock, own: LineRange | undefined): Suggestion {
  const [, above, below] = suggestionInfo.exec(info) ?? [];
  if (own === undefined || above === undefined || below === undefined) return { text };
  return { text, range: { startLine: Math.max(1, own.endLine - Number(above)), endLine: own.endLine + Number(below) } };
}

/** Replacement code in a field of the comment, or in an object, perhaps with its lines and the code to replace. */
function offeredCode(comment: JsonObject, quoted: string | undefined, own?: LineRange): OfferedCode | undefined {
  const code = firstOf(comment, aliases.fixCode, asCode);
  // Empty text may mean "not set", so on its own it deletes nothing.
  const isSet = code !== '' || (firstOf(comment, aliases.hasFix, asBoolean) ?? quoted !== undefined);
  if (code !== undefined && isSet)
    return { text: code, oldText: quoted, isWhole: quoted !== undefined || !isPartOfLines(own) };
  for (const [name, fix] of valuesAt(comment, aliases.fixObject)) {
    const text = firstOf(fix, fixAliases.code, asCode);
    if (text === undefined || !isObject(fix)) continue;
    const oldText = firstOf(fix, fixAliases.oldCode, asCode) ?? quoted;
    const { path, range } = placeOf(fix);
    const isOwnFile = path === undefined || path === placeOf(comment).path;
    // A place without lines is given by offsets into the file.
    const isElsewhere = range === undefined && firstOf(fix, fixAliases.offsets) !== undefined;
    const isPart = isPartOfLines(range ?? (oldText === undefined ? own : undefined));
    return { text, oldText, range, isWhole: isOwnFile && !isElsewhere && !isPart && !hasMore(comment, name) };
  }
  return undefined;
}

/** Whether the suggestion consists of several edits, as opposed to alternatives. */
function hasMore(comment: JsonObject, name: string): boolean {
  const lists = [...name.matchAll(/(?<=artifactchanges|replacements|edits)\.0/g)];
  return lists.some(({ index }) => (firstOf(comment, name.slice(0, index), asCount) ?? 0) > 1);
}

function isPartOfLines(range: LineRange | undefined): boolean {
  return range !== undefined && (range.endColumn !== undefined || (range.startColumn ?? 1) > 1);
}

/** The edit that code or a diff describes; undefined for a diff that does not replace exactly these lines. */
function editOf({ text, oldText, range }: OfferedCode, own: LineRange | undefined): Suggestion | undefined {
  const lines = range ?? own;
  const diff = isDiff(text) ? diffEdit(text) : undefined;
  const count = lines === undefined ? 0 : lines.endLine - lines.startLine + 1;
  if (isDiff(text) && (diff === undefined || splitLines(diff.oldText).length !== count)) return undefined;
  const old = diff?.oldText ?? oldText;
  const isOwn = range === undefined || (range.startLine === own?.startLine && range.endLine === own.endLine);
  return {
    text: withoutFinalBreak(diff?.text ?? onlyBlock(text)?.text ?? text),
    ...(old !== undefined && { oldText: withoutFinalBreak(old) }),
    ...(!isOwn && { range: { startLine: range.startLine, endLine: range.endLine } }),
  };
}

/** Whether text is a diff: its fence says so, or it starts with the lines of a diff. */
function isDiff(text: string): boolean {
  const block = onlyBlock(text);
  return block === undefined ? /^(?:diff --git |--- |@@ -)/.test(text) : /^(?:diff|patch)$/i.test(block.info);
}

/** The lines that the only hunk of a diff replaces, and their replacement. */
function diffEdit(diff: string): { readonly oldText: string; readonly text: string } | undefined {
  const lines = splitLines(withoutFinalBreak(onlyBlock(diff)?.text ?? diff));
  const hunk = lines.slice(lines.findIndex(line => !/^(?:diff --git |index |--- |\+\+\+ |@@)/.test(line)));
  const isHunk = hunk.every(line => /^[-+ ]|^$/.test(line)) && hunk.some(line => /^[-+]/.test(line));
  const without = (mark: string): string =>
    hunk
      .filter(line => !line.startsWith(mark))
      .map(line => line.slice(1))
      .join('\n');
  return isHunk ? { oldText: without('+'), text: without('-') } : undefined;
}

/** Text of a field that may hold prose: a string, strings, or the description in an object with code. */
function proseField(comment: JsonObject): string {
  const choice = firstOf(comment, aliases.fixes);
  if (Array.isArray(choice) && choice.length > 1 && choice.every(each => typeof each === 'string'))
    return choice.join('\n\n').slice(0, longest);
  const description = (value: unknown): string | undefined => firstOf(value, fixAliases.words, asText);
  return firstOf(comment, aliases.fixText, asCode) ?? firstOf(comment, aliases.fixObject, description) ?? '';
}

/** Like `asText`, but keeps empty text, which may mean deletion, and takes text such as "N/A" for none. */
function asCode(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= longest && !isNone.test(value) ? value : undefined;
}
