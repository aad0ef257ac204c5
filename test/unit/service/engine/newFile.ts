import type { DiffFile, DiffModel } from '../../../../src/service/engine/diff/diffModel.ts';
import type { Reviewer, ReviewerFinding } from '../../../../src/service/engine/reviewer.ts';

/** A file of which every line is new. */
export function newFile(path: string, text: string): DiffFile {
  const lines = text.split(/\r?\n/);
  return { path, text, lines, added: new Set(lines.map((_, index) => index + 1)) };
}

/** What a reviewer says of files. */
export async function findingsIn(
  reviewer: Reviewer,
  ...files: readonly DiffFile[]
): Promise<readonly ReviewerFinding[]> {
  const diff: DiffModel = { mergeBase: '', files, unreviewed: [], addedLines: 0 };
  const answer = await reviewer.review(diff, new AbortController().signal);
  if (answer.status !== 'ok') throw new Error(answer.reason);
  return answer.findings;
}

/** `line rule` of each finding. */
export async function rulesIn(reviewer: Reviewer, ...files: readonly DiffFile[]): Promise<string[]> {
  return (await findingsIn(reviewer, ...files)).map(({ range, rule }) => `${range.startLine} ${rule}`);
}
