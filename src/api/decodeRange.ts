import type { LineRange } from '../core/review.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { asInteger, firstReadable, isObject, type JsonObject } from './fields.ts';

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
  const side = /^(?:left|old|from|base|removed|deleted)$/i.test(textOf(comment, 'side')) ? 'left' : 'right';
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

/** A line below 1 means the whole file. */
function rangeOf(a: number, b: number, comment: JsonObject): LineRange | undefined {
  const startLine = Math.min(a, b);
  const endLine = Math.max(a, b);
  if (startLine < 1) return undefined;
  const startColumn = columnOf(comment, 'startColumn', 'startCharacter');
  const endColumn = columnOf(comment, 'endColumn', 'endCharacter');
  const backwards =
    startColumn !== undefined && endColumn !== undefined && startLine === endLine && endColumn < startColumn;
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

function textOf(comment: JsonObject, part: CommentPart): string {
  const value = firstReadable(comment, commentAliases[part], each => (typeof each === 'string' ? each : undefined));
  const position = isObject(comment['position']) ? comment['position']['type'] : undefined;
  return value ?? (typeof position === 'string' ? position : '');
}

function plus(line: number | undefined, base: number): number | undefined {
  return line === undefined ? undefined : line + base;
}
