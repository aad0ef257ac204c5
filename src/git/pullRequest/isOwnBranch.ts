import type { SourceContext } from './source.ts';
import { readReflog } from '../repository/history.ts';
import { isOnDefaultBranch } from './isOnDefaultBranch.ts';

/**
 * Whether a remote branch is the checked-out one rather than another of the same name: it is tracked, was pushed from
 * here, or one is an ancestor of the other. One that is tracked still is another one where the branch was made anew here
 * for other work.
 * @param name of the branch at the remote that is pushed to
 * @param pushed its commit
 */
export async function isOwnBranch(
  context: SourceContext,
  name: string,
  pushed: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { git, copy, config, push } = context;
  if (push === undefined || copy.branch === undefined) return false;
  const { branch, head, root } = { ...copy, branch: copy.branch };
  const isTracked =
    config.get(`branch.${branch}.merge`) === `refs/heads/${name}` &&
    config.get(`branch.${branch}.remote`) === push.remote;
  if (pushed === head) return true;
  if (isTracked) return !(await isForOtherWork(context, branch, pushed, signal));
  const [shared, reflog] = await Promise.all([
    git.tryRun(root, ['merge-base', pushed, head], { signal }),
    readReflog(git, root, `refs/remotes/${push.remote}/${name}`, signal),
  ]);
  if (shared === pushed || reflog.some(({ message }) => message === 'update by push')) return true;
  // A new branch without commits is an ancestor of every branch.
  return shared === head && !(await isOnDefaultBranch(context, head, signal));
}

/** Whether a branch was at a commit and has left it for HEAD, and each changes files, but none in common. */
async function isForOtherWork(
  { git, copy }: SourceContext,
  branch: string,
  commit: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { root, head } = copy;
  const base = await git.tryRun(root, ['merge-base', commit, head], { signal });
  if (base === undefined || base === commit || base === head) return false;
  const reflog = await readReflog(git, root, `refs/heads/${branch}`, signal);
  if (!reflog.some(entry => entry.commit === commit)) return false;
  const changedBy = async (by: string): Promise<readonly string[]> => {
    const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--end-of-options', base, by, '--'];
    return ((await git.tryRun(root, args, { signal })) ?? '').split('\0').filter(Boolean);
  };
  const [theirs, ours] = await Promise.all([changedBy(commit), changedBy(head)]);
  const own = new Set(ours);
  return own.size > 0 && theirs.length > 0 && !theirs.some(file => own.has(file));
}
