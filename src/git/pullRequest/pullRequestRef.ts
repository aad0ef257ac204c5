/** A ref of a pull request on its host. */
interface PullRequestRef {
  readonly number: number;
  /** `head` is the pushed commit; `merge` is the trial merge, which exists only for open pull requests. */
  readonly kind: 'head' | 'merge';
}

/** A ref of a pull request in a clone. */
export interface FetchedRef extends PullRequestRef {
  /** The remote, if the name tells it. */
  readonly remote?: string;
  /** Whether the name is that of a provider's ref, which no branch has by accident. */
  readonly isPlain: boolean;
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

/** Parses a pull request's ref in a clone. @returns undefined for any other ref */
export function parseFetchedRef(ref: string): FetchedRef | undefined {
  const mirrored = parsePullRequestRef(ref);
  if (mirrored !== undefined) return { ...mirrored, isPlain: true };
  const [, remote, number, kind] = fetched.exec(ref) ?? [];
  if (number === undefined) return undefined;
  return {
    number: Number(number),
    kind: kind === 'merge' ? 'merge' : 'head',
    isPlain: kind !== undefined,
    ...(remote === undefined ? {} : { remote }),
  };
}
