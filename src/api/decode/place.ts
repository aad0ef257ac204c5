import type { LineRange } from '../../core/review/review.ts';
import { cached, joined, memberAt, objectsAt, partsOf, readPart, type JsonObject, type Parts } from './aliases.ts';
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

const places = new WeakMap<JsonObject, WrittenPlace>();

/** Reads a path, lines and columns of any known shape (docs/api.md). Cached, since several steps ask for them. */
export function placeOf(comment: JsonObject): WrittenPlace {
  return cached(places, comment, readPlace);
}

type Integer = (part: CommentPart) => number | undefined;

function readPlace(comment: JsonObject): WrittenPlace {
  const flat = flattened(comment);
  const parts = partsOf(flat, commentAliases);
  const integer: Integer = part => readPart(parts, part, asInteger);
  const [path, first, last] = pathIn(parts, comment);
  const side = sideOf(parts);
  const place = { path, side, range: undefined, outdated: false, isZeroBased: false };
  const subject = readPart(parts, 'subject', asText);
  if (subject !== undefined && /^(?:file|image)$/i.test(subject)) return place;

  // An array named `range` may hold offsets.
  const written = readPart(parts, 'line', asLines) ?? asLines(asText(memberAt(flat, 'range')));
  // A range that begins on the other side of the diff begins at a line of another file.
  const startSide = readPart(parts, 'startSide', asSide) ?? side;
  const start = (startSide === side ? integer('start') : undefined) ?? written?.[0] ?? integer('end');
  if (start !== undefined) {
    // Lines count from 0 only together with `character`, as in the Language Server Protocol.
    const offset = integer('startCharacter') === undefined ? 0 : 1;
    // With a start, `line` is the last line; with an end, it is the first.
    const end = integer('end') ?? written?.[1] ?? start;
    return { ...place, range: rangeOf(start + offset, end + offset, integer), isZeroBased: offset === 1 };
  }
  const left = integer('leftLine');
  if (left !== undefined) return { ...place, side: 'left', range: rangeOf(left, integer('leftEnd') ?? left, integer) };
  const original = integer('originalLine');
  if (original !== undefined)
    return { ...place, range: rangeOf(integer('originalStart') ?? original, original), outdated: true };
  // `position` is a line number in services that send no diff hunk, and an offset into the diff in others.
  const position = memberAt(flat, 'diffHunk') === undefined ? asInteger(memberAt(flat, 'position')) : undefined;
  return { ...place, range: rangeOf(first ?? position, last ?? position) };
}

/** An object with the members of those in it that may hold its place. */
function flattened(object: JsonObject): JsonObject {
  return objectsAt(object, commentAliases.place).reduce((flat, inner) => joined(flat, flattened(inner)), object);
}

/** The path that a comment names, and the lines after it. */
function pathIn(
  parts: Parts<CommentPart>,
  comment: JsonObject,
): readonly [path: string | undefined, first?: number, last?: number] {
  const written =
    readPart(parts, 'path', asText) ??
    // SonarQube prefixes the project key, which may contain colons.
    asText(memberAt(comment, 'component'))?.replace(/^.*:/s, '') ??
    readPart(partsOf(comment, commentAliases), 'name', value => (isFileName(value) ? value : undefined));
  const text = written?.replace(/\r?\n$/, '');
  const [suffix, first, dash, last] = /(?::|#L)(\d{1,9})(?:(-L?|:)(\d{1,9}))?$/.exec(text ?? '') ?? [];
  if (text === undefined || suffix === undefined) return [text];
  // A number after another colon is a column.
  return [text.slice(0, -suffix.length), Number(first), Number(dash === undefined || dash === ':' ? first : last)];
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

/**
 * A range that holds. Lines below 1 are invalid: some services write 0 for an unknown line, and 0 alone means the whole
 * file.
 * @param integer reads the columns, if there are some
 */
function rangeOf(start = 0, end = 0, integer: Integer = () => undefined): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const [startLine, endLine] = [Math.min(...lines), Math.max(...lines)];
  const endOffset = integer('endCharacter') ?? integer('endOffset');
  const startColumn = integer('startColumn') ?? (integer('startCharacter') ?? integer('startOffset') ?? -1) + 1;
  const endColumn = integer('endColumn') ?? (endOffset ?? -1) + 1;
  const isBackwards = start > end || (startLine === endLine && endColumn >= 1 && endColumn < startColumn);
  if (startColumn < 1 || isBackwards) return { startLine, endLine };
  if (endColumn < 1) return { startLine, endLine, startColumn };
  // Ends are exclusive in the Language Server Protocol: character 0 excludes the last line.
  const isInFront = endOffset === 0 && endColumn === 1 && endLine > startLine;
  return isInFront ? { startLine, endLine: endLine - 1, startColumn } : { startLine, endLine, startColumn, endColumn };
}

/** The side of the diff that an object names. */
function sideOf(parts: Parts<CommentPart>): WrittenPlace['side'] {
  const side = readPart(parts, 'side', asSide);
  if (side !== undefined) return side;
  // `type` usually means something else, so only the word `old` counts.
  const isOld = asText(memberAt(parts.source, 'type'))?.toLowerCase() === 'old';
  const isNew = memberAt(parts.source, 'isNewFile');
  if (isOld || isNew === false || isNew === 0) return 'left';
  return readPart(parts, 'startSide', asSide) ?? 'right';
}

function asSide(value: unknown): WrittenPlace['side'] | undefined {
  const side = asText(value);
  if (side === undefined) return undefined;
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side) ? 'left' : 'right';
}
