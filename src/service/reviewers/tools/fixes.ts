import { diffLines } from '../../../core/diff/lineDiff.ts';
import type { DiffFile } from '../../engine/diff/diffModel.ts';
import type { ReviewerFinding, TextEdit } from '../../engine/reviewer.ts';

/** Lines that the fix command replaced. */
interface Hunk {
  /** From 1 in the reviewed file; `endLine` is excluded, so both are equal for an insertion. */
  readonly startLine: number;
  readonly endLine: number;
  readonly edit: TextEdit;
}

/** The lines of a file that the fix command changed. */
export function hunksOf({ text }: DiffFile, repaired: string): Hunk[] {
  const [before, after] = [linesOf(text), linesOf(repaired)];
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, line => {
      // A different kind of line break is no change.
      const key = line.replace(/\r?\n$/, '\n');
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    });
  const { removed, added } = diffLines(numbered(before), numbered(after));
  const hunks: Hunk[] = [];
  let offset = 0;
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [fromLine, from, fromAfter] = [i, offset, j];
    while (removed[i] === 1) offset += before[i++]?.length ?? 0;
    while (added[j] === 1) j++;
    if (i > fromLine || j > fromAfter) {
      const edit = { start: from, end: offset, text: after.slice(fromAfter, j).join('') };
      hunks.push({ startLine: fromLine + 1, endLine: i + 1, edit });
    } else {
      offset += before[i++]?.length ?? 0;
      j++;
    }
  }
  return hunks;
}

/** Splits text into lines with their line breaks. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter(line => line !== '');
}

/**
 * Assigns each hunk as the fix of the first finding on its lines that has no fix and that the fix command resolved: two
 * comments must not offer the same change.
 * @param remaining findings after the fix command, possibly on other lines
 */
export function withHunks(
  findings: readonly ReviewerFinding[],
  file: DiffFile,
  hunks: readonly Hunk[],
  remaining: readonly ReviewerFinding[],
): ReviewerFinding[] {
  const [before, after] = [countsOf(findings), countsOf(remaining)];
  const open = findings.filter(each => {
    if (each.file !== file || each.fix !== undefined || !file.added.has(each.range.startLine)) return false;
    // Still as many as before, so the change fixes something else.
    return (after.get(sameness(each)) ?? 0) < (before.get(sameness(each)) ?? 0);
  });
  const fixes = new Map<ReviewerFinding, TextEdit>();
  for (const { startLine, endLine, edit } of hunks) {
    // Inserted lines may belong to the line above or below.
    const first = startLine === endLine ? startLine - 1 : startLine;
    const last = startLine === endLine ? startLine : endLine - 1;
    const finding = open.find(each => {
      const line = each.range.startLine;
      return line >= first && line <= last && !fixes.has(each);
    });
    if (finding !== undefined) fixes.set(finding, edit);
  }
  return findings.map(each => {
    const edit = fixes.get(each);
    return edit === undefined ? each : { ...each, fix: [edit] };
  });
}

function countsOf(findings: readonly ReviewerFinding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) counts.set(sameness(finding), (counts.get(sameness(finding)) ?? 0) + 1);
  return counts;
}

function sameness({ file, rule, title }: ReviewerFinding): string {
  return [file.path, rule, title].join('\0');
}
