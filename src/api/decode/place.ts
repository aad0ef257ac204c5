import type { LineRange } from '../../core/review/review.ts';
import { hasOneOf, isObject, joined, names, valuesAt, type JsonObject } from './aliases.ts';
import { partReader, readAs } from './partReader.ts';
import tables from './tables/comments.json' with { type: 'json' };
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

/** Names of objects that may hold the place of a comment or a part of it; they may be nested. */
const placeHolders = names(tables.place.place);
const nowhere: WrittenPlace = { path: undefined, side: 'right', range: undefined, outdated: false, isZeroBased: false };

const lines = ['start', 'end', 'leftLine', 'leftEnd', 'originalStart', 'originalLine', 'position'] as const;
const columns = ['startColumn', 'endColumn', 'startCharacter', 'endCharacter', 'startOffset', 'endOffset'] as const;
/**
 * `component` is a file behind the key of its project; `startCharacter` counts from 0 as lines do then, `startOffset` beside
 * lines from 1; `position` is a line where no `diffHunk` is sent, else an offset.
 */
const readPlace = partReader(tables.place, {
  // An array named `range` may hold offsets.
  ...readAs(asText, 'path', 'component', 'range', 'subject', 'type'),
  ...readAs(asInteger, ...lines, ...columns),
  line: asLines,
  name: value => (isFileName(value) ? value : undefined),
  ...readAs(asSide, 'side', 'startSide'),
  ...readAs((value: unknown) => value, 'isNewFile', 'diffHunk'),
});
type PlaceParts = ReturnType<typeof readPlace>;

/** Reads a path, lines and columns of any known shape (docs/api.md). */
export function placeOf(comment: JsonObject): WrittenPlace {
  const parts = readPlace(flattened(comment));
  const { path, lines: behind } = pathIn(parts);
  const side = sideOf(parts);
  const place = { ...nowhere, path, side };
  if (/^(?:file|image)$/i.test(parts.subject ?? '')) return place;

  const written = parts.line ?? asLines(parts.range);
  // A range that begins on the other side of the diff begins at a line of another file.
  const isOneSide = (parts.startSide ?? side) === side;
  const start = (isOneSide ? parts.start : undefined) ?? written?.[0] ?? parts.end;
  if (start !== undefined) {
    const offset = Number(parts.startCharacter !== undefined);
    // With a start, `line` is the last line; with an end, it is the first.
    const end = parts.end ?? written?.[1] ?? start;
    return { ...place, range: rangeOfLines(start + offset, end + offset, parts), isZeroBased: offset === 1 };
  }
  const { leftLine: left, originalLine: original } = parts;
  if (left !== undefined) return { ...place, side: 'left', range: rangeOfLines(left, parts.leftEnd ?? left, parts) };
  if (original !== undefined)
    return { ...place, range: rangeOf(parts.originalStart ?? original, original), outdated: true };
  const position = parts.diffHunk === undefined ? parts.position : undefined;
  return { ...place, range: rangeOf(behind?.[0] ?? position, behind?.[1] ?? position) };
}

/** An object with the members of those in it that may hold its place. */
function flattened(object: JsonObject): JsonObject {
  if (!hasOneOf(object, placeHolders)) return object;
  const inner = valuesAt(object, placeHolders).map(([, value]) => value);
  return inner.filter(isObject).reduce((flat, each) => joined(flat, flattened(each)), object);
}

type Lines = readonly [first: number, last: number];

/** The path that a comment names, and the lines after it. */
function pathIn({ path: own, component, name }: PlaceParts): { readonly path?: string; readonly lines?: Lines } {
  // The project key may contain colons.
  const path = (own ?? component?.replace(/^.*:/s, '') ?? name)?.replace(/\r?\n$/, '');
  if (path === undefined) return {};
  const found = /(?::|#L)(\d{1,9})(?:-L?(\d{1,9})|:\d{1,9})?$/.exec(path);
  if (found === null) return { path };
  const [suffix, first, last] = found;
  return { path: path.slice(0, -suffix.length), lines: [Number(first), Number(last ?? first)] };
}

/** Reads the first and the last line of a number, "12", "12-15", "L12-L15" or [12, 15]. */
function asLines(value: unknown): Lines | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [value, value] : undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ends = typeof value === 'string' ? value.slice(0, 40).split(/[-–:]/, 3) : parts;
  const lines = ends.map(asInteger).filter(line => line !== undefined);
  const [first, last] = [lines[0], lines.at(-1)];
  const isRange = lines.length === ends.length && (lines.length < 3 || Array.isArray(value));
  return isRange && first !== undefined && last !== undefined ? [first, last] : undefined;
}

/** A range with the columns that are given, which count from 1 or are offsets. */
function rangeOfLines(start: number, end: number, parts: PlaceParts): LineRange | undefined {
  const startOffset = parts.startCharacter ?? parts.startOffset ?? -1;
  const endOffset = parts.endCharacter ?? parts.endOffset ?? -1;
  const { startColumn = startOffset + 1, endColumn } = parts;
  // The end excludes the first character of its line.
  const excludesEnd = endOffset === 0 && (endColumn ?? 1) === 1;
  return rangeOf(start, end, startColumn, endColumn ?? endOffset + 1, excludesEnd);
}

/** A range that holds. Some services write line 0 for an unknown line; alone, it means the whole file. */
export function rangeOf(
  start = 0,
  end = 0,
  startColumn = 0,
  endColumn = 0,
  excludesEnd = false,
): LineRange | undefined {
  const first = start >= 1 ? start : end;
  if (!(first >= 1)) return undefined;
  const last = end >= 1 ? end : first;
  const startLine = Math.min(first, last);
  const endLine = Math.max(first, last);
  const isBackwards = start > end || (startLine === endLine && endColumn >= 1 && endColumn < startColumn);
  if (startColumn < 1 || isBackwards) return { startLine, endLine };
  if (excludesEnd && endLine > startLine) return { startLine, endLine: endLine - 1, startColumn };
  return { startLine, endLine, startColumn, ...(endColumn >= 1 && { endColumn }) };
}

/** The side of the diff that an object names. Its `type` usually means something else, so only the word `old` counts. */
function sideOf({ side, startSide, type, isNewFile }: PlaceParts): WrittenPlace['side'] {
  const isOld = type?.toLowerCase() === 'old' || isNewFile === false || isNewFile === 0;
  return side ?? (isOld ? 'left' : startSide) ?? 'right';
}

function asSide(value: unknown): WrittenPlace['side'] | undefined {
  const side = asText(value);
  if (side === undefined) return undefined;
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side) ? 'left' : 'right';
}
