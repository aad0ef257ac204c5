import type { GitConfig } from '../repository/config.ts';

/** A ref of a pull request on its host. */
interface PullRequestRef {
  readonly number: number;
  /** `head` is the pushed commit; `merge` is the trial merge, which exists only for open pull requests. */
  readonly kind: 'head' | 'merge';
}

/** A ref of a pull request in a clone. */
export interface FetchedRef extends PullRequestRef {
  /** The remote, if that is known. */
  readonly remote?: string;
  /** Whether it may be that of a branch which only has the name of a pull request. */
  readonly isBranch: boolean;
}

// GitHub and Gitea, GitLab, Bitbucket Data Center.
const served = /^refs\/(?:pull|merge-requests|pull-requests)\/([1-9]\d{0,8})\/(head|merge|from)$/;

// Common refspec targets: refs/remotes/origin/pr/7, refs/remotes/origin/pull/7/head, refs/remotes/pull/7/merge.
const fetched =
  /^refs\/remotes\/(?:(.+)\/)?(?:pr|prs|pull|pulls|mr|mrs|merge-requests|pull-requests)\/([1-9]\d{0,8})(?:\/(head|merge|from))?$/;

/** Parses a provider's ref. @returns undefined for any other ref */
export function parsePullRequestRef(ref: string): PullRequestRef | undefined {
  const [, number, kind] = served.exec(ref) ?? [];
  return number === undefined ? undefined : { number: Number(number), kind: kind === 'merge' ? 'merge' : 'head' };
}

/**
 * Parses a pull request's ref in a clone. Below the folder of a remote, a branch may be called `pull/7/head` as well, so a
 * refspec has to map it there.
 * @returns undefined for any other ref
 */
export function parseFetchedRef(ref: string, config: GitConfig): FetchedRef | undefined {
  const known = mappedRef(ref, config) ?? parsePullRequestRef(ref);
  if (known !== undefined) return { ...known, isBranch: false };
  const [, folder, number, kind] = fetched.exec(ref) ?? [];
  if (number === undefined) return undefined;
  const configured = config.remotes.find(each => ref.startsWith(`refs/remotes/${each}/`));
  const remote = configured ?? folder;
  return {
    number: Number(number),
    kind: kind === 'merge' ? 'merge' : 'head',
    isBranch: kind === undefined || configured !== undefined,
    ...(remote === undefined ? {} : { remote }),
  };
}

/** The pull request's ref that a refspec for fetching keeps under a name here, with its remote. */
function mappedRef(ref: string, config: GitConfig): (PullRequestRef & { readonly remote: string }) | undefined {
  for (const remote of config.remotes) {
    for (const refspec of config.all(`remote.${remote}.fetch`)) {
      const [from = '', to = ''] = refspec.replace(/^\+/, '').split(':');
      const [start = '', end] = to.split('*');
      const isMapped = end === undefined ? ref === start : ref.startsWith(start) && ref.endsWith(end);
      const part = end === undefined ? '' : ref.slice(start.length, ref.length - end.length);
      const pull = isMapped ? parsePullRequestRef(from.replace('*', () => part)) : undefined;
      if (pull !== undefined) return { ...pull, remote };
    }
  }
  return undefined;
}
