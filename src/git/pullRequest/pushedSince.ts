import { readConfig } from '../repository/config.ts';
import type { Git } from '../run/git.ts';
import { pushTarget } from '../repository/pushTarget.ts';

/**
 * How many commits were pushed to a branch that a commit does not hold, as far as was fetched or pushed from here. What
 * the branch was made from is another branch, also where it tracks that one.
 * @param since `commit` is a full hash
 * @returns 0 where that is not known
 */
export async function pushedSince(
  git: Git,
  root: string,
  since: { readonly branch: string; readonly commit: string },
  signal: AbortSignal,
): Promise<number> {
  const target = pushTarget(await readConfig(git, root, signal), since.branch);
  if (target === undefined) return 0;
  const pushed = `refs/remotes/${target.remote}/${target.branch}`;
  const run = (...args: string[]): Promise<string | undefined> => git.tryRun(root, args, { signal });
  // A branch of another name is the same one only where it has grown from what was reviewed.
  if (target.isGuess && (await run('merge-base', '--is-ancestor', since.commit, pushed)) === undefined) return 0;
  return Number((await run('rev-list', '--count', '--end-of-options', `${since.commit}..${pushed}`, '--')) ?? 0);
}
