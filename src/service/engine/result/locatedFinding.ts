import { newLinesIn } from '../diff/diffFile.ts';
import type { EngineComment } from '../engineComment.ts';
import type { ReviewerFinding } from '../reviewer.ts';

/** A finding and who says it. */
export interface AttributedFinding extends ReviewerFinding {
  /** Id of the reviewer. */
  readonly reviewer: string;
}

/** A finding that is no note. */
export interface ShownFinding extends AttributedFinding {
  readonly category: EngineComment['category'];
}

/** Lines from 1, `endLine` included. */
export interface NewLines {
  readonly startLine: number;
  readonly endLine: number;
}

/** A finding and the new lines that it is shown at. */
export interface Located extends NewLines {
  readonly finding: ShownFinding;
  /** How many places of the file it speaks of. */
  readonly places: number;
}

/**
 * The first new lines that a finding touches; undefined where it touches none, and so is not said. One whose place is
 * not in the file is kept at its first new line. What is said of security counts where a line was moved to, too.
 */
export function newLinesOf({ file, range, category }: ReviewerFinding): NewLines | undefined {
  const isNew = (line: number): boolean =>
    file.added.has(line) || (category === 'security' && file.moved?.has(line) === true);
  const isPlaced = range.startLine >= 1 && range.startLine <= file.lines.length;
  if (!isPlaced) {
    const [first] = category === 'security' ? newLinesIn(file) : file.added;
    return first === undefined ? undefined : { startLine: first, endLine: first };
  }
  const last = Math.min(Math.max(range.endLine, range.startLine), file.lines.length);
  for (let line = range.startLine; line <= last; line++) {
    if (!isNew(line)) continue;
    let end = line;
    while (end < last && isNew(end + 1)) end++;
    return { startLine: line, endLine: end };
  }
  return undefined;
}

export function isShown(finding: AttributedFinding): finding is ShownFinding {
  return finding.category !== 'note' && finding.hiddenBy === undefined;
}
