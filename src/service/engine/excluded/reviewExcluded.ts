import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import type { GitReader } from '../../../git/run/git.ts';
import type { DiffFile, DiffModel } from '../diff/diffModel.ts';
import { readExcluded } from './readExcluded.ts';
import type { TextPiece } from './textSplitter.ts';
import type { ReviewerNotification } from '../reviewerReport.ts';
import type { AttributedFinding } from '../result/locatedFinding.ts';
import type { FindingRange, Reviewer, ReviewerFinding } from '../reviewer.ts';
import { lineStarts } from '../diff/textPosition.ts';

/** Longest line that is kept whole, in characters; a longer one is cut to the finding. */
const longestLine = 2_000;

/** The result for the files that analysers leave out. */
interface ExcludedResult {
  readonly findings: readonly AttributedFinding[];
  /** The reason, without a full stop, by id of each reviewer that could not read all of them. */
  readonly failures: ReadonlyMap<string, string>;
  /** Files that none of them could read. */
  readonly notifications: readonly ReviewerNotification[];
}

/** Runs the reviewers with `readsEverything` on the files that analysers leave out. */
export async function reviewExcluded(
  git: GitReader,
  root: string,
  diff: DiffModel,
  reviewers: readonly Reviewer[],
  signal: AbortSignal,
): Promise<ExcludedResult> {
  const findings: AttributedFinding[] = [];
  const failures = new Map<string, string>();
  const notifications: ReviewerNotification[] = [];
  const readers = reviewers.filter(({ readsEverything }) => readsEverything === true);
  const read = async (piece: TextPiece, reviewer: Reviewer): Promise<void> => {
    const { file } = piece;
    const answer = await reviewer.review({ ...diff, files: [file], addedLines: file.added.size }, signal);
    const [notification] = answer.status === 'ok' ? (answer.notifications ?? []) : [];
    if (notification !== undefined) failures.set(reviewer.id, `it could not read ${file.path}: ${notification.reason}`);
    else if (answer.status !== 'ok') failures.set(reviewer.id, `it could not read ${file.path}: ${answer.reason}`);
    else
      for (const each of ownFindings(piece, answer.findings))
        findings.push({ ...inFile(piece, each), reviewer: reviewer.id });
  };
  if (readers.length === 0) return { findings, failures, notifications };
  try {
    await readExcluded(
      git,
      root,
      diff.leftOut ?? [],
      signal,
      async piece => {
        for (const reviewer of readers) await read(piece, reviewer);
      },
      ({ path }) => notifications.push({ path, reason: 'git does not have its content' }),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    const why = CodeReviewError.is(error) ? displayMessage(error).replace(/\.$/, '') : 'it ended without a reason';
    for (const { id } of readers) failures.set(id, `the files that are not reviewed could not be searched: ${why}`);
  }
  return { findings, failures, notifications };
}

/** The findings that begin in the piece's own part. */
function ownFindings({ file, from, to }: TextPiece, findings: readonly ReviewerFinding[]): ReviewerFinding[] {
  if (findings.length === 0) return [];
  const starts = lineStarts(file.text);
  return findings.filter(({ range }) => {
    const offset = (starts[range.startLine - 1] ?? 0) + range.startColumn - 1;
    return offset >= from && offset < to;
  });
}

/** Moves a finding to its position in the file, of which only the finding's lines are kept. */
function inFile({ file, linesBefore, columnsBefore }: TextPiece, finding: ReviewerFinding): ReviewerFinding {
  const { range } = finding;
  const column = (line: number, at: number): number => (line === 1 ? columnsBefore + at : at);
  const lines: string[] = [];
  const added = new Set<number>();
  for (let line = range.startLine; line <= range.endLine; line++) {
    const text = file.lines[line - 1] ?? '';
    lines[linesBefore + line - 1] = text.length <= longestLine ? text : partOf(text, line, range);
    if (file.added.has(line)) added.add(linesBefore + line);
  }
  const kept: DiffFile = { path: file.path, text: Object.values(lines).join('\n'), lines, added };
  return {
    ...finding,
    file: kept,
    range: {
      startLine: linesBefore + range.startLine,
      startColumn: column(range.startLine, range.startColumn),
      endLine: linesBefore + range.endLine,
      endColumn: column(range.endLine, range.endColumn),
    },
    // A fix needs the text of the whole file.
    fix: undefined,
  };
}

function partOf(text: string, line: number, { startLine, startColumn, endLine, endColumn }: FindingRange): string {
  return text.slice(line === startLine ? startColumn - 1 : 0, line === endLine ? endColumn - 1 : longestLine);
}
