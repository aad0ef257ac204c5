import { counted } from './counted.ts';
import type { CompletedResult, Lapse, ReviewerReport, UnreadFile } from '../messages.ts';
import { firstTen } from './listFirst.ts';
import { hiddenGaps } from './suppressedFindings.ts';
import { reviewerNames } from './reviewerNames.ts';

/** What a completed review should have done and has not. */
export interface Gap {
  /** In so few words that a notification can say it; why is in the notes of the review. */
  readonly what: string;
  /** False where nothing went wrong: the budget that the user gives a model had no room for it. */
  readonly isFailure: boolean;
  /** Each file that it is about and why, where it is about files. */
  readonly lapses: readonly Lapse[];
}

/** All that keeps a completed review from being called complete. */
export function gapsOf(result: CompletedResult): Gap[] {
  const { reports, reviewed, unreviewed } = result;
  const ofReports = reports.flatMap(report => gapsOfReport(report, reviewed.length));
  return [...gapsOfFiles(unreviewed), ...ofReports, ...hiddenGaps(result)];
}

/** The files among these that should have been read. Lock files, vendored code, pictures and the like need not be. */
export function gapsOfFiles(unreviewed: readonly UnreadFile[]): Gap[] {
  const lapses = unreviewed.filter(({ isGap }) => isGap === true).map(({ path, why }) => ({ path, why }));
  if (lapses.length === 0) return [];
  return [{ what: `${nameOf(lapses)} ${lapses.length === 1 ? 'was' : 'were'} not read`, isFailure: true, lapses }];
}

function gapsOfReport(report: ReviewerReport, reviewed: number): Gap[] {
  const { reviewer, status, nothingToRead, files, read, unanswered = 0, lapses = [] } = report;
  const name = reviewerNames[reviewer] ?? reviewer.replace(/^tool:/, '');
  const gap = (what: string, isFailure = true): Gap => ({ what, isFailure, lapses });
  if (status === 'failed') return [gap(reviewer === 'tools' ? 'the project’s tools were not run' : `${name} failed`)];
  if (status === 'skipped') return nothingToRead === true ? [] : [gap(`${name} did not run`)];
  const gaps: Gap[] = [];
  const ofFiles = lapses.filter(({ path }) => path !== undefined);
  if (ofFiles.length > 0) gaps.push({ ...gap(`${name} did not fully check ${nameOf(ofFiles)}`), lapses: ofFiles });
  const others = lapses.filter(({ path }) => path === undefined);
  if (others.length > 0) gaps.push({ ...gap(`${name} did only a part of its work`), lapses: others });
  const whole = read?.length ?? files;
  if (reviewer === 'model' && whole < reviewed)
    gaps.push(gap(`${name} read only ${whole} of ${reviewed} files in full`, unanswered > 0));
  return gaps;
}

const longestPath = 80;

function nameOf(lapses: readonly Lapse[]): string {
  const [{ path = '' } = {}] = lapses;
  if (new Set(lapses.map(each => each.path)).size > 1) return counted(lapses.length, 'file');
  return path.length > longestPath ? `…${path.slice(-longestPath)}` : path;
}

/**
 * Why no line was read, as the rest of a sentence; undefined where at least one was. A review that read nothing is not
 * one that found nothing.
 */
export function whyNothingWasRead({ addedLines, comments, unreviewed }: CompletedResult): string | undefined {
  if (addedLines > 0 || comments.length > 0) return undefined;
  if (unreviewed.length === 0) return 'no lines were added';
  return `none of the changed files is reviewed (${firstTen(unreviewed.map(({ path, why }) => `${path}: ${why}`))})`;
}
