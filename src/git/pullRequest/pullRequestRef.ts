/** A ref under which a pull request is kept. */
export interface PullRequestRef {
  readonly number: number;
  /** `head` is the pushed commit; `merge` is what merging it would give and exists for open ones only. */
  readonly kind: 'head' | 'merge';
}

/** The same in a clone. */
export interface FetchedRef extends PullRequestRef {
  /** Where the name tells from which remote it came. */
  readonly remote?: string;
  /** The name is that of a provider's ref, which no branch has by chance. */
  readonly isPlain: boolean;
}

// GitHub and Gitea, GitLab, Bitbucket Data Center.
const served = /^refs\/(?:pull|merge-requests|pull-requests)\/([1-9]\d{0,8})\/(head|merge|from)$/;

// Where people let them be put: refs/remotes/origin/pr/7, refs/remotes/origin/pull/7/head, refs/remotes/pull/7/merge.
const fetched =
  /^refs\/remotes\/(?:(.+)\/)?(?:pr|prs|pull|pulls|mr|mrs|merge-requests|pull-requests)\/([1-9]\d{0,8})(?:\/(head|merge|from))?$/;

/** @returns undefined for every ref that is not one a provider serves */
export function parsePullRequestRef(ref: string): PullRequestRef | undefined {
  const [, number, kind] = served.exec(ref) ?? [];
  return number === undefined ? undefined : { number: Number(number), kind: kind === 'merge' ? 'merge' : 'head' };
}

/** Reads a ref of a clone in the same way. */
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
