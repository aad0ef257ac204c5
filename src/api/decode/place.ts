import type { LineRange } from '../../core/review/review.ts';
import { cached, firstDefined, firstReadable, joined, memberAt, names, objectsAt, type JsonObject } from './aliases.ts';
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

/** Objects whose members count as members of the object that holds them. */
const ranges = names('range region textRange lineRange lines positions deletedRegion');
/** Objects that may hold the place of a comment; they may be nested. */
const carriers = names(`location codeLocation primaryLocation position anchor target inline threadContext locations.0
  physicalLocation artifactLocation coordinates.0.representations.0 sourceLocation`);

const places = new WeakMap<JsonObject, WrittenPlace>();

/** Reads a path, lines and columns of any known shape (docs/api.md). Cached, since several steps ask for them. */
export function placeOf(comment: JsonObject): WrittenPlace {
  return cached(places, comment, readPlace);
}

function readPlace(comment: JsonObject): WrittenPlace {
  const holders = holdersOf(comment);
  const [path, ...lines] = pathOf(comment, holders);
  const side = sideOf(comment);
  const place = { path, side: side ?? 'right', range: undefined, outdated: false, isZeroBased: false };
  const subject = firstReadable(comment, commentAliases.subject, asText) ?? '';
  if (/^(?:file|image)$/i.test(subject)) return place;
  const found = firstDefined(holders, holder => linesIn(holder, side ?? sideOf(holder) ?? 'right'));
  if (found !== undefined) return { ...place, ...found };
  const line = firstReadable(comment, commentAliases.originalLine, asInteger);
  const start = firstReadable(comment, commentAliases.originalStart, asInteger) ?? line;
  if (line !== undefined) return { ...place, range: rangeOf(start, line), outdated: true };
  return { ...place, range: rangeOf(...lines) ?? positionOf(comment) };
}

/** An object and those in it that may hold its place, each with the members of its range. */
function holdersOf(object: JsonObject): readonly JsonObject[] {
  const whole = objectsAt(object, ranges).reduceRight((outer, range) => joined(range, outer), object);
  return [whole, ...objectsAt(object, carriers).flatMap(holdersOf)];
}

/** The path that a comment names, and the lines after it. */
function pathOf(
  comment: JsonObject,
  holders: readonly JsonObject[],
): readonly [path: string | undefined, first?: number, last?: number] {
  const written =
    firstDefined(holders, holder => firstReadable(holder, commentAliases.path, asText)) ??
    firstDefined(holders, holder => firstReadable(holder, commentAliases.weakPath, asText)) ??
    // SonarQube prefixes the project key, which may contain colons.
    asText(memberAt(comment, 'component'))?.replace(/^.*:/s, '') ??
    firstReadable(comment, commentAliases.name, value => (isFileName(value) ? value : undefined));
  const text = written?.replace(/\r?\n$/, '');
  const [suffix, first, dash, last] = /(?::|#L)(\d{1,9})(?:(-L?|:)(\d{1,9}))?$/.exec(text ?? '') ?? [];
  if (text === undefined || suffix === undefined) return [text];
  // A number after another colon is a column.
  return [text.slice(0, -suffix.length), Number(first), Number(dash === undefined || dash === ':' ? first : last)];
}

type Integer = (part: CommentPart) => number | undefined;

/** The lines that an object names itself; undefined if there are none. */
function linesIn(
  object: JsonObject,
  side: WrittenPlace['side'],
): Pick<WrittenPlace, 'side' | 'range' | 'isZeroBased'> | undefined {
  const integer: Integer = part => firstReadable(object, commentAliases[part], asInteger);
  // Lines count from 0 only together with `character`, as in the Language Server Protocol.
  const isZeroBased = integer('startCharacter') !== undefined;
  const line = (value: number | undefined): number | undefined =>
    isZeroBased && value !== undefined ? value + 1 : value;
  // An array named `range` may hold offsets.
  const written = firstReadable(object, commentAliases.line, asLines) ?? asLines(asText(memberAt(object, 'range')));
  const [first, last] = (written ?? []).map(line);
  const start = isAcross(object, side) ? undefined : line(integer('start'));
  const end = line(integer('end'));
  const startLine = start ?? first ?? end;
  // With a start, `line` is the last line; with an end, it is the first.
  const endLine = end ?? last ?? (start === undefined ? startLine : (first ?? start));
  if (startLine !== undefined) return { side, range: rangeOf(startLine, endLine, integer), isZeroBased };
  const left = integer('leftLine');
  return left === undefined
    ? undefined
    : { side: 'left', range: rangeOf(left, integer('leftEnd') ?? left), isZeroBased };
}

/** Whether the range begins on the other side of the diff, whose line numbers differ. */
function isAcross(object: JsonObject, side: WrittenPlace['side']): boolean {
  const start = firstReadable(object, commentAliases.startSide, asSide);
  return start !== undefined && start !== side;
}

/** `position` is a line number in services that send no diff hunk, and an offset into the diff in others. */
function positionOf(comment: JsonObject): LineRange | undefined {
  const position = memberAt(comment, 'diffHunk') === undefined ? asInteger(memberAt(comment, 'position')) : undefined;
  return rangeOf(position, position);
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
function rangeOf(start = 0, end = 0, integer: Integer = () => undefined): LineRange | undefined {
  const lines = [start, end].filter(line => line >= 1);
  if (lines.length === 0) return undefined;
  const [startLine, endLine] = [Math.min(...lines), Math.max(...lines)];
  const column = (part: CommentPart, offset = -1): number | undefined => {
    const value = integer(part) ?? offset + 1;
    return value < 1 ? undefined : value;
  };
  const endOffset = integer('endCharacter') ?? integer('endOffset');
  const startColumn = column('startColumn', integer('startCharacter') ?? integer('startOffset'));
  const endColumn = column('endColumn', endOffset);
  const isBackwards = start > end || (startLine === endLine && (endColumn ?? Infinity) < (startColumn ?? 0));
  if (startColumn === undefined || isBackwards) return { startLine, endLine };
  if (endColumn === undefined) return { startLine, endLine, startColumn };
  // Ends are exclusive in the Language Server Protocol: character 0 excludes the last line.
  const isInFront = endOffset === 0 && endColumn === 1 && endLine > startLine;
  return isInFront ? { startLine, endLine: endLine - 1, startColumn } : { startLine, endLine, startColumn, endColumn };
}

/** The side of the diff that an object names. */
function sideOf(object: JsonObject): WrittenPlace['side'] | undefined {
  const side = firstReadable(object, commentAliases.side, asSide);
  if (side !== undefined) return side;
  // `type` usually means something else, so only the word `old` counts.
  const isOld = /^old$/i.test(asText(memberAt(object, 'type')) ?? '');
  const isNew = memberAt(object, 'isNewFile');
  if (isOld || isNew === false || isNew === 0) return 'left';
  return firstReadable(object, commentAliases.startSide, asSide);
}

function asSide(value: unknown): WrittenPlace['side'] | undefined {
  const side = asText(value);
  if (side === undefined) return undefined;
  return /^(?:left|old|from|base|parent|before|removed|deleted)$/i.test(side) ? 'left' : 'right';
}
