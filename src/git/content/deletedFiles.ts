import type { Git } from '../run/git.ts';

const timeoutMs = 10_000;

/**
 * Finds the files of a commit that the checked out one has no more under their names. None where that one is the same or
 * an earlier one: after a reset, or before a pull, nothing was deleted.
 * @param commit full hash
 */
export async function readDeletions(
  git: Git,
  root: string,
  commit: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const compare = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--diff-filter=D', '--end-of-options'];
  const output = await git.tryRun(root, [...compare, commit, 'HEAD', '--'], { signal, timeoutMs });
  const deleted = (output ?? '').split('\0').filter(Boolean);
  if (deleted.length === 0) return new Set();
  const later = ['rev-list', '--max-count=1', '--end-of-options', `${commit}..HEAD`, '--'];
  const isLater = Boolean(await git.tryRun(root, later, { signal, timeoutMs }));
  return new Set(isLater ? deleted : []);
}
