import type { GitConfig } from './config.ts';
import type { Git } from '../run/git.ts';
import { parseRemoteUrl, type Hosts, type RemoteRepository } from './remoteUrl.ts';

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
