import type { Git } from './git.ts';
import { resolveCommit } from './workingCopy.ts';

/** The branch that others are compared with. */
export interface DefaultBranch {
  readonly name: string;
  /** Full hash. */
  readonly commit: string;
}

/** The remote's default branch as it was last fetched, else a local branch of a usual name; undefined where there is none. */
export async function findDefaultBranch(
  git: Git,
  root: string,
  remote: string | undefined,
  signal: AbortSignal,
): Promise<DefaultBranch | undefined> {
  const head =
    remote && (await git.tryRun(root, ['symbolic-ref', '-q', '--short', `refs/remotes/${remote}/HEAD`], { signal }));
  const configured = await git.tryRun(root, ['config', 'init.defaultBranch'], { signal });
  const usual = [configured, 'main', 'master', 'develop', 'trunk'].filter(name => name !== undefined && name !== '');
  const names = [head, ...usual.flatMap(name => (remote === undefined ? [name] : [`${remote}/${name}`, name]))];
  for (const name of names) {
    if (!name) continue;
    const ref = remote !== undefined && name.startsWith(`${remote}/`) ? `refs/remotes/${name}` : `refs/heads/${name}`;
    const commit = await resolveCommit(git, root, ref, signal);
    if (commit !== undefined)
      return {
        name: remote !== undefined && name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : name,
        commit,
      };
  }
  return undefined;
}
