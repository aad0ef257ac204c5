import type { LineRange } from '../../core/review/review.ts';
import { firstOf, isObject, joined, valuesAt, type JsonObject } from './aliases.ts';
import { asInteger, asText } from './values.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { isFileName } from './text/prose.ts';

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

/** Reads a number that belongs to a place. */
type Integer = (part: CommentPart) => number | undefined;

/** Reads a path, lines and columns of any known shape (docs/api.md). */
export function placeOf(comment: JsonObject): WrittenPlace {
  const flat = flattened(comment);
  const read = <T>(aliases: string, as: (value: unknown) => T | undefined): T | undefined => firstOf(flat, aliases, as);
  const integer: Integer = part => firstOf(flat, commentAliases[part], asInteger);
  const { path, first, last } = pathIn(flat, comment);
  const side = sideOf(flat);
  const place = { path, side, range: undefined, outdated: false, isZeroBased: false };
  if (/^(?:file|image)$/i.test(read(commentAliases.subject, asText) ?? '')) return place;

  // An array named `range` may hold offsets.
  const written = read(commentAliases.line, asLines) ?? asLines(read('range', asText));
  // A range that begins on the other side of the diff begins at a line of another file.
  const startSide = read(commentAliases.startSide, asSide) ?? side;
  const start = (startSide === side ? integer('start') : undefined) ?? written?.[0] ?? integer('end');
  if (start !== undefined) {
    // Lines count from 0 only together with `character`, as in the Language Server Protocol.
    const offset = integer('startCharacter') === undefined ? 0 : 1;
    // With a start, `line` is the last line; with an end, it is the first.
    const end = integer('end') ?? written?.[1] ?? start;
    return { ...place, range: rangeOf(start + offset, end + offset, columnsOf(integer)), isZeroBased: offset === 1 };
  }
  const left = integer('leftLine');
  if (left !== undefined)
    return { ...place, side: 'left', range: rangeOf(left, integer('leftEnd') ?? left, columnsOf(integer)) };
  const original = integer('originalLine');
  if (original !== undefined)
    return { ...place, range: rangeOf(integer('originalStart') ?? original, original), outdated: true };
  // `position` is a line number in services that send no diff hunk, and an offset into the diff in others.
  const position = firstOf(flat, 'diffHunk') === undefined ? read('position', asInteger) : undefined;
  return { ...place, range: rangeOf(first ?? position, last ?? position) };
}

/** An object with the members of those in it that may hold its place. */
function flattened(object: JsonObject): JsonObject {
  const inner = valuesAt(object, commentAliases.place).map(([, value]) => value);
  return inner.filter(isObject).reduce((flat, each) => joined(flat, flattened(each)), object);
}

interface WrittenPath {
  readonly path?: string;
  /** The lines after it. */
  readonly first?: number;
  readonly last?: number;
}

/** The path that a comment names, and the lines after it. */
function pathIn(flat: JsonObject, comment: JsonObject): WrittenPath {
  const path = (
    firstOf(flat, commentAliases.path, asText) ??
    // SonarQube prefixes the project key, which may contain colons.
    firstOf(comment, 'component', asText)?.replace(/^.*:/s, '') ??
    firstOf(comment, commentAliases.name, value => (isFileName(value) ? value : undefined))
  )?.replace(/\r?\n$/, '');
  if (path === undefined) return {};
  const [suffix, first, dash, last] = /(?::|#L)(\d{1,9})(?:(-L?|:)(\d{1,9}))?$/.exec(path) ?? [];
  if (suffix === undefined) return { path };
  // A number after another colon is a column.
  const end = dash === undefined || dash === ':' ? first : last;
  return { path: path.slice(0, -suffix.length), first: Number(first), last: Number(end) };
}

/** Reads the first and the last line of a number, "12", "12-15", "L12-L15" or [12, 15]. */
function asLines(value: unknown): readonly [first: number, last: number] | undefined {
  if (value === undefined) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ends = typeof value === 'string' ? value.slice(0, 40).split(/[-–:]/, 3) : parts;
  const lines = ends.map(asInteger).filter(line => line !== undefined);
  const [first, last] = [lines[0], lines.at(-1)];
  const isRange = lines.length === ends.length && (lines.length < 3 || Array.isArray(value));
  return isRange && first !== undefined && last !== undefined ? [first, last] : undefined;
}

interface Columns {
  /** From 1; 0 or absent if there is none. */
  readonly startColumn?: number | undefined;
  readonly endColumn?: number | undefined;
  /** Whether the end is in front of the first character of its line, so that the line is excluded. */
  readonly isInFront?: boolean;
}

function columnsOf(integer: Integer): Columns {
  const endOffset = integer('endCharacter') ?? integer('endOffset');
  const endColumn = integer('endColumn') ?? (endOffset ?? -1) + 1;
  return {
    startColumn: integer('startColumn') ?? (integer('startCharacter') ?? integer('startOffset') ?? -1) + 1,
    endColumn,
    // Ends are exclusive in the Language Server Protocol.
    isInFront: endOffset === 0 && endColumn === 1,
  };
}

/**
 * A range that holds. Lines below 1 are invalid: some services write 0 for an unknown line, and 0 alone means the whole
 * file.
 */
export function rangeOf(
  start = 0,
  end = 0,
  { startColumn = 0, endColumn = 0, isInFront = false }: Columns = {},
): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const [startLine, endLine] = [Math.min(...lines), Math.max(...lines)];
  const isBackwards = start > end || (startLine === endLine && endColumn >= 1 && endColumn < startColumn);
  if (startColumn < 1 || isBackwards) return { startLine, endLine };
  if (endColumn < 1) return { startLine, endLine, startColumn };
  if (isInFront && endLine > startLine) return { startLine, endLine: endLine - 1, startColumn };
  return { startLine, endLine, startColumn, endColumn };
}

/** The side of the diff that an object names. */
function sideOf(flat: JsonObject): WrittenPlace['side'] {
  const side = firstOf(flat, commentAliases.side, asSide);
  if (side !== undefined) return side;
  // `type` usually means something else, so only the word `old` counts.
  const isOld = firstOf(flat, 'type', asText)?.toLowerCase() === 'old';
  const isNew = firstOf(flat, 'isNewFile');
  if (isOld || isNew === false || isNew === 0) return 'left';
  return firstOf(flat, commentAliases.startSide, asSide) ?? 'right';
}

function asSide(value: unknown): WrittenPlace['side'] | undefined {
  const side = asText(value);
  if (side === undefined) return undefined;
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side) ? 'left' : 'right';
}
