import type { SourceContext } from './source.ts';
import { isInTrunk } from './trunkCommits.ts';

/**
 * Whether the branch of the remote is the checked-out one, and not another's of the same name: it is tracked, it was
 * pushed from here, or one has grown from the other.
 * @param pushed the commit of the remote's branch
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
  // A new branch without commits is behind everything.
  return behind !== undefined && !(await isInTrunk(context, head, signal));
}
