import type { Provider } from '../repository/remoteUrl.ts';

/** Where a pull request's refs were seen. */
export interface RefHost {
  readonly provider: Provider;
  /** Undefined for a path of this machine, which has no host that could close a pull request. */
  readonly host: string | undefined;
}

/** Which refs of one pull request there are. */
export interface KeptRefs {
  readonly head: boolean;
  /** The trial merge. */
  readonly merge: boolean;
  /** All its refs are below `refs/pull/`. */
  readonly isPull: boolean;
}

/**
 * Whether the refs prove that the pull request is open.
 *
 * GitHub drops the trial merge of what is closed. GitLab keeps it, Gitea never has one and keeps the heads of closed
 * ones, Bitbucket Data Center's heads lag, and Azure DevOps has nothing but merges: there, only the REST interface can
 * tell. An unknown host with both refs below `refs/pull/` is a GitHub Enterprise Server, since no other serves both.
 */
export function provesOpen({ provider, host }: RefHost, { head, merge, isPull }: KeptRefs): boolean {
  if (provider === 'github') return merge;
  return provider === 'git' && (host === undefined || (isPull && head && merge));
}
