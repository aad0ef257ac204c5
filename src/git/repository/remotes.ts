import type { GitConfig } from './config.ts';
import type { Git } from '../run/git.ts';
import { parseRemoteUrl, type HostSettings, type RemoteRepository } from './remoteUrl.ts';

/**
 * The repository of a remote, by its URL after `insteadOf`; by the configured URL if that maps to a local path, such as
 * a mirror.
 * @param remote name or URL
 */
export async function repositoryOfRemote(
  git: Git,
  root: string,
  config: GitConfig,
  remote: string,
  hosts: HostSettings,
  signal: AbortSignal,
): Promise<RemoteRepository | undefined> {
  const configured = config.get(`remote.${remote}.url`) ?? remote;
  // Only git itself knows what comes of several URLs, and of a remote without one.
  const rewritten =
    config.all(`remote.${remote}.url`).length === 1
      ? config.rewritten(configured)
      : await git.tryRun(root, ['ls-remote', '--get-url', '--', remote], { signal });
  return parseRemoteUrl(rewritten ?? configured, { hosts }) ?? parseRemoteUrl(configured, { hosts });
}

/**
 * Whether two names are known to be of two hosts: an SSH alias, such as `work` or `github.com-work`, may be any host, and
 * some hosts have another name for SSH below their own.
 */
export function areTwoHosts(one: string, other: string): boolean {
  const isPartOf = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || a.startsWith(`${b}-`);
  return one.includes('.') && other.includes('.') && !isPartOf(one, other) && !isPartOf(other, one);
}
