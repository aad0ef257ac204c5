import type { EditorRange, Finding } from '../review/finding.ts';

/** A replacement of text, as editors report it; positions as they were before it. */
export interface TextChange {
  readonly range: EditorRange;
  readonly text: string;
}

/** A range after a change, and whether what is on its lines may read otherwise now. */
export interface ShiftedRange {
  readonly range: EditorRange;
  readonly touched: boolean;
}

/**
 * Moves findings along with an edit: at once, without a look at the text. A look that follows tells exactly.
 * @param changes of one edit, in any order; positions as they were before it
 * @returns the same findings where they stay as they are
 */
export function shiftFindings(findings: readonly Finding[], changes: readonly TextChange[]): readonly Finding[] {
  // From the bottom up, so that no change moves the positions of the next one.
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

/** Moves a range along with a change. Edits inside it, and text right behind it, make it grow or shrink. */
export function shiftRange(range: EditorRange, change: TextChange): ShiftedRange {
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
    // What stood before the change comes to stand on the same line.
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
