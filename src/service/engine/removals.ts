import { removedIn, type DiffFile, type DiffModel } from './diff/diffFile.ts';
import { isBinding, isDocument, languageOf } from './diff/fileKind.ts';
import { isTestPath, type Reviewer } from './reviewer.ts';
import type { ReviewerReport, UnreadFile } from './reviewerReport.ts';

/** What a change takes away, and who read it. */
interface Removals {
  /** Files that only lost lines, which a reviewer read. */
  readonly shortened: readonly DiffFile[];
  /** Paths of the deleted files that a reviewer read. */
  readonly deleted: readonly string[];
  /** Number of removed lines that a reviewer read, in these and in the other files. */
  readonly lines: number;
  /** Files that only lost lines, or all, which no reviewer read. */
  readonly unread: readonly UnreadFile[];
}

interface Named {
  readonly path: string;
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
  const read = new Set(whole);
  const compared = new Set(ended.flatMap(({ compared: paths = [] }) => paths));
  // Code is not read by comparing what others use of it.
  const isRead = ({ path }: Named): boolean => isJudged || (languageOf(path) === undefined ? compared : read).has(path);
  // What is deleted is compared with what others use of it: nothing uses tests, nor most of what manifests say.
  const isUsed = ({ path }: Named): boolean => languageOf(path) !== undefined && !isTestPath(path);
  const isDeletionRead = (file: Named): boolean => isJudged || (compared.has(file.path) && isUsed(file));
  const unreadOf = (some: readonly Named[], why: string): UnreadFile[] =>
    // Nothing fails for want of most documents.
    some.map(({ path }) => ({
      path,
      why,
      ...((!isDocument(path) || isBinding(path)) && { isRemoval: true as const }),
    }));
  const ofFiles = [...files, ...shortened].filter(isRead).map(removedIn);
  const deletedRead = deleted.filter(isDeletionRead);
  return {
    shortened: shortened.filter(isRead),
    deleted: deletedRead.map(({ path }) => path),
    lines: [...ofFiles, ...deletedRead.map(({ lines }) => lines)].reduce((sum, lines) => sum + lines, 0),
    unread: [
      ...unreadOf(
        shortened.filter(file => !isRead(file)),
        'only lost lines',
      ),
      ...unreadOf(
        deleted.filter(file => !isDeletionRead(file)),
        'deleted',
      ),
    ],
  };
}
