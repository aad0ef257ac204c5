import type { Git } from '../run/git.ts';
import { resolveCommit } from '../repository/workingCopy.ts';

/** Counts the commits of HEAD that a commit does not contain; `undefined` if it is not here. @param commit untrusted */
export async function countUnread(
  git: Git,
  root: string,
  commit: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const known = await resolveCommit(git, root, commit, signal);
  if (known === undefined) return undefined;
  const args = ['rev-list', '--count', '--end-of-options', `${known}..HEAD`, '--'];
  const count = await git.tryRun(root, args, { signal });
  return count === undefined ? undefined : Number(count);
}

/**
 * Whether a commit holds the work that a snapshot was taken of: it was made on top of the snapshot's parent, and changes
 * every file that the work changed. What changed in these files since does not matter.
 * @param commit untrusted, as is `snapshot`
 */
export async function holdsSnapshot(
  git: Git,
  root: string,
  commit: string,
  snapshot: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [later, base] = await Promise.all(
    [commit, `${snapshot}^`].map(revision => resolveCommit(git, root, revision, signal)),
  );
  if (later === undefined || base === undefined || later === base) return false;
  if ((await git.tryRun(root, ['merge-base', '--is-ancestor', base, later], { signal })) === undefined) return false;
  const [work, committed] = await Promise.all(
    [snapshot, later].map(revision => changedFiles(git, root, base, revision, signal)),
  );
  return work !== undefined && work.size > 0 && [...work].every(file => committed?.has(file));
}

async function changedFiles(
  git: Git,
  root: string,
  base: string,
  revision: string,
  signal: AbortSignal,
): Promise<Set<string> | undefined> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--end-of-options', base, revision, '--'];
  const names = await git.tryRun(root, args, { signal });
  return names === undefined ? undefined : new Set(names.split('\0').filter(Boolean));
}
