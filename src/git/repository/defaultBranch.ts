import type { Git } from '../run/git.ts';
import { resolveCommit } from './workingCopy.ts';

/** The branch that other branches are compared with. */
interface DefaultBranch {
  readonly name: string;
  /** Full hash. */
  readonly commit: string;
}

/** Finds the remote's default branch as last fetched, else a local branch with a usual name; undefined if none. */
export async function findDefaultBranch(
  git: Git,
  root: string,
  remote: string | undefined,
  signal: AbortSignal,
): Promise<DefaultBranch | undefined> {
  const folder = `refs/remotes/${remote ?? ''}/`;
  const remoteHead = remote && (await git.tryRun(root, ['symbolic-ref', '-q', `${folder}HEAD`], { signal }));
  const configured = await git.tryRun(root, ['config', 'init.defaultBranch'], { signal });
  const usual = [configured, 'main', 'master', 'develop', 'trunk'].filter(Boolean);
  const refs = [
    remoteHead,
    ...usual.flatMap(name => [...(remote === undefined ? [] : [`${folder}${name}`]), `refs/heads/${name}`]),
  ];
  for (const ref of refs) {
    const commit = ref ? await resolveCommit(git, root, ref, signal) : undefined;
    if (ref && commit !== undefined)
      return { name: ref.slice((ref.startsWith(folder) ? folder : 'refs/heads/').length), commit };
  }
  return undefined;
}
