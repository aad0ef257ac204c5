import type { PushTarget } from '../repository/pushTarget.ts';
import { resolveCommit } from '../repository/workingCopy.ts';
import type { Git } from '../run/git.ts';
import { readReflog } from '../repository/history.ts';

/** The push target, which is no guess where it has a commit that was made on the branch and pushed from here. */
export async function surePushTarget(
  git: Git,
  root: string,
  target: PushTarget | undefined,
  branch: string | undefined,
  signal: AbortSignal,
): Promise<PushTarget | undefined> {
  if (target?.isGuess !== true || branch === undefined) return target;
  const tracking = `refs/remotes/${target.remote}/${target.branch}`;
  const [tracked, own, pushed] = await Promise.all([
    resolveCommit(git, root, tracking, signal),
    readReflog(git, root, `refs/heads/${branch}`, signal),
    readReflog(git, root, tracking, signal),
  ]);
  const isMade = own.some(
    ({ commit, message }) => commit === tracked && /^(?:commit|cherry-pick|rebase|revert)\b/.test(message),
  );
  const isPushed = pushed.some(({ commit, message }) => commit === tracked && message === 'update by push');
  return isMade && isPushed ? { ...target, isGuess: false } : target;
}
