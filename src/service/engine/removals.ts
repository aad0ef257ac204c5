import { removedIn, type DiffFile, type DiffModel } from './diff/diffFile.ts';
import { isDocument } from './diff/fileKind.ts';
import type { Reviewer } from './reviewer.ts';
import type { ReviewerReport, UnreadFile } from './reviewerReport.ts';

/** What a change takes away, and who read it. */
interface Removals {
  /** Files that only lost lines, which a reviewer read. */
  readonly shortened: readonly DiffFile[];
  /** Paths of the deleted files that a reviewer read. */
  readonly deleted: readonly string[];
  /** Number of removed lines that a reviewer read, in these and in the other files. */
  readonly lines: number;
  /** Files that only lost lines, or all, which no reviewer read. Documents are not among them: nothing depends on those. */
  readonly unread: readonly UnreadFile[];
}

/** Finds out which of the removed lines a reviewer read. */
export function readRemovals(
  diff: DiffModel,
  reports: readonly ReviewerReport[],
  reviewers: readonly Reviewer[],
): Removals {
  const { files, shortened = [], deleted = [] } = diff;
  const ended = reports.filter(({ status }) => status === 'ok');
  const ran = (which: (reviewer: Reviewer) => boolean): ReviewerReport[] =>
    ended.filter(({ reviewer }) => reviewers.some(each => each.id === reviewer && which(each)));
  const isJudged = ran(({ judgesRemoved }) => judgesRemoved === true).length > 0;
  const whole = ran(({ readsShortened }) => readsShortened === true).flatMap(({ read = [] }) => read);
  const read = new Set([...whole, ...ended.flatMap(({ compared = [] }) => compared)]);
  const isRead = ({ path }: { readonly path: string }): boolean => isJudged || read.has(path);
  const unreadOf = (some: readonly { readonly path: string }[], why: string): UnreadFile[] =>
    some
      .filter(file => !isRead(file) && !isDocument(file.path))
      .map(({ path }) => ({ path, why, isRemoval: true as const }));
  const ofFiles = [...files, ...shortened].filter(isRead).map(removedIn);
  const ofDeleted = deleted.filter(isRead).map(({ lines }) => lines);
  return {
    shortened: shortened.filter(isRead),
    deleted: deleted.filter(isRead).map(({ path }) => path),
    lines: [...ofFiles, ...ofDeleted].reduce((sum, lines) => sum + lines, 0),
    unread: [...unreadOf(shortened, 'only lost lines'), ...unreadOf(deleted, 'deleted')],
  };
}
