import { foldersOf } from '../../core/system/foldersOf.ts';
import { filesOfTree, linksOfTree, listTree } from '../../git/content/treeFiles.ts';
import type { GitReader } from '../../git/run/git.ts';
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

/** Lists the files of two commits, without links and submodules. @throws CodeReviewError of kind `git` */
export async function readTreeFiles(
  git: GitReader,
  root: string,
  { base, head }: { readonly base: string; readonly head: string },
  signal: AbortSignal,
): Promise<TreeFiles> {
  const options = { signal, maxBytes: longestList, timeoutMs: 120_000 };
  const [listed, changed] = await Promise.all([
    listTree(git, root, head, options),
    git.bytes(root, ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames', base, head, '--'], options),
  ]);
  return { head: [...filesOfTree(listed)], links: [...linksOfTree(listed)], changes: parseChanges(changed.toString()) };
}

/**
 * Parses `:MODE MODE ID ID STATUS` and a path. What a link or a submodule takes the place of is not gone, only not seen
 * any more.
 */
function parseChanges(listed: string): TreeFileChange[] {
  const fields = listed.split('\0');
  const changes: TreeFileChange[] = [];
  const elsewhere = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = '', after = '', base = '', head = ''] = (fields[at] ?? '').slice(1).split(' ');
    const path = fields[at + 1] ?? '';
    if (!isFile(after) && !isNone(after)) elsewhere.add(path);
    if (!isFile(before) && !isFile(after)) continue;
    changes.push({ path, ...(isFile(before) && { base }), ...(isFile(after) && { head }) });
  }
  const isElsewhere = (path: string): boolean => [path, ...foldersOf(path)].some(each => elsewhere.has(each));
  return changes.filter(({ path, head }) => head !== undefined || !isElsewhere(path));
}

/** Whether a side of a change has nothing at its path. */
function isNone(mode: string): boolean {
  return /^0+$/.test(mode);
}

function isFile(mode: string): boolean {
  return mode.startsWith('100');
}
