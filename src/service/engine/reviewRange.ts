import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import type { GitReader } from '../../git/run/git.ts';
import { reviewNotes } from './result/reviewNotes.ts';
import { buildComments } from './result/buildComments.ts';
import { readRemovals } from './removals.ts';
import { refutedComments } from './result/refutedComments.ts';
import { pluralize } from './result/pluralize.ts';
import { maskComments, maskSecrets } from './result/maskSecrets.ts';
import { readDiff, type DiffFile, type DiffModel } from './diff/diffModel.ts';
import { locateFinding, type AttributedFinding } from './result/locatedFinding.ts';
import type { EngineComment } from './engineComment.ts';
import { CarriedFindings, remember } from './incremental.ts';
import type { CompletedResult, EngineJob, EngineResult } from './messages.ts';
import type { SuppressedFinding, ReviewerReport } from './reviewerReport.ts';
import { ProgressReporter, type ReviewProgress } from './reviewProgress.ts';
import { runReviewer } from './runReviewer.ts';
import type { Reviewer } from './reviewer.ts';
import { lostGuards } from './lostGuards.ts';
import { weakenedTests } from './weakenedTests.ts';
import { reviewExcluded } from './excluded/reviewExcluded.ts';

interface Parts {
  readonly git: GitReader;
  readonly reviewers: readonly Reviewer[];
  /** In milliseconds, with any origin. */
  readonly now: () => number;
  readonly onProgress?: (progress: ReviewProgress) => void;
}

/** Reviews the changes between the merge base and the head. Never rejects: failures are in the result. */
export async function reviewRange(
  { git, reviewers, now, onProgress = () => undefined }: Parts,
  job: EngineJob,
  signal: AbortSignal,
): Promise<EngineResult> {
  const started = now();
  const weights = [1, ...reviewers.map(({ weight = 1 }) => weight), 1];
  const progress = new ProgressReporter({ weights, now, onProgress, pause: job.pause ?? 1_000 });
  progress.begin('reading the changes');
  let diff: DiffModel;
  try {
    diff = await readDiff(git, job, signal);
  } catch (error) {
    if (!CodeReviewError.is(error)) throw error;
    return { status: 'failed', reason: displayMessage(error), reports: [] };
  }
  progress.tellFiles({
    read: diff.files.map(({ path, added }) => ({ path, addedLines: added.size })),
    unread: diff.unreviewed,
  });
  const carried = new CarriedFindings(job.earlier, diff);
  const findings: AttributedFinding[] = [];
  const over: AttributedFinding[] = [];
  const read: ReviewerReport[] = [];
  const commentsSoFar = (): EngineComment[] => maskComments(buildComments(findings), filesOf(findings));
  const files = `reading ${pluralize(diff.files.length, 'file')}`;
  let told = 0;
  // In sequence: they are CPU-bound, and their memory must not add up.
  for (const reviewer of reviewers) {
    const found = findings.length;
    if (progress.begin(files, found > told ? commentsSoFar : undefined)) told = found;
    const result = await runReviewer(reviewer, diff, carried, now, signal, progress.report, findings);
    for (const { finding, reason } of result.refuted) {
      const at = findings.findIndex(each => each === finding);
      const known = findings[at];
      if (known !== undefined) findings[at] = { ...known, refuted: reason };
    }
    findings.push(...result.findings);
    over.push(...result.over);
    read.push(result.report);
  }
  progress.begin('searching the files that are not reviewed for secrets');
  const swept = await reviewExcluded(git, job.root, diff, reviewers, signal);
  findings.push(...swept.findings);
  const reports = read.map((report): ReviewerReport => {
    const reason = swept.failures.get(report.reviewer);
    if (reason !== undefined) return { ...report, status: 'failed', reason };
    const isReader = reviewers.some(({ id, readsEverything }) => id === report.reviewer && readsEverything === true);
    return !isReader || swept.notifications.length === 0
      ? report
      : { ...report, notifications: [...(report.notifications ?? []), ...swept.notifications] };
  });
  const comments = buildComments(findings);
  const failures = reviewNotes({ status: 'failed', reason: '', reports });
  const spokenOf = filesOf([...findings, ...over]);
  const refuted = refutedComments(findings);
  if (failures.length > 0 && comments.length + refuted.length === 0) {
    const reason = [...failures, 'The rest of the review found nothing.'].join(' ');
    return maskSecrets({ status: 'failed', reason, reports }, spokenOf);
  }
  const removals = readRemovals(diff, reports, reviewers);
  const weakened = weakenedTests(diff);
  const lost = lostGuards(diff);
  const reviewed = [...diff.files, ...removals.shortened].map(({ path }) => path);
  const result: CompletedResult = {
    status: 'completed',
    comments,
    reports,
    reviewed,
    addedLines: diff.addedLines,
    ...(removals.deleted.length > 0 && { deleted: removals.deleted }),
    ...(removals.lines > 0 && { removedLines: removals.lines }),
    unreviewed: [...diff.unreviewed, ...(diff.sameContent ?? []), ...removals.unread],
    mergeBase: diff.mergeBase,
    notes: findings.filter(each => each.category === 'note' && locateFinding(each) !== undefined).length,
    hidden: findings.flatMap(hiddenFinding),
    ...(refuted.length > 0 && { refuted }),
    ...(weakened.length > 0 && { weakenedTests: weakened }),
    ...(lost.length > 0 && { lostGuards: lost }),
    memory: remember(diff, [...findings, ...over]),
    ...(job.earlier === undefined
      ? {}
      : { asBefore: { head: job.earlier.head, files: reviewed.filter(path => carried.unchanged.has(path)).length } }),
    milliseconds: Math.round(now() - started),
  };
  return maskSecrets(result, spokenOf);
}

function filesOf(findings: readonly AttributedFinding[]): Set<DiffFile> {
  return new Set(findings.map(({ file }) => file));
}

function hiddenFinding(finding: AttributedFinding): SuppressedFinding[] {
  const { file, rule, category, hiddenBy: by } = finding;
  const place = by === undefined || category === 'note' ? undefined : locateFinding(finding);
  return by === undefined || place === undefined ? [] : [{ path: file.path, line: place.startLine, rule, by }];
}
