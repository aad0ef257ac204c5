import { posix } from 'node:path';
import { isTestPath } from './reviewer.ts';
import { isBinding, languageOf } from './diff/fileKind.ts';
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

/** Most entries of a list in an answer of the API. What a program writes here has all. */
export const mostListed = 5_000;

/** What the notes of a review name only the first of, each as a list: files that were left out, suppressed findings. */
export function listsOf(result: Pick<CompletedResult, 'unreviewed'> & Partial<CompletedResult>): {
  readonly notReviewed: readonly NotReviewed[];
  readonly suppressed: readonly SuppressedFinding[];
} {
  return { notReviewed: filesOf(result), suppressed: result.hidden ?? [] };
}

/** The same lists with the names of the API. @param most entries of each; absent for all */
export function toLists({ notReviewed, suppressed }: ReturnType<typeof listsOf>, most?: number): object {
  return { not_reviewed: notReviewed.slice(0, most), suppressed: suppressed.slice(0, most) };
}

/** Whether one of them has more entries than are shown. */
export function areLong({ notReviewed, suppressed }: ReturnType<typeof listsOf>, shown: number): boolean {
  return notReviewed.length > shown || suppressed.length > shown;
}

/** Code first, what runs before tests, and of the rest one of each kind before all others: decoys hide nothing. */
export function codeFirst<T extends { readonly path: string }>(files: readonly T[]): T[] {
  const kinds = new Map<string, number>();
  const rank = ({ path }: T): number => {
    if (languageOf(path) !== undefined) return isTestPath(path) ? -1 : -2;
    const kind = isBinding(path) ? 'binding' : posix.extname(path) || posix.basename(path);
    const before = kinds.get(kind) ?? 0;
    kinds.set(kind, before + 1);
    return before;
  };
  const ranked = files.map(file => ({ file, at: rank(file) }));
  return ranked.sort((a, b) => a.at - b.at).map(({ file }) => file);
}

function filesOf({
  unreviewed,
  reports = [],
  reviewed = [],
}: Pick<CompletedResult, 'unreviewed'> & Partial<CompletedResult>): NotReviewed[] {
  const left = unreviewed.map(({ path, why }: UnreadFile) => ({ path, reason: why }));
  const plain = plainFiles(reviewed, reports).map(({ path, readFor, part = '' }) => ({
    path,
    reason: `${part} read for ${readFor} only`.trim(),
  }));
  return codeFirst([...left, ...reports.flatMap(ofReport), ...plain]);
}

function ofReport({ reviewer, notifications = [], testData = [], templates = [] }: ReviewerReport): NotReviewed[] {
  const reviewers = [reviewerNames[reviewer] ?? reviewer.replace(/^tool:/, '')];
  return [
    ...notifications.flatMap(({ path, reason }) => (path === undefined ? [] : [{ path, reason, reviewers }])),
    ...testData.map(path => ({ path, reason: 'test data', reviewers })),
    ...templates.map(path => ({ path, reason: 'template', reviewers })),
  ];
}

/** A file that no analyser reads for what it does, or a part of one. */
interface PlainFile {
  readonly path: string;
  /** What it was read for, in a few words. */
  readonly readFor: string;
  /** Which part, in a few words; absent if it is the whole file. */
  readonly part?: string;
}

/** The files that no analyser reads for what they do, and components of which none reads the markup, code first. */
export function plainFiles(reviewed: readonly string[], reports: readonly ReviewerReport[]): PlainFile[] {
  const compared = new Set(reports.flatMap(report => report.compared ?? []));
  const readFor = (path: string): string =>
    compared.has(path) ? 'secrets, diff hygiene and checks across files' : 'secrets and diff hygiene';
  const markup = new Set(reports.flatMap(report => report.markup ?? []));
  return codeFirst(
    reviewed.flatMap((path): PlainFile[] => {
      if (markup.has(path)) return [{ path, readFor: 'secrets and diff hygiene', part: 'outside its scripts' }];
      return languageOf(path) === undefined ? [{ path, readFor: readFor(path) }] : [];
    }),
  );
}
