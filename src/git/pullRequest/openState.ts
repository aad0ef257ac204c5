import type { Provider } from '../repository/remoteUrl.ts';

/** The host of a pull request's refs. */
export interface RefHost {
  readonly provider: Provider;
  /** Undefined for a local path, where no host can close a pull request. */
  readonly host: string | undefined;
}

/** The refs of a pull request that exist. */
export interface ExistingRefs {
  readonly head: boolean;
  /** The trial merge. */
  readonly merge: boolean;
  /** All its refs are below `refs/pull/`. */
  readonly isPull: boolean;
}

/**
 * Whether the refs prove that the pull request is open.
 *
 * GitHub deletes the trial merge of a closed pull request. GitLab keeps it, Gitea has none and keeps the heads of
 * closed ones, Bitbucket Data Center's heads lag, and Azure DevOps has only merges: there, only the REST API can tell.
 * An unknown host with both refs below `refs/pull/` is a GitHub Enterprise Server, since no other serves both.
 */
export function provesOpen({ provider, host }: RefHost, { head, merge, isPull }: ExistingRefs): boolean {
  if (provider === 'github') return merge;
  return provider === 'git' && (host === undefined || (isPull && head && merge));
}
