import { pluralize } from './pluralize.ts';
import type { CompletedResult } from '../messages.ts';
import type { ReviewerNotification, ReviewerReport, UnreadFile } from '../reviewerReport.ts';
import { listFirst } from './listFirst.ts';
import { suppressedGaps } from './suppressedFindings.ts';
import { reviewerNames } from './reviewerNames.ts';
import type { Gap } from './gap.ts';

/** The gaps of a completed review; none if it is complete. */
export function reviewGaps(result: CompletedResult): Gap[] {
  const { reports, reviewed, unreviewed } = result;
  const ofReports = reports.flatMap(report => reviewerGaps(report, reviewed.length));
  return [...unreadFileGaps(unreviewed), ...removalGaps(result), ...ofReports, ...suppressedGaps(result)];
}

/** The gap of the files that should have been read; lock files, vendored code, pictures and the like need not be. */
export function unreadFileGaps(unreviewed: readonly UnreadFile[]): Gap[] {
  const notifications = unreviewed
    .filter(({ isGap }) => isGap === true)
    .map(({ path, why }) => ({ path, reason: why }));
  if (notifications.length === 0) return [];
  return [
    {
      message: `${nameOf(notifications)} ${notifications.length === 1 ? 'was' : 'were'} not read`,
      isFailure: true,
      notifications,
    },
  ];
}

/** The gap of a change in which nothing was read, since no reviewer reads what it takes away; it is no failure. */
export function removalGaps(result: CompletedResult): Gap[] {
  const removals = result.unreviewed.filter(({ isRemoval }) => isRemoval === true);
  if (removals.length === 0 || whyNothingWasRead(result) === undefined) return [];
  const notifications = removals.map(({ path, why }) => ({ path, reason: why }));
  return [
    { message: `no reviewer read what was removed from ${nameOf(notifications)}`, isFailure: false, notifications },
  ];
}

/** The gaps that a reviewer leaves. @param reviewed how many files were reviewed */
export function reviewerGaps(report: ReviewerReport, reviewed: number): Gap[] {
  const { reviewer, status, nothingToRead, files, read, unanswered = 0, notifications = [] } = report;
  const name = reviewerNames[reviewer] ?? reviewer.replace(/^tool:/, '');
  const gap = (message: string, isFailure = true): Gap => ({ message, isFailure, notifications });
  if (status === 'failed') return [gap(reviewer === 'tools' ? 'the project’s tools were not run' : `${name} failed`)];
  if (status === 'skipped') return nothingToRead === true ? [] : [gap(`${name} did not run`)];
  const gaps: Gap[] = [];
  const ofFiles = notifications.filter(({ path }) => path !== undefined);
  if (ofFiles.length > 0)
    gaps.push({
      message: `${name} did not fully check ${nameOf(ofFiles)}`,
      isFailure: ofFiles.some(({ isFailure }) => isFailure !== false),
      notifications: ofFiles,
    });
  const others = notifications.filter(({ path }) => path === undefined);
  if (others.length > 0) gaps.push({ ...gap(`${name} did only a part of its work`), notifications: others });
  const whole = read?.length ?? files;
  if (reviewer === 'model' && whole < reviewed)
    gaps.push(gap(`${name} read only ${whole} of ${reviewed} files in full`, unanswered > 0));
  return gaps;
}

const longestPath = 80;

function nameOf(notifications: readonly ReviewerNotification[]): string {
  const [{ path = '' } = {}] = notifications;
  if (new Set(notifications.map(each => each.path)).size > 1) return pluralize(notifications.length, 'file');
  return path.length > longestPath ? `…${path.slice(-longestPath)}` : path;
}

/**
 * Why no line was read, as the rest of a sentence; undefined if at least one was. A review that read nothing must not
 * look clean.
 */
export function whyNothingWasRead(result: CompletedResult): string | undefined {
  const { addedLines, removedLines = 0, comments, unreviewed } = result;
  if (addedLines + removedLines > 0 || comments.length > 0) return undefined;
  if (unreviewed.length === 0) return 'no line that is reviewed was added or removed';
  return `none of the changed files is reviewed (${listFirst(unreviewed.map(({ path, why }) => `${path}: ${why}`))})`;
}
