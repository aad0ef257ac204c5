import { CodeReviewError, sentenceFor } from '../../core/errors.ts';
import type { Git } from '../../git/git.ts';
import { commentsOf } from './comments.ts';
import { readDiff, type DiffModel } from './diffModel.ts';
import type { EngineJob, EngineResult, ReviewerReport } from './messages.ts';
import type { Reviewer, ReviewerFinding } from './reviewer.ts';

interface Parts {
  readonly git: Git;
  readonly reviewers: readonly Reviewer[];
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

/** Reviews what lies between the merge base and the head. What goes wrong is told in the result, not thrown. */
export async function reviewRange(
  { git, reviewers, now }: Parts,
  job: EngineJob,
  signal: AbortSignal,
): Promise<EngineResult> {
  const started = now();
  let diff: DiffModel;
  try {
    diff = await readDiff(git, job, signal);
  } catch (error) {
    if (!CodeReviewError.is(error)) throw error;
    return { status: 'failed', reason: sentenceFor(error), reports: [] };
  }
  const findings: ReviewerFinding[] = [];
  const reports: ReviewerReport[] = [];
  // One after the other: they are bound by the processor, and their memory must not add up.
  for (const reviewer of reviewers) {
    const began = now();
    const answer = await reviewer.review(diff, signal).catch(failedBy);
    const milliseconds = Math.round(now() - began);
    const { status, reason } = answer;
    const because = reason === undefined ? {} : { reason };
    if (answer.status === 'ok') findings.push(...answer.findings);
    reports.push({
      reviewer: reviewer.id,
      status,
      ...because,
      files: answer.status === 'ok' ? answer.files : 0,
      milliseconds,
    });
  }
  const comments = commentsOf(findings);
  const failures = reports
    .filter(({ status }) => status === 'failed')
    .map(({ reviewer, reason = '' }) => `${reviewer}: ${reason}`);
  if (failures.length > 0 && comments.length === 0) {
    return {
      status: 'failed',
      reason: `A part of the review did not work (${failures.join('; ')}), and the rest found nothing.`,
      reports,
    };
  }
  return {
    status: 'completed',
    comments,
    reports,
    reviewed: diff.files.map(({ path }) => path),
    addedLines: diff.addedLines,
    unreviewed: diff.unreviewed,
    mergeBase: diff.mergeBase,
    milliseconds: Math.round(now() - started),
  };
}

function failedBy(error: unknown): { readonly status: 'failed'; readonly reason: string } {
  return { status: 'failed', reason: error instanceof Error ? error.message : 'it ended without a reason' };
}
