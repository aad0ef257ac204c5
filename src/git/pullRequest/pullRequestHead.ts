import type { PullRequestId } from '../../core/review/pullRequest.ts';
import { readConfig } from '../repository/config.ts';
import { identifyRepository } from '../repository/identifyRepository.ts';
import { repositoryOfRemote } from '../repository/remotes.ts';
import type { HostSettings } from '../repository/remoteUrl.ts';
import type { Git } from '../run/git.ts';
import { RemoteRefs } from './remoteRefs.ts';

/** Where a remote keeps the head of a pull request. */
export interface PullRequestHead {
  /** Name of the remote. */
  readonly remote: string;
  /** Full name of the ref there: of its branch if that is known, else of the pull request. */
  readonly ref: string;
  /** Full hash. */
  readonly commit: string;
  /** A name for a local branch. */
  readonly branch: string;
}

const mostRemotes = 20;

/**
 * Finds the head of a pull request on the remotes of its repository, whatever is checked out.
 * @returns undefined if no remote is that repository, or none keeps a ref of the pull request
 */
export async function findPullRequestHead(
  git: Git,
  root: string,
  { repository, number }: PullRequestId,
  hosts: HostSettings,
  signal: AbortSignal,
): Promise<PullRequestHead | undefined> {
  for (const remote of await remotesOf(git, root, repository, hosts, signal)) {
    const refs = await RemoteRefs.list(git, root, remote, signal);
    const head = refs.headRef(number);
    if (head === undefined) continue;
    const branches = refs.branchesAt(head.commit).filter(name => name !== refs.defaultBranch);
    const [only] = branches;
    // A name such as `-f` would be an option of git.
    return branches.length === 1 && only !== undefined && /^\w[\w./+#-]*$/.test(only)
      ? { remote, ref: `refs/heads/${only}`, commit: head.commit, branch: only }
      : { remote, ...head, branch: `pr/${number}` };
  }
  return undefined;
}

/** Names of the remotes that are a repository; the one that its pull requests are found by comes first. */
async function remotesOf(
  git: Git,
  root: string,
  repository: string,
  hosts: HostSettings,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const isIt = (name: string | undefined): boolean => name?.toLowerCase() === repository.toLowerCase();
  const config = await readConfig(git, root, signal);
  const own = await identifyRepository(git, { root, branch: undefined }, { hosts, config }, signal);
  const found = new Set(own.remote !== undefined && isIt(own.fullName) ? [own.remote] : []);
  for (const remote of config.remotes.slice(0, mostRemotes))
    if (isIt((await repositoryOfRemote(git, root, config, remote, hosts, signal))?.fullName)) found.add(remote);
  return found;
}
