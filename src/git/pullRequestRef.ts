/** A ref under which a provider keeps a pull request. */
export interface PullRequestRef {
  readonly number: number;
  /** `head` is the pushed commit; `merge` is what merging it would give and exists for open ones only. */
  readonly kind: 'head' | 'merge';
}

// GitHub and Gitea, GitLab, Bitbucket Data Center.
const pattern = /^refs\/(?:pull|merge-requests|pull-requests)\/([1-9]\d{0,8})\/(head|merge|from)$/;

/** @returns undefined for every other ref */
export function parsePullRequestRef(ref: string): PullRequestRef | undefined {
  const [, number, kind] = pattern.exec(ref) ?? [];
  return number === undefined ? undefined : { number: Number(number), kind: kind === 'merge' ? 'merge' : 'head' };
}
