import { compareSeverity } from '../../core/review/severity.ts';
import { everyFile, type DiffModel } from './diff/diffFile.ts';
import type { AttributedFinding } from './result/locatedFinding.ts';
import type { CarriedFindings } from './incremental.ts';
import type { ReviewerReport } from './reviewerReport.ts';
import type { FindingLimits, Refutation, ReportStage, Reviewer, ReviewerOutcome } from './reviewer.ts';
import { applyLimits } from './result/applyLimits.ts';

/** The report and the findings of one reviewer. */
interface ReviewerResult {
  readonly report: ReviewerReport;
  readonly findings: readonly AttributedFinding[];
  /** Findings over its limits: not shown, but kept for a later review that has room for them. */
  readonly over: readonly AttributedFinding[];
  /** What it refutes of the findings of others. */
  readonly refuted: readonly Refutation[];
}

/**
 * Runs a reviewer on the files that changed since the earlier review, and adds its earlier findings in the others. Never
 * rejects: failures are in the report.
 * @param now clock in milliseconds, with any origin
 * @param others what the reviewers before it found
 */
export async function runReviewer(
  reviewer: Reviewer,
  diff: DiffModel,
  carried: CarriedFindings,
  now: () => number,
  signal: AbortSignal,
  report: ReportStage,
  others: readonly AttributedFinding[] = [],
): Promise<ReviewerResult> {
  const began = now();
  const given = reviewer.readsShortened === true ? { ...diff, files: everyFile(diff) } : diff;
  let before = carried.filesFor(reviewer.id);
  let answer = await answerOf(reviewer, without(given, before), before, signal, report, others);
  // Run it on the whole change if it failed or left out files before.
  if (
    before.size > 0 &&
    (answer.status === 'failed' || (answer.status === 'skipped' && answer.nothingToRead !== true))
  ) {
    before = new Set();
    answer = await answerOf(reviewer, given, before, signal, report, others);
  }
  const { id } = reviewer;
  const facts = { reviewer: id, milliseconds: Math.round(now() - began) };
  if (before.size > 0 && answer.status === 'skipped') answer = { status: 'ok', findings: [], files: 0, read: [] };
  if (answer.status !== 'ok') {
    const { status, reason } = answer;
    const nothingToRead = answer.status === 'skipped' && answer.nothingToRead === true;
    return {
      report: { ...facts, status, reason, files: 0, ...(nothingToRead && { nothingToRead }) },
      findings: [],
      over: [],
      refuted: [],
    };
  }
  const {
    status,
    files,
    read,
    compared,
    testData = [],
    templates = [],
    markup = [],
    unanswered,
    notifications = [],
    refuted = [],
  } = answer;
  // Earlier findings come first, so that only more severe ones displace them.
  const all = [...carried.findingsOf(id, before), ...answer.findings.map(each => ({ ...each, reviewer: id }))];
  const { findings, over } = limited(all, reviewer.limits);
  const dropped =
    over.length === 0
      ? undefined
      : `dropped ${over.length} of all ${all.length} findings, earlier ones among them (${over.length} over the limit)`;
  const reason = [answer.reason, dropped].filter(each => each !== undefined).join('; ');
  return {
    report: {
      ...facts,
      status,
      files: before.size + files,
      ...(reason !== '' && { reason }),
      ...(read !== undefined && { read: [...before, ...read] }),
      ...(compared !== undefined && { compared }),
      ...(testData.length > 0 && { testData }),
      ...(templates.length > 0 && { templates }),
      ...(markup.length > 0 && { markup }),
      ...(unanswered !== undefined && { unanswered }),
      ...(notifications.length > 0 && { notifications }),
    },
    findings,
    over,
    refuted: [...refuted, ...carried.refutationsOf(before, others)],
  };
}

function limited(
  all: readonly AttributedFinding[],
  limits: FindingLimits | undefined,
): Pick<ReviewerResult, 'findings' | 'over'> {
  if (limits === undefined) return { findings: all, over: [] };
  const gravestFirst = [...all].sort((a, b) => compareSeverity(a.severity, b.severity));
  const findings = new Set(applyLimits(gravestFirst, limits, ({ file }) => file.path));
  return { findings: [...findings], over: gravestFirst.filter(each => !findings.has(each)) };
}

async function answerOf(
  reviewer: Reviewer,
  diff: DiffModel,
  before: ReadonlySet<string>,
  signal: AbortSignal,
  report: ReportStage,
  others: readonly AttributedFinding[],
): Promise<ReviewerOutcome> {
  if (before.size > 0 && diff.files.length === 0)
    return { status: 'skipped', reason: 'no file was changed', nothingToRead: true };
  try {
    return await reviewer.review(diff, signal, report, others);
  } catch (error) {
    return { status: 'failed', reason: error instanceof Error ? error.message : 'it ended without a reason' };
  }
}

function without(diff: DiffModel, paths: ReadonlySet<string>): DiffModel {
  if (paths.size === 0) return diff;
  const files = diff.files.filter(({ path }) => !paths.has(path));
  return { ...diff, files, addedLines: files.reduce((sum, { added }) => sum + added.size, 0) };
}
