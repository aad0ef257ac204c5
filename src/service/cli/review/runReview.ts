import { Git } from '../../../git/run/git.ts';
import type { CompletedResult } from '../../engine/messages.ts';
import type { ReviewProgress } from '../../engine/reviewProgress.ts';
import type { StartEngine } from '../../jobs/engineProcess.ts';
import type { ReviewOptions } from './readOptions.ts';
import { buildReport, type ReviewReport } from './reviewReport.ts';
import { findTarget, openRepository } from './reviewTarget.ts';
import { runEngine } from './runEngine.ts';
import type { Selection } from './selection.ts';
import { compareWithLast, standingFindings, type SinceLast } from './sinceLast/compare.ts';
import { followLast } from './sinceLast/followLast.ts';
import { LastReviews } from './sinceLast/lastReview.ts';

interface Around {
  readonly startEngine: StartEngine;
  /** Stops the review. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReviewProgress, selection: Selection) => void;
}

/** Makes a review, and keeps it for the next one of the same scope. @throws CodeReviewError, `cancelled` among them */
export async function runReview(options: ReviewOptions, around: Around): Promise<ReviewReport> {
  const { target: wanted, reviewers, trust, sinceLast, onlyNew, most } = options;
  const { startEngine, signal, onProgress } = around;
  const git = new Git({ executable: 'git', log: () => undefined, trustsFilters: trust });
  const copy = await openRepository(git, wanted, signal);
  try {
    const target = await findTarget(git, copy, wanted, signal);
    const kept = new LastReviews(copy.commonDir);
    const scope = [target.title, wanted.kind === undefined ? '' : copy.gitDir].join('\0');
    const last = await followLast(git, target, await kept.read(scope), signal);
    const selection = { onlyNew, most, ...(sinceLast && { since: { last } }) };
    let result: CompletedResult | undefined;
    if (target.nothing === undefined) {
      const engine = startEngine({ gitExecutable: await git.path(), onError: () => undefined });
      const { root, base, head, mergeBase } = target;
      const job = { root, base, head, ...(mergeBase && { mergeBase }), reviewers, pause: 0 };
      result = await runEngine(engine, job, signal, progress => onProgress(progress, selection));
    }
    const report = buildReport(target, result, selection);
    const isKept = await keep(kept, scope, report, compareWithLast(last, result, report.gaps), result);
    return isKept || !sinceLast ? report : { ...report, notes: [...report.notes, unkept] };
  } finally {
    if ('dispose' in copy) await copy.dispose();
  }
}

const unkept = 'This review could not be kept, so the next one is not compared with it.';

/** Keeps a review, as far as the repository can be written. */
async function keep(
  kept: LastReviews,
  scope: string,
  { target }: ReviewReport,
  sinceLast: SinceLast,
  result: CompletedResult | undefined,
): Promise<boolean> {
  const now = Date.now();
  const findings = standingFindings(result?.comments ?? [], sinceLast);
  const review = { reviewed_at: new Date(now).toISOString(), commit_sha: target.head, findings };
  return kept.write(scope, review, now).then(
    () => true,
    () => false,
  );
}
