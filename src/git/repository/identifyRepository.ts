import path from 'node:path';
import { readConfig, type GitConfig } from './config.ts';
import type { Git } from '../run/git.ts';
import { pushTarget } from './pushTarget.ts';
import { areTwoHosts, repositoryOfRemote } from './remotes.ts';
import { parseRemoteUrl, type HostSettings, type Provider, type RemoteRepository } from './remoteUrl.ts';
import type { WorkingCopy } from './workingCopy.ts';

const mostRemotes = 20;

/** What the name of a repository begins with that no host tells. */
export const unhosted = 'local/';

/** The hosted repository of a working copy. */
export interface RepositoryIdentity {
  /** `owner/name` of the base repository; `local/<folder>` if no remote tells it, that of the first of its worktrees. */
  readonly fullName: string;
  readonly host: string | undefined;
  /** `git` if unknown. */
  readonly provider: Provider;
  /** https URL that all repositories of the host share as a prefix. */
  readonly site: string | undefined;
  /** https URL of the repository's page. */
  readonly webUrl: string | undefined;
  /** The remote of the base repository; undefined if there is none. */
  readonly remote: string | undefined;
}

type IdentifiedCopy = Pick<WorkingCopy, 'root' | 'branch'> & Partial<Pick<WorkingCopy, 'gitDir' | 'commonDir'>>;

/**
 * Identifies the base repository of pull requests by gh's rules (docs/decisions/pull-request-sources.md). A pull request is
 * on the host that its branch is on, so that is where a branch has its base which is pushed to another host.
 * @param options `config` is read if it is absent
 */
export async function identifyRepository(
  git: Git,
  copy: IdentifiedCopy,
  options: { readonly hosts: HostSettings; readonly config?: GitConfig },
  signal: AbortSignal,
): Promise<RepositoryIdentity> {
  const config = options.config ?? (await readConfig(git, copy.root, signal));
  const read = (remote: string): Promise<RemoteRepository | undefined> =>
    repositoryOfRemote(git, copy.root, config, remote, options.hosts, signal);
  const named = namedBase(config);
  if (named !== undefined) {
    for (const remote of config.remotes.slice(0, mostRemotes)) {
      const repository = await read(remote);
      if (repository?.fullName.toLowerCase() === named.fullName.toLowerCase()) return identity(repository, remote);
    }
    const beside = await read(named.remote);
    const port = beside?.port === undefined ? '' : `:${beside.port}`;
    const repository =
      beside && parseRemoteUrl(`https://${beside.host}${port}/${named.fullName}`, { hosts: options.hosts });
    if (repository !== undefined) return identity(repository, undefined);
  }
  const chosen = chosenRemote(config);
  const pushed = pushTarget(config, copy.branch)?.remote;
  const remote = [chosen, 'upstream', 'origin', pushed, config.remotes[0]].find(
    each => each !== undefined && config.remotes.includes(each),
  );
  const repository = remote === undefined ? undefined : await read(remote);
  if (chosen === undefined && repository !== undefined && pushed !== undefined && config.remotes.includes(pushed)) {
    const own = await read(pushed);
    if (own !== undefined && areTwoHosts(own.host, repository.host)) return identity(own, pushed);
  }
  if (repository !== undefined) return identity(repository, remote);
  const fullName = `${unhosted}${folderName(copy)}`;
  return { fullName, host: undefined, provider: 'git', site: undefined, webUrl: undefined, remote };
}

/** What tells a repository from others of its name. */
export interface RepositoryHome {
  /** Undefined where no remote tells it. */
  readonly host: string | undefined;
  /** Absolute path of the git directory that its worktrees share. */
  readonly folder: string;
}

/** Where a repository is at home. */
export function homeOf(
  { host }: Pick<RepositoryIdentity, 'host'>,
  { commonDir }: Pick<WorkingCopy, 'commonDir'>,
): RepositoryHome {
  return { host: host?.toLowerCase(), folder: commonDir };
}

/** The name of a working copy's folder; of a linked worktree that of its repository. */
function folderName({ root, gitDir, commonDir = gitDir }: IdentifiedCopy): string {
  const isLinked = commonDir !== undefined && commonDir !== gitDir;
  const folder = isLinked ? commonDir.replace(/[\\/]\.git$/, '') : root;
  // The root of a drive has no name.
  return path.basename(folder, isLinked ? '.git' : '') || 'repository';
}

function identity(
  { fullName, host, provider, site, webUrl }: RemoteRepository,
  remote: string | undefined,
): RepositoryIdentity {
  return { fullName, host, provider, site, webUrl, remote };
}

/** The repository set by `gh repo set-default` that has no remote of its own: the parent of a cloned fork. */
function namedBase(config: GitConfig): { readonly remote: string; readonly fullName: string } | undefined {
  for (const remote of config.remotes) {
    const fullName = config.get(`remote.${remote}.gh-resolved`);
    if (fullName !== undefined && /^[\w.-]+\/[\w.-]+$/.test(fullName)) return { remote, fullName };
  }
  return undefined;
}

/** The remote that was set as the base for gh or glab. */
function chosenRemote(config: GitConfig): string | undefined {
  return config.remotes.find(
    remote => (config.get(`remote.${remote}.gh-resolved`) ?? config.get(`remote.${remote}.glab-resolved`)) === 'base',
  );
}
