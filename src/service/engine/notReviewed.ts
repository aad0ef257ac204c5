import { isTestPath } from './reviewer.ts';
import { languageOf } from './diff/fileKind.ts';
import type { CompletedResult } from './messages.ts';
import type { ReviewerReport, SuppressedFinding, UnreadFile } from './reviewerReport.ts';
import { reviewerNames } from './result/reviewerNames.ts';

/** A changed file that was not read, or not by these reviewers. */
export interface NotReviewed {
  readonly path: string;
  readonly reason: string;
  /** Names of the reviewers that left it out; absent if all did. */
  readonly reviewers?: readonly string[];
}

/** Most entries of a list in an answer. */
export const mostListed = 5_000;

/** What the notes of a review name only the first of, each as a list: files that were left out, suppressed findings. */
export function listsOf(result: Pick<CompletedResult, 'unreviewed'> & Partial<CompletedResult>): {
  readonly notReviewed: readonly NotReviewed[];
  readonly suppressed: readonly SuppressedFinding[];
} {
  const { hidden = [] } = result;
  return { notReviewed: filesOf(result).slice(0, mostListed), suppressed: hidden.slice(0, mostListed) };
}

/** The same lists with the names of the API. */
export function toLists(lists: ReturnType<typeof listsOf>): object {
  return { not_reviewed: lists.notReviewed, suppressed: lists.suppressed };
}

/** Whether the notes do not name all of them. */
export function areLong({ notReviewed, suppressed }: ReturnType<typeof listsOf>, shown: number): boolean {
  return notReviewed.length > shown || suppressed.length > shown;
}

/** Code first, and what runs before tests: decoys hide nothing. */
export function codeFirst<T extends { readonly path: string }>(files: readonly T[]): T[] {
  const rank = ({ path }: T): number => (languageOf(path) === undefined ? 2 : isTestPath(path) ? 1 : 0);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

function filesOf({
  unreviewed,
  reports = [],
  reviewed = [],
}: Pick<CompletedResult, 'unreviewed'> & Partial<CompletedResult>): NotReviewed[] {
  const left = unreviewed.map(({ path, why }: UnreadFile) => ({ path, reason: why }));
  return codeFirst([...left, ...reports.flatMap(ofReport), ...plainFiles(reviewed, reports).map(ofPlain)]);
}

function ofReport({ reviewer, notifications = [], testData = [], templates = [] }: ReviewerReport): NotReviewed[] {
  const reviewers = [reviewerNames[reviewer] ?? reviewer.replace(/^tool:/, '')];
  return [
    ...notifications.flatMap(({ path, reason }) => (path === undefined ? [] : [{ path, reason, reviewers }])),
    ...testData.map(path => ({ path, reason: 'test data', reviewers })),
    ...templates.map(path => ({ path, reason: 'template', reviewers })),
  ];
}

function ofPlain(path: string): NotReviewed {
  return { path, reason: 'read for secrets and diff hygiene only' };
}

/** Paths of the files that no analyser reads for what they do. */
export function plainFiles(reviewed: readonly string[], reports: readonly ReviewerReport[]): string[] {
  const compared = new Set(reports.flatMap(report => report.compared ?? []));
  return reviewed.filter(path => languageOf(path) === undefined && !compared.has(path));
}
