import type { SourceContext } from './source.ts';
import { isOnDefaultBranch } from './isOnDefaultBranch.ts';

/**
 * Whether a remote branch is the checked-out one rather than another of the same name: it is tracked, was pushed from
 * here, or one is an ancestor of the other.
 * @param pushed the commit of the remote branch
 */
export async function isOwnBranch(context: SourceContext, pushed: string, signal: AbortSignal): Promise<boolean> {
  const { git, copy, config, push } = context;
  if (push === undefined || copy.branch === undefined) return false;
  const { branch, head, root } = { ...copy, branch: copy.branch };
  const isTracked =
    config.get(`branch.${branch}.merge`) === `refs/heads/${push.branch}` &&
    config.get(`branch.${branch}.remote`) === push.remote;
  if (isTracked || pushed === head) return true;
  const run = (...args: string[]): Promise<string | undefined> => git.tryRun(root, args, { signal, maxBytes: 1 << 20 });
  const [grown, behind, reflog] = await Promise.all([
    run('merge-base', '--is-ancestor', pushed, head),
    run('merge-base', '--is-ancestor', head, pushed),
    run('reflog', 'show', '--format=%gs', `refs/remotes/${push.remote}/${push.branch}`, '--'),
  ]);
  if (grown !== undefined || (reflog?.split('\n').includes('update by push') ?? false)) return true;
  // A new branch without commits is an ancestor of every branch.
  return behind !== undefined && !(await isOnDefaultBranch(context, head, signal));
}
