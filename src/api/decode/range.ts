import type { LineRange } from '../../core/review/review.ts';
import {
  asInteger,
  asText,
  cached,
  firstDefined,
  firstReadable,
  firstSteps,
  memberAt,
  membersOf,
  names,
  objectsAt,
  type JsonObject,
} from './aliases.ts';
import { commentAliases, type CommentPart } from './commentAliases.ts';
import { carriersOf, writtenPath } from './path.ts';

/** The lines and side that a comment is about. */
export interface DecodedPlace {
  readonly side: 'left' | 'right';
  /** Undefined for a comment on the whole file. */
  readonly range: LineRange | undefined;
  /** Whether the service gives only the original line. */
  readonly outdated: boolean;
  /** Whether lines count from 0, as in the Language Server Protocol. */
  readonly isZeroBased: boolean;
}

type Side = DecodedPlace['side'];
type Place = Omit<DecodedPlace, 'outdated'>;

const places = new WeakMap<JsonObject, DecodedPlace>();

/** Decodes lines and columns of any known shape (docs/api.md). Cached, since several steps ask for them. */
export function decodePlace(comment: JsonObject): DecodedPlace {
  return cached(places, comment, placeOf);
}

function placeOf(comment: JsonObject): DecodedPlace {
  const side = sideOf(comment);
  const subject = firstReadable(comment, commentAliases.subject, asText);
  if (subject !== undefined && /^(?:file|image)$/i.test(subject))
    return { side, range: undefined, outdated: false, isZeroBased: false };
  const found = placeWithin(comment, 'right');
  if (found !== undefined) return { ...found, outdated: false };
  const original = firstReadable(comment, commentAliases.originalLine, asInteger);
  if (original !== undefined) {
    const start = firstReadable(comment, commentAliases.originalStart, asInteger) ?? original;
    return { side, range: rangeOf(start, original), outdated: true, isZeroBased: false };
  }
  const lines = writtenPath(comment)?.lines;
  const range = lines === undefined ? positionOf(comment) : rangeOf(...lines);
  return { side, range, outdated: false, isZeroBased: false };
}

/** The place in an object or in one that it holds, such as `location`. @param outer the side of what holds the object */
function placeWithin(object: JsonObject, outer: Side): Place | undefined {
  const side = outer === 'left' ? outer : sideOf(object);
  return placeIn(object, side) ?? firstDefined(carriersOf(object), carrier => placeWithin(carrier, side));
}

/** Objects whose members count as members of what holds them. */
const rangeHolders = names('range region textRange lineRange lines positions');

const lineParts = [commentAliases.start, commentAliases.line, commentAliases.end, commentAliases.leftLine];
const lineNames = firstSteps([...rangeHolders, ...lineParts.flat()]);

type ReadInteger = (part: CommentPart) => number | undefined;

/** @returns undefined if there is no line */
function placeIn(object: JsonObject, side: Side): Place | undefined {
  if (![...membersOf(object).keys()].some(name => lineNames.has(name))) return undefined;
  const sources = [...objectsAt(object, rangeHolders), object];
  const read = <T>(part: CommentPart, as: (value: unknown) => T | undefined): T | undefined =>
    firstDefined(sources, source => firstReadable(source, commentAliases[part], as));
  const integer: ReadInteger = part => read(part, asInteger);
  // Lines count from 0 only together with `character`, as in the Language Server Protocol.
  const isZeroBased = integer('startCharacter') !== undefined;
  const base = isZeroBased ? 1 : 0;
  const [first, last] = read('line', asLines) ?? rangeInText(object) ?? [];
  const start = isAcross(object, side) ? undefined : plus(integer('start'), base);
  const end = plus(integer('end'), base);
  const line = plus(first, base);
  const startLine = start ?? line ?? end;
  // With a start, `line` is the last line; with an end, it is the first.
  const endLine = end ?? plus(last, base) ?? (start === undefined ? startLine : (line ?? start));
  if (startLine !== undefined) return { side, range: rangeOf(startLine, endLine ?? startLine, integer), isZeroBased };
  const leftLine = integer('leftLine');
  if (leftLine === undefined) return undefined;
  return { side: 'left', range: rangeOf(leftLine, integer('leftEnd') ?? leftLine), isZeroBased };
}

/** Whether the range begins on the other side of the diff, whose line numbers differ. */
function isAcross(comment: JsonObject, side: Side): boolean {
  const start = firstReadable(comment, commentAliases.startSide, asText);
  return start !== undefined && isLeft(start) !== (side === 'left');
}

/** `position` is a line number in services that send no diff hunk, and an offset into the diff in others. */
function positionOf(comment: JsonObject): LineRange | undefined {
  const position = asInteger(comment['position']);
  return position === undefined || 'diff_hunk' in comment || 'diffHunk' in comment
    ? undefined
    : rangeOf(position, position);
}

/** The lines in a text named `range`; an array of that name may also hold offsets. */
function rangeInText(comment: JsonObject): readonly number[] | undefined {
  const range = memberAt(comment, 'range');
  return typeof range === 'string' ? asLines(range) : undefined;
}

/** Reads the first and the last line of a number, "12", "12-15", "L12-L15" or [12, 15]. */
function asLines(value: unknown): readonly number[] | undefined {
  const single = asInteger(value);
  if (single !== undefined) return [single];
  const [, ...ends] =
    typeof value === 'string' ? (/^\s*#?L?(\d{1,9})\s*[-–:]\s*#?L?(\d{1,9})\s*$/i.exec(value) ?? []) : [];
  const lines = (Array.isArray(value) ? value : ends).map(asInteger).filter(line => line !== undefined);
  return lines.length === 0 ? undefined : [lines[0] ?? 0, lines.at(-1) ?? 0];
}

/**
 * A range that holds. Lines below 1 are invalid: some services write 0 for an unknown line, and 0 alone means the whole
 * file.
 * @param integer reads the columns, if there are some
 */
function rangeOf(start: number, end: number, integer: ReadInteger = () => undefined): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const [startLine, endLine] = [Math.min(...lines), Math.max(...lines)];
  const endOffset = integer('endCharacter') ?? integer('endOffset');
  const startColumn = column(integer('startColumn') ?? plus(integer('startCharacter') ?? integer('startOffset'), 1));
  const endColumn = column(integer('endColumn') ?? plus(endOffset, 1));
  const isBackwards = start > end || (startLine === endLine && (endColumn ?? Infinity) < (startColumn ?? 0));
  if (startColumn === undefined || isBackwards) return { startLine, endLine };
  if (endColumn === undefined) return { startLine, endLine, startColumn };
  // Ends are exclusive in the Language Server Protocol: character 0 excludes the last line.
  const isInFront = endOffset === 0 && endColumn === 1 && endLine > startLine;
  return isInFront ? { startLine, endLine: endLine - 1, startColumn } : { startLine, endLine, startColumn, endColumn };
}

function column(value: number | undefined): number | undefined {
  return value === undefined || value < 1 ? undefined : value;
}

function sideOf(comment: JsonObject): Side {
  const side = firstReadable(comment, commentAliases.side, asText);
  if (side !== undefined) return isLeft(side) ? 'left' : 'right';
  const start = firstReadable(comment, commentAliases.startSide, asText) ?? '';
  // `type` usually means something else, so only the word `old` counts.
  const isOld = /^old$/i.test(asText(memberAt(comment, 'type')) ?? '');
  const isNew = memberAt(comment, 'isNewFile');
  return isOld || isNew === false || isNew === 0 || isLeft(start) ? 'left' : 'right';
}

function isLeft(side: string): boolean {
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side);
}

function plus(line: number | undefined, base: number): number | undefined {
  return line === undefined ? undefined : line + base;
}
