import { readReflog, type ReflogEntry } from '../../repository/history.ts';
import type { Git } from '../../run/git.ts';
import { RefListing } from '../refListing.ts';

/** A branch of a remote. */
interface RemoteBranch {
  readonly remote: string;
  readonly branch: string;
  readonly commit: string;
}

/** Most commits that are looked for, the latest first. */
const mostCommits = 20;

/**
 * Finds where a branch was pushed from here by naming it, as `git push fork HEAD:topic` does, which no configuration
 * tells: the remote branch that has the latest pushed commit of those that were made on the local one.
 * @param branch without `refs/heads/`
 * @param remotes names of all remotes
 * @returns undefined if it was pushed nowhere, or to several
 */
export async function pushedByHand(
  git: Git,
  root: string,
  { branch, remotes }: { readonly branch: string; readonly remotes: readonly string[] },
  signal: AbortSignal,
): Promise<RemoteBranch | undefined> {
  const own = (await readReflog(git, root, `refs/heads/${branch}`, signal)).filter(isMadeHere);
  if (own.length === 0) return undefined;
  const listed = ['for-each-ref', '--format=%(objectname)%09%(refname)', 'refs/remotes'];
  const refs = new RefListing(await git.bytes(root, listed, { signal }));
  for (const commit of [...new Set(own.map(entry => entry.commit))].slice(0, mostCommits)) {
    const pushed: RemoteBranch[] = [];
    for (const ref of refs.namesAt(commit)) {
      const place = remoteBranch(ref, remotes);
      if (place !== undefined && (await isPushedFromHere(git, root, ref, commit, signal)))
        pushed.push({ ...place, commit });
    }
    if (pushed.length > 0) return pushed.length === 1 ? pushed[0] : undefined;
  }
  return undefined;
}

/** Whether an entry of a branch's reflog made its commit on this branch, instead of taking over one that was there. */
export function isMadeHere({ message }: ReflogEntry): boolean {
  return /^(?:commit|cherry-pick|rebase|revert)\b/.test(message);
}

/** Whether a remote branch got a commit by a push from here. */
export async function isPushedFromHere(
  git: Git,
  root: string,
  ref: string,
  commit: string,
  signal: AbortSignal,
): Promise<boolean> {
  const entries = await readReflog(git, root, ref, signal);
  return entries.some(entry => entry.commit === commit && entry.message === 'update by push');
}

/** The remote branch of a ref below the folder of a remote, whose name may have slashes itself. */
function remoteBranch(ref: string, remotes: readonly string[]): Omit<RemoteBranch, 'commit'> | undefined {
  const [remote] = remotes.filter(name => ref.startsWith(`refs/remotes/${name}/`)).sort((a, b) => b.length - a.length);
  return remote === undefined ? undefined : { remote, branch: ref.slice(`refs/remotes/${remote}/`.length) };
}
