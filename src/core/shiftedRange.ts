import type { EditorRange } from './finding.ts';

/** A replacement of text, as editors report it; positions as they were before it. */
export interface TextChange {
  readonly range: EditorRange;
  readonly text: string;
}

/** A range after a change, and whether the change touched what is in it. */
export interface Shifted {
  readonly range: EditorRange;
  readonly touched: boolean;
}

/** Moves a range along with an edit: at once, without a look at the text. Edits inside it make it grow or shrink. */
export function shiftRange(range: EditorRange, { range: changed, text }: TextChange): Shifted {
  const start = [range.startLine, range.startColumn] as const;
  const end = [range.endLine, range.endColumn] as const;
  const from = [changed.startLine, changed.startColumn] as const;
  const to = [changed.endLine, changed.endColumn] as const;
  if (compare(from, end) >= 0)
    return { range, touched: compare(from, end) === 0 && text !== '' && !/^[\r\n]/.test(text) };
  const inserted = text.split(/\r\n|\n|\r/);
  const after = (position: Position): Position => {
    const lines = inserted.length - 1;
    const lastLength = inserted.at(-1)?.length ?? 0;
    const column = position[0] !== to[0] ? position[1] : position[1] - to[1] + lastLength + (lines === 0 ? from[1] : 0);
    return [position[0] - (to[0] - from[0]) + lines, column];
  };
  const isAbove = compare(to, start) <= 0;
  const newStart = isAbove ? after(start) : compare(from, start) < 0 ? from : start;
  const insertedEnd: Position = [
    from[0] + inserted.length - 1,
    (inserted.at(-1)?.length ?? 0) + (inserted.length === 1 ? from[1] : 0),
  ];
  const newEnd = compare(end, to) >= 0 ? after(end) : insertedEnd;
  return {
    range: { startLine: newStart[0], startColumn: newStart[1], endLine: newEnd[0], endColumn: newEnd[1] },
    touched: !isAbove,
  };
}

type Position = readonly [line: number, column: number];

function compare(a: Position, b: Position): number {
  return a[0] - b[0] || a[1] - b[1];
}
