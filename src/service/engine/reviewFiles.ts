import type { DiffModel } from './diffModel.ts';
import type { AttributedFinding } from './located.ts';
import type { Carried } from './memory.ts';
import type { ReviewerReport } from './messages.ts';
import type { Reviewer, ReviewerAnswer } from './reviewer.ts';

/** What came of one reviewer. */
interface ReviewerResult {
  readonly report: ReviewerReport;
  readonly findings: readonly AttributedFinding[];
}

/**
 * Has a reviewer read the files that it has not read before as they are, and adds what it said of the others. What goes
 * wrong is told in the report, not thrown.
 * @param now milliseconds, from any start
 */
export async function reviewFiles(
  reviewer: Reviewer,
  diff: DiffModel,
  carried: Carried,
  now: () => number,
  signal: AbortSignal,
): Promise<ReviewerResult> {
  const began = now();
  let before = carried.filesFor(reviewer.id);
  let answer = await answerOf(reviewer, without(diff, before), before, signal);
  // Whether it works at all, and what it leaves out, is only known of the whole.
  if (
    before.size > 0 &&
    (answer.status === 'failed' || (answer.status === 'skipped' && answer.nothingToRead !== true))
  ) {
    before = new Set();
    answer = await answerOf(reviewer, diff, before, signal);
  }
  const { id } = reviewer;
  const facts = { reviewer: id, milliseconds: Math.round(now() - began) };
  if (before.size > 0 && answer.status === 'skipped') answer = { status: 'ok', findings: [], files: 0, read: [] };
  if (answer.status !== 'ok') {
    const { status, reason } = answer;
    const nothingToRead = answer.status === 'skipped' && answer.nothingToRead === true;
    return { report: { ...facts, status, reason, files: 0, ...(nothingToRead && { nothingToRead }) }, findings: [] };
  }
  const { status, findings, files, read, reason } = answer;
  return {
    report: {
      ...facts,
      status,
      files: before.size + files,
      ...(reason !== undefined && { reason }),
      ...(read !== undefined && { read: [...before, ...read] }),
    },
    findings: [...carried.findingsOf(id, before), ...findings.map(each => ({ ...each, reviewer: id }))],
  };
}

async function answerOf(
  reviewer: Reviewer,
  diff: DiffModel,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReviewerAnswer> {
  if (before.size > 0 && diff.files.length === 0)
    return { status: 'skipped', reason: 'no file was changed', nothingToRead: true };
  try {
    return await reviewer.review(diff, signal);
  } catch (error) {
    return { status: 'failed', reason: error instanceof Error ? error.message : 'it ended without a reason' };
  }
}

function without(diff: DiffModel, paths: ReadonlySet<string>): DiffModel {
  if (paths.size === 0) return diff;
  const files = diff.files.filter(({ path }) => !paths.has(path));
  return { ...diff, files, addedLines: files.reduce((sum, { added }) => sum + added.size, 0) };
}
