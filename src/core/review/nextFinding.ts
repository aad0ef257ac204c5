/** A finding as a stop of Next Finding and Previous Finding. */
export interface Stop {
  readonly id: string;
  /** The file that it is in; undefined for one without a place. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** The cursor, in the same units as stops. */
export interface CursorPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The position from which to go to the next finding. */
export interface Standpoint {
  /** The last visited finding. */
  readonly last: Stop | undefined;
  /** The stops in order at that time: the last one may be done by now. */
  readonly before: readonly Stop[];
  /** The cursor; undefined if no file has the focus. */
  readonly cursor: CursorPlace | undefined;
  /** Where the cursor was put for the last one: elsewhere, if that is beyond the end of its line or file. */
  readonly put: CursorPlace | undefined;
}

/** A stop, and how it was reached. */
export interface Step {
  readonly stop: Stop;
  /** Whether it wrapped around: from the last stop to the first, or back. */
  readonly isAround: boolean;
}

/**
 * Finds the next (1) or previous (-1) stop, in order from the last visited one; from the cursor, if that was moved
 * elsewhere since.
 * @param stops in order
 * @returns undefined if there is no stop
 */
export function nextStop(
  stops: readonly Stop[],
  { last, before, cursor, put }: Standpoint,
  direction: 1 | -1,
): Step | undefined {
  if (last !== undefined && (cursor === undefined || isSame(last, cursor) || isSame(put, cursor))) {
    const index = stops.findIndex(({ id }) => id === last.id);
    if (index >= 0) return stepTo(stops, index + direction);
    const ids = before.map(({ id }) => id);
    const was = ids.indexOf(last.id);
    const ahead = direction === 1 ? ids.slice(was + 1) : ids.slice(0, Math.max(was, 0)).reverse();
    const next = ahead.map(id => stops.find(stop => stop.id === id)).find(stop => stop !== undefined);
    if (next !== undefined) return { stop: next, isAround: false };
  }
  return cursor === undefined
    ? stepTo(stops, direction === 1 ? 0 : stops.length - 1)
    : fromCursor(stops, cursor, direction);
}

function fromCursor(stops: readonly Stop[], cursor: CursorPlace, direction: 1 | -1): Step | undefined {
  const byPlace = stops.filter(({ file }) => file === cursor.file).sort((a, b) => compare(a, b) * direction);
  const ahead = byPlace.find(stop => compare(stop, cursor) * direction >= 0);
  if (ahead !== undefined) return { stop: ahead, isAround: false };
  const end = byPlace.at(-1);
  if (end !== undefined) return stepTo(stops, stops.indexOf(end) + direction);
  const isBeyond = ({ file }: Stop): boolean =>
    file !== undefined && (direction === 1 ? file > cursor.file : file < cursor.file);
  const other = direction === 1 ? stops.findIndex(isBeyond) : stops.findLastIndex(isBeyond);
  return stepTo(stops, other >= 0 ? other : direction === 1 ? stops.length : -1);
}

/** The stop at an index, which may be one beyond either end. */
function stepTo(stops: readonly Stop[], index: number): Step | undefined {
  const stop = stops.at(index % stops.length);
  return stop && { stop, isAround: index < 0 || index >= stops.length };
}

function isSame(place: Omit<Stop, 'id'> | undefined, cursor: CursorPlace): boolean {
  return place?.file === cursor.file && place.line === cursor.line && place.column === cursor.column;
}

function compare(a: Omit<CursorPlace, 'file'>, b: Omit<CursorPlace, 'file'>): number {
  return a.line - b.line || a.column - b.column;
}
