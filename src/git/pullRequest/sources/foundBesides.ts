import { CodeReviewError } from '../../../core/base/errors.ts';
import { commitsBesides } from '../evidence/commitsBesides.ts';
import type { Found, FoundPullRequest } from '../providers/search.ts';
import { RemoteRefs } from '../remoteRefs.ts';
import type { SourceContext } from '../source.ts';

/** How a host is asked for the pull requests whose head is a commit. */
export interface ByCommit {
  readonly ask: (commit: string) => Promise<Found>;
  /** Whether it tells of open ones only, so that the refs of the remote have to tell of the closed ones. */
  readonly isOpenOnly: boolean;
}

/**
 * Adds to the open pull request of the branch those that HEAD may be of instead.
 * @param headCommit of that pull request
 */
export async function withBesides(
  context: SourceContext,
  found: Found,
  headCommit: string,
  { ask, isOpenOnly }: ByCommit,
  signal: AbortSignal,
): Promise<Found> {
  const { commits, haveDiverged } = await commitsBesides(context, headCommit, signal);
  const all = new Map(found.pulls.map(each => [each.pull.number, each]));
  const add = (pulls: readonly FoundPullRequest[]): void => {
    for (const each of pulls)
      if (!all.has(each.pull.number) && (haveDiverged || each.pull.isOpen)) all.set(each.pull.number, each);
  };
  for (const commit of commits) add((await ask(commit)).pulls);
  const closed = isOpenOnly && haveDiverged ? await closedAt(context, found, commits, signal) : [];
  add(closed ?? []);
  const isWhole = found.isWhole && closed !== undefined && all.size === found.pulls.length;
  return { pulls: [...all.values()], isWhole };
}

/** Pull requests by the refs of the base repository that are at commits; undefined if it cannot be reached. */
async function closedAt(
  { git, copy, identity }: SourceContext,
  { pulls }: Found,
  commits: readonly string[],
  signal: AbortSignal,
): Promise<FoundPullRequest[] | undefined> {
  const { remote } = identity;
  const query = pulls[0]?.query;
  if (remote === undefined || query === undefined) return undefined;
  try {
    const refs = await RemoteRefs.list(git, copy.root, remote, signal);
    return commits.flatMap(commit =>
      refs.pullRequestsAt(commit).map(number => ({ pull: closedOne(number, commit), query: { ...query, commit } })),
    );
  } catch (error) {
    if (!CodeReviewError.is(error, 'git')) throw error;
    return undefined;
  }
}

function closedOne(number: number, headCommit: string): FoundPullRequest['pull'] {
  return {
    number,
    isOpen: false,
    headCommit,
    title: undefined,
    url: undefined,
    headBranch: undefined,
    headRepository: undefined,
    baseRepository: undefined,
  };
}
