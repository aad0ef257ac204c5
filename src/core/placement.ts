import type { EditorRange, Finding, FindingState } from './finding.ts';
import { mapLines, withoutSpacing, type LineMap } from './lineMap.ts';
import { splitLines } from './lines.ts';
import type { LineRange, ReviewComment } from './review.ts';

/** A comment and the id its finding will have. */
export interface IdentifiedComment {
  readonly id: string;
  readonly comment: ReviewComment;
}

/** The texts that a file's findings are placed by; each is undefined where it is not known. */
export interface PlacementTexts {
  /** Lines of the file as it was reviewed. */
  readonly reviewed: readonly string[] | undefined;
  /** Lines of the file as it was before the pull request, which comments on removed lines count by. */
  readonly removed: readonly string[] | undefined;
  /** The file as it is now. */
  readonly live: string;
}

/** Lines from 0, the end excluded. */
interface Block {
  readonly start: number;
  readonly end: number;
}

/** Looks up where the comments of one file are in the text as it is now (pull-requests-and-lines.md 3.3). */
export function placeFindings(
  comments: readonly IdentifiedComment[],
  { reviewed, removed, live }: PlacementTexts,
): Finding[] {
  const lines = splitLines(live);
  const spaceless = lines.map(withoutSpacing);
  // Each side is compared once for all comments on it.
  const sides = { right: lazySide(reviewed, lines), left: lazySide(removed, lines) };
  return comments.map(({ id, comment }) => {
    const found = placeOne(comment, sides[comment.side](), spaceless);
    if (found === undefined) return { id, comment, state: 'unplaced', range: undefined };
    return {
      id,
      comment,
      state: found.state,
      range: toEditorRange(found.block, comment, found.state, lines, found.reviewedLine),
    };
  });
}

/** One side of the diff, and where its lines are now. */
interface Side {
  readonly text: readonly string[];
  readonly spaceless: readonly string[];
  readonly map: LineMap;
}

function lazySide(text: readonly string[] | undefined, live: readonly string[]): () => Side | undefined {
  let side: Side | undefined;
  return () => (side ??= text && { text, spaceless: text.map(withoutSpacing), map: mapLines(text, live) });
}

interface Placed {
  readonly state: FindingState;
  readonly block: Block;
  /** The first line as it was reviewed, which columns are counted in. */
  readonly reviewedLine?: string | undefined;
}

function placeOne(comment: ReviewComment, side: Side | undefined, live: readonly string[]): Placed | undefined {
  const { range, quotedCode } = comment;
  const quoted = quotedCode === undefined ? [] : splitLines(quotedCode).map(withoutSpacing);
  if (side === undefined) {
    const at = quoted.length === 0 ? undefined : nearest(live, quoted, (range?.startLine ?? 1) - 1);
    return at === undefined ? undefined : { state: 'current', block: { start: at, end: at + quoted.length } };
  }
  const named = range === undefined ? undefined : blockOf(range, side.text.length);
  const block = quoted.length === 0 ? named : byQuote(quoted, named, side.spaceless);
  if (block === undefined) return undefined;
  const reviewedLine = side.text[block.start];
  const placed = carry(block, side.map);
  if (placed.state !== 'changed' && placed.state !== 'outdated') return { ...placed, reviewedLine };
  const elsewhere = unique(live, side.spaceless.slice(block.start, block.end));
  if (elsewhere !== undefined && isGone(block, side.map)) {
    return { state: 'moved', block: { start: elsewhere, end: elsewhere + block.end - block.start }, reviewedLine };
  }
  return placed;
}

/** Where the text wins over the number: the quoted lines, at the named place or nearest to it. */
function byQuote(quoted: readonly string[], named: Block | undefined, text: readonly string[]): Block | undefined {
  if (quoted.every(line => line === '')) return named;
  const at = nearest(text, quoted, named?.start ?? 0);
  return at === undefined ? named : { start: at, end: at + quoted.length };
}

/** The block as a diff carries it over. */
function carry({ start, end }: Block, { lines, length }: LineMap): Placed {
  const kept = [...lines.subarray(start, end)].filter(line => line >= 0);
  const [first] = kept;
  const last = kept.at(-1);
  if (first !== undefined && last !== undefined && kept.length === end - start && last - first === end - start - 1) {
    return { state: 'current', block: { start: first, end: last + 1 } };
  }
  // What stands between the lines that were kept above and below took the place of the block.
  const above = lines.subarray(0, start).findLast(line => line >= 0) ?? -1;
  const below = lines.subarray(end).find(line => line >= 0) ?? length;
  if (first !== undefined && last !== undefined) {
    const from = lines[start] === first ? first : above + 1;
    const to = lines[end - 1] === last ? last + 1 : below;
    return { state: 'changed', block: { start: from, end: to } };
  }
  if (below > above + 1) {
    const size = Math.min(below - above - 1, end - start);
    return { state: 'changed', block: { start: above + 1, end: above + 1 + size } };
  }
  const at = Math.min(above + 1, length - 1);
  return { state: 'outdated', block: { start: at, end: at + 1 } };
}

function isGone({ start, end }: Block, { lines }: LineMap): boolean {
  return lines.subarray(start, end).every(line => line < 0);
}

function blockOf({ startLine, endLine }: LineRange, length: number): Block | undefined {
  const start = startLine - 1;
  return start < 0 || start >= length ? undefined : { start, end: Math.min(length, Math.max(startLine, endLine)) };
}

/** Where the lines occur, nearest to `near`; undefined where they do not. */
function nearest(text: readonly string[], wanted: readonly string[], near: number): number | undefined {
  let found: number | undefined;
  for (const at of occurrences(text, wanted)) {
    if (found === undefined || Math.abs(at - near) < Math.abs(found - near)) found = at;
  }
  return found;
}

/** Where the lines occur, if once only and if they say enough to be known again. */
function unique(text: readonly string[], wanted: readonly string[]): number | undefined {
  if (wanted.join('').replace(/\W/g, '').length < 8) return undefined;
  const [only, ...others] = occurrences(text, wanted);
  return others.length === 0 ? only : undefined;
}

function occurrences(text: readonly string[], wanted: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= text.length; at++) {
    if (wanted.every((line, index) => text[at + index] === line)) found.push(at);
  }
  return found;
}

/** The block's text, from its first character that is not blank to the end of its last line; columns where they still fit. */
function toEditorRange(
  { start, end }: Block,
  { range }: ReviewComment,
  state: FindingState,
  lines: readonly string[],
  reviewedLine: string | undefined,
): EditorRange {
  const first = lines[start] ?? '';
  const last = lines[end - 1] ?? '';
  const whole: EditorRange = {
    startLine: start,
    startColumn: indentOf(first),
    endLine: end - 1,
    endColumn: last.trimEnd().length,
  };
  if (range?.startColumn === undefined || reviewedLine === undefined || (state !== 'current' && state !== 'moved'))
    return whole;
  // Columns move along with a line's indentation and hold only where the rest of the line is as it was.
  if (first.trimEnd().slice(indentOf(first)) !== reviewedLine.trimEnd().slice(indentOf(reviewedLine))) return whole;
  const shift = indentOf(first) - indentOf(reviewedLine);
  const startColumn = Math.min(first.length, Math.max(0, range.startColumn - 1 + shift));
  const isOneLine = range.endLine === range.startLine;
  const endColumn =
    range.endColumn === undefined
      ? whole.endColumn
      : Math.min(last.length, Math.max(0, range.endColumn - 1 + (isOneLine ? shift : 0)));
  if (isOneLine && endColumn <= startColumn) return { ...whole, startColumn };
  return { startLine: start, startColumn, endLine: end - 1, endColumn };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
