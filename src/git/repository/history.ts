import type { Git } from '../run/git.ts';

/** What moved a ref, and the commit that it was moved to. */
export interface ReflogEntry {
  readonly commit: string;
  /** Such as `commit: Fix the total`, or `update by push` */
  readonly message: string;
}

const longest = 1 << 20;

/** Reads the reflog of a ref by its full name, the latest entry first; empty where there is none or it is very long. */
export async function readReflog(
  git: Git,
  root: string,
  ref: string,
  signal: AbortSignal,
): Promise<readonly ReflogEntry[]> {
  const args = ['reflog', 'show', '--format=%H %gs', ref, '--'];
  const listed = await git.tryRun(root, args, { signal, maxBytes: longest });
  return (listed ?? '').split('\n').flatMap(line => {
    const space = line.indexOf(' ');
    return space < 0 ? [] : [{ commit: line.slice(0, space), message: line.slice(space + 1) }];
  });
}

/**
 * Returns the names that a branch had before it was renamed, less those that are of another branch by now.
 * @param branch without `refs/heads/`
 */
export async function formerNames(
  git: Git,
  root: string,
  branch: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const reflog = await readReflog(git, root, `refs/heads/${branch}`, signal);
  const names = new Set(
    reflog.flatMap(({ message }) => /^Branch: renamed refs\/heads\/(\S+) to refs\/heads\//.exec(message)?.[1] ?? []),
  );
  for (const name of names)
    if ((await git.tryRun(root, ['show-ref', '--verify', `refs/heads/${name}`], { signal })) !== undefined)
      names.delete(name);
  return names;
}

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

/** Whether each of two commits, as full hashes, has something that the other one lacks. */
export async function haveDiverged(
  git: Git,
  root: string,
  one: string,
  other: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (one === other) return false;
  const shared = await git.tryRun(root, ['merge-base', one, other], { signal });
  return shared !== one && shared !== other;
}
