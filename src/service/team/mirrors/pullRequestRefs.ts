import { CodeReviewError } from '../../../core/base/errors.ts';
import type { RemoteRefs } from '../../../git/pullRequest/remoteRefs.ts';
import { isSameName } from '../../../git/pullRequest/providers/providerApi.ts';
import type { HostedPullRequest } from '../hosts/hostRest.ts';

/** A commit on a server: by a ref or its full hash, or as a parent of a trial merge. */
export interface RemoteCommit {
  /** Full name of a ref, or a full hash. */
  readonly name: string;
  /** The commit that the ref was at when it was listed; undefined if it was not. */
  readonly listed?: string;
  /** The parent that is meant; undefined for the commit itself. */
  readonly parent?: 1 | 2;
  /** `owner/name` of the repository it is in; undefined for the base repository. */
  readonly repository?: string;
}

/** The commits of a pull request on its server. */
export interface PullRequestCommitNames {
  readonly head: RemoteCommit;
  readonly base: RemoteCommit;
}

interface Parts {
  readonly refs: RemoteRefs;
  /** `owner/name` of the base repository. */
  readonly fullName: string;
  readonly number: number;
  /** What the host tells; undefined if it cannot be asked. */
  readonly hosted: HostedPullRequest | undefined;
  /** The default branch as it was when the repository was connected. */
  readonly defaultBranch: string | undefined;
}

const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Chooses the commits of a pull request by the refs of its server and what its host tells.
 * @throws CodeReviewError of kind `notFound` if there is no such pull request or its commits are gone
 */
export function pullRequestCommits(parts: Parts): PullRequestCommitNames {
  const listed = ({ name, ...rest }: RemoteCommit): RemoteCommit => {
    const commit = rest.repository === undefined ? parts.refs.commitOf(name) : undefined;
    return { name, ...rest, ...(commit !== undefined && { listed: commit }) };
  };
  const chosen = { head: listed(headOf(parts)), base: listed(baseOf(parts)) };
  // Names come from the server, and git would read a part of a bad one as something else.
  for (const { name } of [chosen.head, chosen.base])
    if (/[\s\p{Cc}:*?[\\^~]|\.\./u.test(name))
      throw new CodeReviewError('notFound', `${parts.fullName} names a branch that git does not allow.`, 'Rename it.');
  return chosen;
}

function headOf({ refs, fullName, number, hosted }: Parts): RemoteCommit {
  const published = refs.headRef(number);
  if (published !== undefined) return { name: published.ref };
  const branch = hosted?.headBranch;
  const repository = hosted?.headRepository;
  const isOwn = repository === 'base' || (repository !== undefined && isSameName(repository, fullName));
  if (branch !== undefined && isOwn && refs.branch(branch) !== undefined) return { name: `refs/heads/${branch}` };
  const merge = refs.mergeRef(number);
  if (merge !== undefined) return { name: merge.ref, parent: 2 };
  if (branch !== undefined && !isOwn && repository?.includes('/') === true)
    return { name: `refs/heads/${branch}`, repository };
  if (hosted?.headCommit !== undefined && fullHash.test(hosted.headCommit)) return { name: hosted.headCommit };
  if (hosted !== undefined)
    throw new CodeReviewError(
      'notFound',
      `The branch of pull request ${number} of ${fullName} is gone.`,
      'Reopen it or push the branch again, then run the review again.',
    );
  throw new CodeReviewError(
    'notFound',
    `${fullName} has no pull request ${number}.`,
    'Check the number, and that the credential may read pull requests.',
  );
}

function baseOf({ refs, fullName, number, hosted, defaultBranch }: Parts): RemoteCommit {
  const commit = hosted?.baseCommit !== undefined && fullHash.test(hosted.baseCommit) ? hosted.baseCommit : undefined;
  // The branch that a pull request was merged into has its commits: what it was made to before is compared with.
  if (hosted?.isOpen === false && commit !== undefined) return { name: commit };
  const branch = hosted?.baseBranch;
  if (branch !== undefined && refs.branch(branch) !== undefined) return { name: `refs/heads/${branch}` };
  if (commit !== undefined) return { name: commit };
  const merge = refs.mergeRef(number);
  if (merge !== undefined) return { name: merge.ref, parent: 1 };
  const fallback = refs.defaultBranch ?? defaultBranch;
  if (branch === undefined && fallback !== undefined && refs.branch(fallback) !== undefined)
    return { name: `refs/heads/${fallback}` };
  throw new CodeReviewError(
    'notFound',
    branch === undefined
      ? `The base branch of pull request ${number} of ${fullName} is unknown.`
      : `The base branch of pull request ${number} of ${fullName} is gone: ${branch}.`,
    'Change the base branch of the pull request at its host, then run the review again.',
  );
}
