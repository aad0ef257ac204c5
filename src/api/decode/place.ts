import type { LineRange } from '../../core/review/review.ts';
import { firstOf, hasOneOf, isObject, joined, valuesAt, type JsonObject } from './aliases.ts';
import { placeAliases as aliases, placeNames } from './commentAliases.ts';
import { isFileName } from './text/prose.ts';
import { asInteger, asText } from './values.ts';

/** The file and lines that a comment is about, as the service writes them. */
export interface WrittenPlace {
  /** Without the lines after it, as in `src/app.ts:12-15`. */
  readonly path: string | undefined;
  readonly side: 'left' | 'right';
  /** Undefined for a comment on the whole file. */
  readonly range: LineRange | undefined;
  /** Whether the service gives only the original line. */
  readonly outdated: boolean;
  /** Whether lines count from 0, as in the Language Server Protocol. */
  readonly isZeroBased: boolean;
}

const nowhere: WrittenPlace = { path: undefined, side: 'right', range: undefined, outdated: false, isZeroBased: false };

/** Reads a path, lines and columns of any known shape (docs/api.md). */
export function placeOf(comment: JsonObject): WrittenPlace {
  // Most of what is around comments has none.
  if (!hasOneOf(comment, placeNames)) return nowhere;
  const flat = flattened(comment);
  const number = (part: keyof typeof aliases): number | undefined => firstOf(flat, aliases[part], asInteger);
  const [path, behind] = pathIn(flat);
  const side = sideOf(flat);
  const place = { ...nowhere, path, side };
  if (/^(?:file|image)$/i.test(firstOf(flat, aliases.subject, asText) ?? '')) return place;

  // An array named `range` may hold offsets.
  const written = firstOf(flat, aliases.line, asLines) ?? asLines(firstOf(flat, aliases.range, asText));
  // A range that begins on the other side of the diff begins at a line of another file.
  const isOneSide = (firstOf(flat, aliases.startSide, asSide) ?? side) === side;
  const start = (isOneSide ? number('start') : undefined) ?? written?.[0] ?? number('end');
  if (start !== undefined) {
    const offset = Number(number('startCharacter') !== undefined);
    // With a start, `line` is the last line; with an end, it is the first.
    const end = number('end') ?? written?.[1] ?? start;
    const range = rangeOf(start + offset, end + offset, ...columnsOf(number));
    return { ...place, range, isZeroBased: offset === 1 };
  }
  const left = number('leftLine');
  if (left !== undefined)
    return { ...place, side: 'left', range: rangeOf(left, number('leftEnd') ?? left, ...columnsOf(number)) };
  const original = number('originalLine');
  if (original !== undefined)
    return { ...place, range: rangeOf(number('originalStart') ?? original, original), outdated: true };
  const position = firstOf(flat, aliases.diffHunk) === undefined ? number('position') : undefined;
  return { ...place, range: rangeOf(behind?.[0] ?? position, behind?.[1] ?? position) };
}

/** An object with the members of those in it that may hold its place. */
function flattened(object: JsonObject): JsonObject {
  const inner = valuesAt(object, aliases.place).map(([, value]) => value);
  return inner.filter(isObject).reduce((flat, each) => joined(flat, flattened(each)), object);
}

type Lines = readonly [first: number, last: number];

/** The path that a comment names, and the lines after it. */
function pathIn(flat: JsonObject): readonly [path: string | undefined, lines?: Lines] {
  const path = (
    firstOf(flat, aliases.path, asText) ??
    // The project key may contain colons.
    firstOf(flat, aliases.component, asText)?.replace(/^.*:/s, '') ??
    firstOf(flat, aliases.name, value => (isFileName(value) ? value : undefined))
  )?.replace(/\r?\n$/, '');
  const [suffix, first, last] = /(?::|#L)(\d{1,9})(?:-L?(\d{1,9})|:\d{1,9})?$/.exec(path ?? '') ?? [];
  if (path === undefined || suffix === undefined) return [path];
  return [path.slice(0, -suffix.length), [Number(first), Number(last ?? first)]];
}

/** Reads the first and the last line of a number, "12", "12-15", "L12-L15" or [12, 15]. */
function asLines(value: unknown): Lines | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ends = typeof value === 'string' ? value.slice(0, 40).split(/[-–:]/, 3) : parts;
  const lines = ends.map(asInteger).filter(line => line !== undefined);
  const [first, last] = [lines[0], lines.at(-1)];
  const isRange = lines.length === ends.length && (lines.length < 3 || Array.isArray(value));
  return isRange && first !== undefined && last !== undefined ? [first, last] : undefined;
}

/** The columns from 1, 0 if there is none, and whether the end excludes the first character of its line. */
function columnsOf(number: (part: keyof typeof aliases) => number | undefined): readonly [number, number, boolean] {
  const startOffset = number('startCharacter') ?? number('startOffset') ?? -1;
  const endOffset = number('endCharacter') ?? number('endOffset') ?? -1;
  const end = number('endColumn');
  return [number('startColumn') ?? startOffset + 1, end ?? endOffset + 1, endOffset === 0 && (end ?? 1) === 1];
}

/** A range that holds. Some services write line 0 for an unknown line; alone, it means the whole file. */
export function rangeOf(
  start = 0,
  end = 0,
  startColumn = 0,
  endColumn = 0,
  excludesEnd = false,
): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const [startLine, endLine] = [Math.min(...lines), Math.max(...lines)];
  const isBackwards = start > end || (startLine === endLine && endColumn >= 1 && endColumn < startColumn);
  if (startColumn < 1 || isBackwards) return { startLine, endLine };
  if (excludesEnd && endLine > startLine) return { startLine, endLine: endLine - 1, startColumn };
  return { startLine, endLine, startColumn, ...(endColumn >= 1 && { endColumn }) };
}

/** The side of the diff that an object names. Its `type` usually means something else, so only the word `old` counts. */
function sideOf(flat: JsonObject): WrittenPlace['side'] {
  const isOld = firstOf(flat, aliases.type, asText)?.toLowerCase() === 'old';
  const isNew = firstOf(flat, aliases.isNewFile);
  const other = isOld || isNew === false || isNew === 0 ? 'left' : firstOf(flat, aliases.startSide, asSide);
  return firstOf(flat, aliases.side, asSide) ?? other ?? 'right';
}

function asSide(value: unknown): WrittenPlace['side'] | undefined {
  const side = asText(value);
  if (side === undefined) return undefined;
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side) ? 'left' : 'right';
}
