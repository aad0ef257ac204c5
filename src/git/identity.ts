import path from 'node:path';
import { readConfig, type GitConfig } from './config.ts';
import type { Git } from './git.ts';
import { pushTarget } from './pushTarget.ts';
import { parseRemoteUrl, type Hosts } from './remoteUrl.ts';
import type { WorkingCopy } from './workingCopy.ts';

/** Which repository of which host a working copy is of. */
export interface RepositoryIdentity {
  /** `owner/name` of the base repository; `local/<folder>` where no remote tells it. */
  readonly fullName: string;
  readonly host: string | undefined;
  /** `github`, `gitlab`, …; `git` where it is not known. */
  readonly provider: string;
  /** https address of its page. */
  readonly webUrl: string | undefined;
  /** The remote that stands for it; undefined where there is none. */
  readonly remote: string | undefined;
}

/** Names the repository by its base remote, chosen by gh's rules (pull-requests-and-lines.md 1.1). */
export async function identifyRepository(
  git: Git,
  copy: Pick<WorkingCopy, 'root' | 'branch'>,
  options: { readonly hosts: Hosts },
  signal: AbortSignal,
): Promise<RepositoryIdentity> {
  const config = await readConfig(git, copy.root, signal);
  const remote = baseRemote(config, copy.branch);
  const url =
    remote === undefined
      ? undefined
      : await git.tryRun(copy.root, ['ls-remote', '--get-url', '--', remote], { signal });
  const parsed = url === undefined ? undefined : parseRemoteUrl(url, options);
  if (parsed === undefined) {
    return {
      fullName: `local/${path.basename(copy.root)}`,
      host: undefined,
      provider: 'git',
      webUrl: undefined,
      remote,
    };
  }
  const { fullName, host, provider, webUrl } = parsed;
  return { fullName, host, provider, webUrl, remote };
}

/** The remote of the repository that pull requests are made to. */
export function baseRemote(config: GitConfig, branch: string | undefined): string | undefined {
  const { remotes } = config;
  const resolved = remotes.find(
    remote => config.get(`remote.${remote}.gh-resolved`) ?? config.get(`remote.${remote}.glab-resolved`),
  );
  const pushed = pushTarget(config, branch)?.remote;
  return [resolved, 'upstream', pushed, 'origin', remotes[0]].find(
    remote => remote !== undefined && remotes.includes(remote),
  );
}
