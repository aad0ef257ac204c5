import type { EngineComment } from './messages.ts';
import type { ReviewerFinding } from './reviewer.ts';

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

/** The first new lines that a finding touches; undefined where it touches none, and so is not said. */
export function newLinesOf({ file, range }: ReviewerFinding): NewLines | undefined {
  const last = Math.min(Math.max(range.endLine, range.startLine), file.lines.length);
  for (let line = range.startLine; line <= last; line++) {
    if (!file.added.has(line)) continue;
    let end = line;
    while (end < last && file.added.has(end + 1)) end++;
    return { startLine: line, endLine: end };
  }
  return undefined;
}

export function isShown(finding: AttributedFinding): finding is ShownFinding {
  return finding.category !== 'note';
}
