import type { LineRange } from '../../../core/review/review.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { carriersOf, writtenPath } from './path.ts';
import { asInteger, asText, firstReadable, memberAt, type JsonObject } from '../aliases.ts';

/** The lines and side that a comment is about. */
export interface DecodedPlace {
  readonly side: 'left' | 'right';
  /** Undefined for a comment on the whole file. */
  readonly range: LineRange | undefined;
  /** Whether the service gives only the original line. */
  readonly outdated: boolean;
}

/** Decodes lines and columns of any known shape (docs/api.md). */
export function decodePlace(comment: JsonObject): DecodedPlace {
  const side = sideOf(comment);
  const subject = firstReadable(comment, commentAliases.subject, asText);
  if (subject !== undefined && /^(?:file|image)$/i.test(subject)) return { side, range: undefined, outdated: false };
  const found = placeIn(comment, side) ?? placeInside(comment, side);
  if (found !== undefined) return { ...found, outdated: false };
  const original = integer(comment, 'originalLine');
  if (original !== undefined) {
    return { side, range: rangeOf(integer(comment, 'originalStart') ?? original, original, {}), outdated: true };
  }
  const lines = writtenPath(comment)?.lines;
  return { side, range: lines === undefined ? positionOf(comment) : rangeOf(...lines, {}), outdated: false };
}

type Place = Pick<DecodedPlace, 'side' | 'range'>;

/** The place in an object within the comment, such as `location`. */
function placeInside(comment: JsonObject, side: Place['side']): Place | undefined {
  for (const carrier of carriersOf(comment)) {
    const itsSide = side === 'left' ? side : sideOf(carrier);
    const place = placeIn(carrier, itsSide) ?? placeInside(carrier, itsSide);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** @returns undefined if there is no line */
function placeIn(comment: JsonObject, side: Place['side']): Place | undefined {
  // Lines count from 0 only together with `character`, as in the Language Server Protocol.
  const base = integer(comment, 'startCharacter') === undefined ? 0 : 1;
  const [first, last] = lineOrLines(comment);
  const start = isAcross(comment, side) ? undefined : plus(integer(comment, 'start'), base);
  const end = plus(integer(comment, 'end'), base);
  const line = plus(first, base);
  const startLine = start ?? line ?? end;
  // With a start, `line` is the last line; with an end, it is the first.
  const endLine = end ?? plus(last, base) ?? (start === undefined ? startLine : (line ?? start));
  if (startLine !== undefined) return { side, range: rangeOf(startLine, endLine ?? startLine, comment) };
  const leftLine = integer(comment, 'leftLine');
  if (leftLine === undefined) return undefined;
  return { side: 'left', range: rangeOf(leftLine, integer(comment, 'leftEnd') ?? leftLine, {}) };
}

/** Whether the range begins on the other side of the diff, whose line numbers differ. */
function isAcross(comment: JsonObject, side: Place['side']): boolean {
  const start = firstReadable(comment, commentAliases.startSide, asText);
  return start !== undefined && isLeft(start) !== (side === 'left');
}

/** `position` is a line number in services that send no diff hunk, and an offset into the diff in others. */
function positionOf(comment: JsonObject): LineRange | undefined {
  const position = asInteger(comment['position']);
  return position === undefined || 'diff_hunk' in comment || 'diffHunk' in comment
    ? undefined
    : rangeOf(position, position, {});
}

/** Reads `lines`: a number, "12", "12-15", "L12-L15" or [12, 15]. */
function lineOrLines(comment: JsonObject): readonly [number | undefined, number | undefined] {
  // An array named `range` may also hold offsets.
  const range = memberAt(comment, 'range');
  const ranged = typeof range === 'string' ? asLines(range) : undefined;
  return firstReadable(comment, commentAliases.line, asLines) ?? ranged ?? [undefined, undefined];
}

function asLines(value: unknown): readonly [number, number | undefined] | undefined {
  const single = asInteger(value);
  if (single !== undefined) return [single, undefined];
  if (Array.isArray(value)) {
    const lines = value.map(asInteger).filter(each => each !== undefined);
    return lines[0] === undefined ? undefined : [lines[0], lines.at(-1)];
  }
  const [, from, to] =
    typeof value === 'string' ? (/^\s*#?L?(\d{1,9})\s*[-–:]\s*#?L?(\d{1,9})\s*$/i.exec(value) ?? []) : [];
  return from === undefined || to === undefined ? undefined : [Number(from), Number(to)];
}

/** Lines below 1 are invalid: some services write 0 for an unknown line, and 0 alone means the whole file. */
function rangeOf(start: number, end: number, comment: JsonObject): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const startLine = Math.min(...lines);
  const endLine = Math.max(...lines);
  const startColumn = columnOf(comment, 'startColumn', ['startCharacter', 'startOffset']);
  const endColumn = columnOf(comment, 'endColumn', ['endCharacter', 'endOffset']);
  const backwards =
    start > end ||
    (startColumn !== undefined && endColumn !== undefined && startLine === endLine && endColumn < startColumn);
  if (startColumn === undefined || backwards) return { startLine, endLine };
  if (endColumn === undefined) return { startLine, endLine, startColumn };
  // Ends are exclusive in the Language Server Protocol: character 0 excludes the last line.
  const isInFront = (integer(comment, 'endCharacter') ?? integer(comment, 'endOffset')) === 0;
  if (isInFront && endColumn === 1 && endLine > startLine) return { startLine, endLine: endLine - 1, startColumn };
  return { startLine, endLine, startColumn, endColumn };
}

function columnOf(comment: JsonObject, fromOne: CommentPart, fromZero: readonly CommentPart[]): number | undefined {
  const column = integer(comment, fromOne) ?? plus(fromZero.map(part => integer(comment, part)).find(isNumber), 1);
  return column === undefined || column < 1 ? undefined : column;
}

function integer(comment: JsonObject, part: CommentPart): number | undefined {
  return firstReadable(comment, commentAliases[part], asInteger);
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

function sideOf(comment: JsonObject): Place['side'] {
  const side = firstReadable(comment, commentAliases.side, asText);
  if (side !== undefined) return isLeft(side) ? 'left' : 'right';
  const start = firstReadable(comment, commentAliases.startSide, asText);
  // `type` usually means something else, so only the word `old` counts.
  const isOld = /^old$/i.test(asText(memberAt(comment, 'type')) ?? '');
  const isNew = memberAt(comment, 'isNewFile');
  return isOld || isNew === false || isNew === 0 || (start !== undefined && isLeft(start)) ? 'left' : 'right';
}

function isLeft(side: string): boolean {
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side);
}

function plus(line: number | undefined, base: number): number | undefined {
  return line === undefined ? undefined : line + base;
}
