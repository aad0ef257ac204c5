import { readConfig, type GitConfig } from '../repository/config.ts';
import type { Git } from '../run/git.ts';
import { nameCommit } from '../repository/workingCopy.ts';
import { surePushTarget } from './surePushTarget.ts';

/**
 * Counts the commits that were pushed to a branch after a commit, as last fetched or pushed from here. The branch it
 * was created from does not count, even if it is tracked.
 * @param since `commit` is a full hash; `config` is read if it is absent
 * @returns 0 if unknown
 */
export async function pushedSince(
  git: Git,
  root: string,
  since: { readonly branch: string; readonly commit: string; readonly config?: GitConfig },
  signal: AbortSignal,
): Promise<number> {
  const config = since.config ?? (await readConfig(git, root, signal));
  const target = await surePushTarget(git, root, config, { name: since.branch, head: since.commit }, signal);
  if (target === undefined) return 0;
  const pushed = `refs/remotes/${target.remote}/${target.branch}`;
  const run = (...args: string[]): Promise<string | undefined> => git.tryRun(root, args, { signal });
  // A branch with another name is the same one only if it descends from the reviewed commit.
  if (target.isGuess && (await run('merge-base', '--is-ancestor', since.commit, pushed)) === undefined) return 0;
  return Number((await run('rev-list', '--count', '--end-of-options', `${since.commit}..${pushed}`, '--')) ?? 0);
}

/** What is checked out, and the commit of its pull request that a review has read. */
interface ReviewedBranch {
  readonly branch: string;
  /** Full hash. */
  readonly head: string;
  /** Untrusted. */
  readonly commit: string;
  readonly config: GitConfig;
}

/**
 * Counts the commits of a branch that its pull request does not have, as last fetched or pushed from here.
 * @returns `undefined` if it is not known what is pushed
 */
export async function countUnpushed(
  git: Git,
  root: string,
  { branch, head, commit, config }: ReviewedBranch,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [target, read] = await Promise.all([
    surePushTarget(git, root, config, { name: branch, head }, signal),
    nameCommit(git, root, commit, signal),
  ]);
  if (target === undefined || target.isGuess || read === undefined) return undefined;
  const pushed = `^refs/remotes/${target.remote}/${target.branch}`;
  const args = ['rev-list', '--count', '--end-of-options', head, `^${read}`, pushed, '--'];
  const count = await git.tryRun(root, args, { signal });
  return count === undefined ? undefined : Number(count);
}
