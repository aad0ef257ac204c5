import type { RepositoryIdentity } from '../repository/identifyRepository.ts';
import type { RemoteRepository } from '../repository/remoteUrl.ts';
import { areTwoHosts, repositoryOfRemote } from '../repository/remotes.ts';
import type { SourceContext } from './source.ts';

/**
 * The repository in a candidate of a remote: absent for the base repository.
 * @returns undefined if the remote's repository is unknown or on another host, so that a number means nothing
 */
export async function remoteCandidateRepository(
  { git, copy, config, identity, hosts }: SourceContext,
  remote: string,
  signal: AbortSignal,
): Promise<{ readonly repository?: string } | undefined> {
  if (remote === identity.remote) return {};
  const found = await repositoryOfRemote(git, copy.root, config, remote, hosts, signal);
  return found && candidateRepository(identity, found);
}

/** The same for a repository that is known already. */
export function candidateRepository(
  { host, fullName }: RepositoryIdentity,
  found: RemoteRepository,
): { readonly repository?: string } | undefined {
  if (host !== undefined && areTwoHosts(host, found.host)) return undefined;
  const isBase = host !== undefined && fullName.toLowerCase() === found.fullName.toLowerCase();
  return isBase ? {} : { repository: found.fullName };
}
