import type { LineRange } from '../core/review.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { asInteger, asText, firstReadable, type JsonObject } from './fields.ts';

/** Which lines of which side a comment is about. */
export interface DecodedPlace {
  readonly side: 'left' | 'right';
  /** Undefined for the whole file. */
  readonly range: LineRange | undefined;
  /** The service gave only the line it once stood at. */
  readonly outdated: boolean;
}

/** Reads lines and columns by the rules that tell the many shapes apart (peers.md 3.2, traps 1 to 4). */
export function decodePlace(comment: JsonObject): DecodedPlace {
  const side = sideOf(comment);
  // Lines count from 0 only where language servers' `character` stands beside them.
  const base = integer(comment, 'startCharacter') === undefined ? 0 : 1;
  const [first, last] = lineOrLines(comment);
  const start = plus(integer(comment, 'start'), base);
  const end = plus(integer(comment, 'end'), base);
  const line = plus(first, base);
  const startLine = start ?? line ?? end;
  // With a start, `line` is the last line; with an end, it is the first.
  const endLine = end ?? plus(last, base) ?? (start === undefined ? startLine : (line ?? start));
  if (startLine !== undefined)
    return { side, range: rangeOf(startLine, endLine ?? startLine, comment), outdated: false };
  const leftLine = integer(comment, 'leftLine');
  if (leftLine !== undefined) {
    return { side: 'left', range: rangeOf(leftLine, integer(comment, 'leftEnd') ?? leftLine, {}), outdated: false };
  }
  const original = integer(comment, 'originalLine');
  if (original !== undefined) {
    return { side, range: rangeOf(integer(comment, 'originalStart') ?? original, original, {}), outdated: true };
  }
  return { side, range: positionOf(comment), outdated: false };
}

/** `position` is an absolute line for services that send no diff hunk with it, and an offset into the diff for the others. */
function positionOf(comment: JsonObject): LineRange | undefined {
  const position = asInteger(comment['position']);
  return position === undefined || 'diff_hunk' in comment || 'diffHunk' in comment
    ? undefined
    : rangeOf(position, position, {});
}

/** `lines` may be a number, "12", "12-15", "L12-L15" or [12, 15]. */
function lineOrLines(comment: JsonObject): readonly [number | undefined, number | undefined] {
  const read = (value: unknown): readonly [number, number | undefined] | undefined => {
    const single = asInteger(value);
    if (single !== undefined) return [single, undefined];
    if (Array.isArray(value)) {
      const lines = value.map(asInteger).filter(each => each !== undefined);
      return lines[0] === undefined ? undefined : [lines[0], lines.at(-1)];
    }
    const [, from, to] =
      typeof value === 'string' ? (/^\s*L?(\d{1,9})\s*[-–:]\s*L?(\d{1,9})\s*$/i.exec(value) ?? []) : [];
    return from === undefined || to === undefined ? undefined : [Number(from), Number(to)];
  };
  return firstReadable(comment, commentAliases.line, read) ?? [undefined, undefined];
}

/** A line below 1 is none: some services write 0 for what they do not know, and 0 alone means the whole file. */
function rangeOf(start: number, end: number, comment: JsonObject): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const startLine = Math.min(...lines);
  const endLine = Math.max(...lines);
  const startColumn = columnOf(comment, 'startColumn', 'startCharacter');
  const endColumn = columnOf(comment, 'endColumn', 'endCharacter');
  const backwards =
    start > end ||
    (startColumn !== undefined && endColumn !== undefined && startLine === endLine && endColumn < startColumn);
  if (startColumn === undefined || backwards) return { startLine, endLine };
  return endColumn === undefined ? { startLine, endLine, startColumn } : { startLine, endLine, startColumn, endColumn };
}

function columnOf(comment: JsonObject, fromOne: CommentPart, fromZero: CommentPart): number | undefined {
  const column = integer(comment, fromOne) ?? plus(integer(comment, fromZero), 1);
  return column === undefined || column < 1 ? undefined : column;
}

function integer(comment: JsonObject, part: CommentPart): number | undefined {
  return firstReadable(comment, commentAliases[part], asInteger);
}

function sideOf(comment: JsonObject): 'left' | 'right' {
  const side = firstReadable(comment, commentAliases.side, asText);
  // A type is usually something else, so only the one word counts there.
  const isOld = side === undefined && /^old$/i.test(firstReadable(comment, ['type'], asText) ?? '');
  return isOld || /^(?:left|old|from|base|removed|deleted)$/i.test(side ?? '') ? 'left' : 'right';
}

function plus(line: number | undefined, base: number): number | undefined {
  return line === undefined ? undefined : line + base;
}
