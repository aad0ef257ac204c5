import type { SourceContext } from './source.ts';
import { isAncestor, readReflog } from '../repository/history.ts';
import { isOnDefaultBranch } from './isOnDefaultBranch.ts';

/**
 * Whether a remote branch is the checked-out one rather than another of the same name: it is tracked, was pushed from
 * here, or one is an ancestor of the other.
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
  if (isTracked || pushed === head) return true;
  const [grown, behind, reflog] = await Promise.all([
    isAncestor(git, root, pushed, head, signal),
    isAncestor(git, root, head, pushed, signal),
    readReflog(git, root, `refs/remotes/${push.remote}/${name}`, signal),
  ]);
  if (grown || reflog.some(({ message }) => message === 'update by push')) return true;
  // A new branch without commits is an ancestor of every branch.
  return behind && !(await isOnDefaultBranch(context, head, signal));
}
