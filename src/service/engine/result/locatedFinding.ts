import { newLinesIn } from '../diff/diffFile.ts';
import type { EngineComment } from '../engineComment.ts';
import type { ReviewerFinding } from '../reviewer.ts';

/** A finding with its reviewer. */
export interface AttributedFinding extends ReviewerFinding {
  /** Id of the reviewer. */
  readonly reviewer: string;
}

/** A finding that is not a note. */
interface ShownFinding extends AttributedFinding {
  readonly category: EngineComment['category'];
}

/** Lines from 1, `endLine` included. */
export interface NewLines {
  readonly startLine: number;
  readonly endLine: number;
}

/** A finding and the new lines that it is shown at. */
export interface LocatedFinding extends NewLines {
  readonly finding: ShownFinding;
  /** The findings that it tells together, the one that it is named after first; absent for one that stands alone. */
  readonly members?: readonly LocatedFinding[];
}

/** The findings that one tells: itself alone, or all of its group. */
export function membersOf(located: LocatedFinding): readonly LocatedFinding[] {
  return located.members ?? [located];
}

/**
 * The first run of new lines in a finding's range; undefined drops the finding. A finding without a range is placed at
 * the file's first new line. For security findings, moved lines count as new. A consequence
 * of the change is shown where it is.
 */
export function locateFinding({ file, range, category, isConsequence }: ReviewerFinding): NewLines | undefined {
  const isNew = (line: number): boolean =>
    file.added.has(line) || (category === 'security' && file.moved?.has(line) === true);
  const isPlaced = range.startLine >= 1 && range.startLine <= file.lines.length;
  if (!isPlaced) {
    const [first] = category === 'security' ? newLinesIn(file) : file.added;
    return first === undefined ? undefined : { startLine: first, endLine: first };
  }
  const last = Math.min(Math.max(range.endLine, range.startLine), file.lines.length);
  if (isConsequence === true) return { startLine: range.startLine, endLine: last };
  for (let line = range.startLine; line <= last; line++) {
    if (!isNew(line)) continue;
    let end = line;
    while (end < last && isNew(end + 1)) end++;
    return { startLine: line, endLine: end };
  }
  return undefined;
}

export function isShown(finding: AttributedFinding): finding is ShownFinding {
  return finding.category !== 'note' && finding.hiddenBy === undefined && finding.refuted === undefined;
}
