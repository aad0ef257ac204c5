import { newLinesIn, type DiffFile } from '../engine/diff/diffFile.ts';
import { locateFinding } from '../engine/result/locatedFinding.ts';
import type { Reviewer, ReviewerFinding } from '../engine/reviewer.ts';
import { fileBefore } from './fileBefore.ts';

const explanation = 'The line itself is as it was: what the change adds or removes elsewhere in the file causes this.';

/**
 * A reviewer that also finds the defects that a change causes at lines that it leaves as they are, such as the use of a
 * name whose import it removes: those that the file did not have before. Reads the file as it was only if it has any.
 */
export function withConsequences(reviewer: Reviewer): Reviewer {
  return {
    ...reviewer,
    readsShortened: true,
    review: async (diff, signal, report) => {
      const outcome = await reviewer.review(diff, signal, report);
      if (outcome.status !== 'ok') return outcome;
      const findingsIn = async (file: DiffFile, isWhole: boolean): Promise<readonly ReviewerFinding[] | undefined> => {
        const answer = await reviewer.review({ ...diff, files: [file] }, signal);
        if (answer.status !== 'ok' || (isWhole && (answer.notifications ?? []).length > 0)) return undefined;
        return answer.findings;
      };
      const findings = [...outcome.findings];
      for (const [file, old] of Map.groupBy(outcome.findings.filter(isOldDefect), each => each.file)) {
        signal.throwIfAborted();
        const before = await findingsIn(fileBefore(file), true);
        // Of a file that could not be loaded, nothing else was said.
        if (before === undefined || before.some(({ stopsFile }) => stopsFile === true)) continue;
        const lines = new Set(old.filter(exceptThose(before)).map(({ range }) => range.startLine));
        if (lines.size === 0) continue;
        const after = await findingsIn(withLines(file, lines), false);
        findings.push(...consequences(file, lines, after ?? []));
      }
      // A syntax error without new lines was there before, or is found above.
      const shortened = new Set(diff.files.filter(file => newLinesIn(file).length === 0).map(({ path }) => path));
      const notifications = (outcome.notifications ?? []).filter(({ path = '' }) => !shortened.has(path));
      return { ...outcome, findings, notifications };
    },
  };
}

/** A defect on an old line of an existing file. */
function isOldDefect(finding: ReviewerFinding): boolean {
  const { file, category, range } = finding;
  const isDefect = category === 'bug' || category === 'security';
  const isMoved = file.moved?.has(range.startLine) === true;
  return isDefect && !isMoved && file.baseBlob !== undefined && locateFinding(finding) === undefined;
}

/** Returns a function that finds out whether a finding is new; each of these findings matches one. */
function exceptThose(before: readonly ReviewerFinding[]): (finding: ReviewerFinding) => boolean {
  const counts = new Map<string, number>();
  for (const each of before) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return finding => {
    const key = keyOf(finding);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  };
}

/** Rule and text of the line: messages may contain line numbers. */
function keyOf({ file, range, rule }: ReviewerFinding): string {
  return `${rule} ${(file.lines[range.startLine - 1] ?? '').trim()}`;
}

function consequences(
  file: DiffFile,
  lines: ReadonlySet<number>,
  findings: readonly ReviewerFinding[],
): ReviewerFinding[] {
  return findings
    .map(finding => ({ ...finding, file, fix: undefined }))
    .filter(finding => lines.has(finding.range.startLine) && isOldDefect(finding) && !isOfItself(finding))
    .map(finding => ({ ...finding, body: `${finding.body} ${explanation}`, isConsequence: true }));
}

/** A trimmed line that is a comment, or blank. */
const comment = /^(?:\/\/.*|\/\*.*\*\/|\{\/\*.*\*\/\})?$/;

/**
 * Whether the change may only hide or show equal branches: all of them stands at the place of the finding, as both values
 * of a choice do, or comments are all that changes in the file.
 */
function isOfItself({ file, range, rule }: ReviewerFinding): boolean {
  if (rule !== 'eslint/review/identical-branches') return false;
  if (/\s\?\s/.test(file.lines.slice(range.startLine - 1, range.endLine).join('\n'))) return true;
  const added = [...file.added].map(line => file.lines[line - 1] ?? '');
  return [added, ...(file.removed?.values() ?? [])].flat().every(line => comment.test(line.trim()));
}

/** The file as if the change replaced these lines by themselves. */
function withLines(file: DiffFile, lines: ReadonlySet<number>): DiffFile {
  const removed = new Map(file.removed);
  for (const line of lines) removed.set(line, [...(removed.get(line) ?? []), file.lines[line - 1] ?? '']);
  return { ...file, added: new Set([...file.added, ...lines]), removed };
}
