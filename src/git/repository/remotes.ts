import type { GitConfig } from './config.ts';
import type { Git } from '../run/git.ts';
import type { RepositoryIdentity } from './identifyRepository.ts';
import { parseRemoteUrl, type Hosts, type RemoteRepository } from './remoteUrl.ts';
import type { SourceContext } from '../pullRequest/source.ts';

/**
 * The repository that a remote is of, as `insteadOf` rewrites its URL; by the URL as it is configured where that leads
 * to a path of this machine, such as a mirror.
 * @param remote name or URL
 */
export async function repositoryOfRemote(
  git: Git,
  root: string,
  config: GitConfig,
  remote: string,
  hosts: Hosts,
  signal: AbortSignal,
): Promise<RemoteRepository | undefined> {
  const configured = config.get(`remote.${remote}.url`) ?? remote;
  const rewritten = await git.tryRun(root, ['ls-remote', '--get-url', '--', remote], { signal });
  return parseRemoteUrl(rewritten ?? configured, { hosts }) ?? parseRemoteUrl(configured, { hosts });
}

/**
 * How a candidate of the remote names its repository: not at all where it is the base repository.
 * @returns undefined where the remote does not tell its repository, so that a number means nothing
 */
export async function nameOfRemote(
  { git, copy, config, identity, hosts }: SourceContext,
  remote: string,
  signal: AbortSignal,
): Promise<{ readonly repository?: string } | undefined> {
  if (remote === identity.remote) return {};
  const found = await repositoryOfRemote(git, copy.root, config, remote, hosts, signal);
  return found && nameOf(identity, found);
}

/** The same for a repository that is known already. */
export function nameOf(
  { host, fullName }: RepositoryIdentity,
  found: RemoteRepository,
): { readonly repository?: string } {
  const isBase = host === found.host && fullName.toLowerCase() === found.fullName.toLowerCase();
  return isBase ? {} : { repository: found.fullName };
}
