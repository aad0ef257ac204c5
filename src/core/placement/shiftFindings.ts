import type { EditorRange, Finding } from '../review/finding.ts';

/** A text replacement as editors report it; positions refer to the text before it. */
export interface TextChange {
  readonly range: EditorRange;
  readonly text: string;
}

/** A range after a change, and whether the text on its lines may have changed. */
interface ShiftedRange {
  readonly range: EditorRange;
  readonly touched: boolean;
}

/**
 * Shifts findings by an edit without reading the text; placing them again later gives exact positions.
 * @param changes of one edit, in any order; positions refer to the text before the edit
 * @returns the same array if no finding changes
 */
export function shiftFindings(findings: readonly Finding[], changes: readonly TextChange[]): readonly Finding[] {
  // From the bottom up, so that no change shifts the positions of the next one.
  const ordered =
    changes.length < 2 ? changes : changes.toSorted((a, b) => compare(startOf(b.range), startOf(a.range)));
  let shifted: Finding[] | undefined;
  for (const [index, finding] of findings.entries()) {
    const now = ordered.reduce(shiftFinding, finding);
    if (now === finding) continue;
    shifted ??= [...findings];
    shifted[index] = now;
  }
  return shifted ?? findings;
}

function shiftFinding(finding: Finding, change: TextChange): Finding {
  if (finding.range === undefined) return finding;
  const { range, touched } = shiftRange(finding.range, change);
  const wasEmpty = isEmpty(finding.range);
  const { state } = finding;
  if (isEmpty(range) && !wasEmpty && state !== 'unplaced') return { ...finding, range, state: 'outdated' };
  if (touched && state === 'current') return { ...finding, range, state: 'changed' };
  return range === finding.range ? finding : { ...finding, range };
}

/** Shifts a range by a change. Edits inside it and text inserted directly after it resize it. */
function shiftRange(range: EditorRange, change: TextChange): ShiftedRange {
  const start = startOf(range);
  const end = endOf(range);
  const from = startOf(change.range);
  const to = endOf(change.range);
  if (from.line > end.line) return { range, touched: false };
  const inserted = change.text.split(/\r\n|\n|\r/);
  const [first = ''] = inserted;
  const last = inserted.at(-1) ?? '';
  const insertedEnd: Position = {
    line: from.line + inserted.length - 1,
    column: last.length + (inserted.length === 1 ? from.column : 0),
  };
  const after = ({ line, column }: Position): Position => ({
    line: line - to.line + insertedEnd.line,
    column: line === to.line ? column - to.column + insertedEnd.column : column,
  });
  if (compare(from, end) >= 0) {
    const touched = first.trim() !== '';
    const grows = touched && compare(from, end) === 0;
    return { range: grows ? { ...range, endColumn: range.endColumn + first.length } : range, touched };
  }
  if (compare(to, start) <= 0) {
    if (to.line < start.line && insertedEnd.line === to.line) return { range, touched: false };
    // Text before the change ends up on the same line.
    const isJoined = inserted.length === 1 && from.line < to.line && from.column > 0;
    return {
      range: rangeOf(after(start), after(end)),
      touched: to.line === start.line && (last.trim() !== '' || isJoined),
    };
  }
  const onlySpaces = compare(from, to) === 0 && /^[ \t]*$/.test(change.text);
  return {
    range: rangeOf(compare(from, start) < 0 ? from : start, compare(end, to) >= 0 ? after(end) : insertedEnd),
    touched: !onlySpaces,
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function startOf({ startLine, startColumn }: EditorRange): Position {
  return { line: startLine, column: startColumn };
}

function endOf({ endLine, endColumn }: EditorRange): Position {
  return { line: endLine, column: endColumn };
}

function rangeOf(start: Position, end: Position): EditorRange {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function isEmpty(range: EditorRange): boolean {
  return compare(startOf(range), endOf(range)) === 0;
}

function compare(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}
