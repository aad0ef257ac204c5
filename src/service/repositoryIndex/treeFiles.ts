import { foldersOf } from '../../core/system/foldersOf.ts';
import { filesOfTree, linksOfTree, listTree } from '../../git/content/treeFiles.ts';
import type { GitReader } from '../../git/run/git.ts';
import { listChanges } from '../engine/diff/changedFiles.ts';
import type { IndexedFile } from './factStore.ts';

/** A file that differs between two trees, with its blob in each that has it. */
interface TreeFileChange {
  readonly path: string;
  readonly base?: string;
  readonly head?: string;
}

/** The files of a commit, and how they differ from those of another. */
export interface TreeFiles {
  readonly head: readonly IndexedFile[];
  /** Paths of its links and submodules. */
  readonly links: readonly string[];
  readonly changes: readonly TreeFileChange[];
}

/** Longest list, in bytes. */
const longestList = 256 << 20;

/**
 * Lists the files of two commits, without links and submodules. What differs is asked as the review itself does, so that git
 * need not be started for it again. @throws CodeReviewError of kind `git`
 */
export async function readTreeFiles(
  git: GitReader,
  root: string,
  { base, head }: { readonly base: string; readonly head: string },
  signal: AbortSignal,
): Promise<TreeFiles> {
  const options = { signal, maxBytes: longestList, timeoutMs: 120_000 };
  const [listed, changed] = await Promise.all([
    listTree(git, root, head, options),
    listChanges(git, root, base, head, signal),
  ]);
  return { head: [...filesOfTree(listed)], links: [...linksOfTree(listed)], changes: parseChanges(changed.toString()) };
}

/**
 * Parses the list. A renamed file is gone at one path and new at the other. What a link or a submodule takes the place of is
 * not gone, only not seen any more.
 * @returns in the order of paths
 */
function parseChanges(listed: string): TreeFileChange[] {
  const fields = listed.split('\0');
  const changes: TreeFileChange[] = [];
  const elsewhere = new Set<string>();
  for (let at = 0; at + 1 < fields.length;) {
    const [before = '', after = '', base = '', head = '', status = ''] = (fields[at] ?? '').slice(1).split(' ');
    const isRenamed = status.startsWith('R');
    const [former = '', path = former] = fields.slice(at + 1, at + (isRenamed ? 3 : 2));
    at += isRenamed ? 3 : 2;
    if (!isFile(after) && !isNone(after)) elsewhere.add(path);
    const [old, now] = [isFile(before) ? { base } : undefined, isFile(after) ? { head } : undefined];
    if (isRenamed && old !== undefined) changes.push({ path: former, ...old });
    const here = isRenamed ? now : (old ?? now) && { ...old, ...now };
    if (here !== undefined) changes.push({ path, ...here });
  }
  const isElsewhere = (path: string): boolean => [path, ...foldersOf(path)].some(each => elsewhere.has(each));
  return changes
    .filter(({ path, head }) => head !== undefined || !isElsewhere(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Whether a side of a change has nothing at its path. */
function isNone(mode: string): boolean {
  return /^0+$/.test(mode);
}

function isFile(mode: string): boolean {
  return mode.startsWith('100');
}
