import type { Git } from '../run/git.ts';

/** Whether a commit is in the history of another one, or is that; false where git lacks one of them. */
export async function isAncestor(
  git: Git,
  root: string,
  commit: string,
  of: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await git.tryRun(root, ['merge-base', '--is-ancestor', commit, of], { signal })) !== undefined;
}

/** Whether each of two commits has something that the other one lacks. */
export async function haveDiverged(
  git: Git,
  root: string,
  one: string,
  other: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (one === other) return false;
  const related = await Promise.all([
    isAncestor(git, root, one, other, signal),
    isAncestor(git, root, other, one, signal),
  ]);
  return !related.includes(true);
}
