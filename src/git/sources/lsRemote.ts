import type { PullRequestCandidate } from '../../core/pullRequest.ts';
import type { Git } from '../git.ts';
import { parsePullRequestRef } from '../pullRequestRef.ts';
import { pushTarget } from '../pushTarget.ts';
import { knowsNothing, type PullRequestSource, type SourceAnswer, type SourceContext } from '../source.ts';

const longestListing = 64 << 20;
const longestMilliseconds = 20_000;

interface Listing {
  /** The remote's default branch. */
  readonly defaultBranch: string | undefined;
  readonly branches: ReadonlyMap<string, string>;
  /** Numbers of the pull requests by the commit of their head. */
  readonly heads: ReadonlyMap<string, readonly number[]>;
  /** Numbers by the commit that merging would give. */
  readonly merges: ReadonlyMap<string, readonly number[]>;
  /** Numbers that have a merge ref, which only open pull requests have. */
  readonly open: ReadonlySet<number>;
}

/**
 * Lists the base remote's refs once and matches by commit: the commit of the pushed branch comes from the same listing,
 * so that unpushed commits and stale fetches do not matter.
 */
export const lsRemote: PullRequestSource = {
  name: 'refs of the remote',
  find: async (context, signal) => {
    const { git, copy, config, identity } = context;
    const base = identity.remote;
    if (base === undefined) return knowsNothing;
    const push = pushTarget(config, copy.branch);
    const listing = await list(git, copy.root, base, signal);
    const pushed =
      push === undefined ? undefined : await pushedCommit(context, push.remote, push.branch, listing, signal);
    if (push?.remote === base && push.branch === listing.defaultBranch) {
      return { candidates: [], none: `${push.branch} is the default branch of ${identity.fullName}` };
    }
    for (const commit of new Set([pushed, copy.head].filter(known => known !== undefined))) {
      const answer = await match(context, listing, commit, commit === pushed, signal);
      if (answer !== undefined) return answer;
    }
    return knowsNothing;
  },
};

async function match(
  { git, copy }: SourceContext,
  listing: Listing,
  commit: string,
  isPushed: boolean,
  signal: AbortSignal,
): Promise<SourceAnswer | undefined> {
  const numbers = [...new Set([...(listing.heads.get(commit) ?? []), ...(listing.merges.get(commit) ?? [])])].sort(
    (a, b) => b - a,
  );
  const open = numbers.filter(number => listing.open.has(number));
  // A commit that is already in the default branch belongs to merged pull requests and to every new branch.
  const trunk = listing.branches.get(listing.defaultBranch ?? '');
  const merged =
    numbers.length > 0 &&
    open.length === 0 &&
    trunk !== undefined &&
    (await contains(git, copy.root, trunk, commit, signal));
  if (numbers.length === 0 || merged) return undefined;
  const where = isPushed ? 'the pushed commit' : 'the commit of HEAD';
  const only = numbers.length === 1 ? numbers : open.length === 1 ? open : undefined;
  if (only === undefined) {
    return {
      candidates: numbers.map(number => candidate(number, 'medium', `one of several whose head is ${where}`)),
      headCommit: commit,
    };
  }
  const [number] = only as [number];
  const explanation =
    numbers.length === 1
      ? `the only pull request whose head is ${where}`
      : `the only open pull request whose head is ${where}`;
  return { candidates: [candidate(number, 'high', explanation)], headCommit: commit };
}

function candidate(
  number: number,
  confidence: PullRequestCandidate['confidence'],
  explanation: string,
): PullRequestCandidate {
  return { number, confidence, explanation };
}

async function contains(git: Git, root: string, trunk: string, commit: string, signal: AbortSignal): Promise<boolean> {
  return (
    trunk === commit ||
    (await git.tryRun(root, ['merge-base', '--is-ancestor', commit, trunk], { signal })) !== undefined
  );
}

/** The commit of the branch where it is pushed, asked of the remote itself. */
async function pushedCommit(
  { git, copy, identity }: SourceContext,
  remote: string,
  branch: string,
  listing: Listing,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (remote === identity.remote) return listing.branches.get(branch);
  const ref = `refs/heads/${branch}`;
  const listed = await git.tryRun(copy.root, ['ls-remote', '--heads', '--', remote, ref], {
    signal,
    maxBytes: longestListing,
    timeoutMs: longestMilliseconds,
  });
  return listed
    ?.split('\n')
    .find(line => line.endsWith(`\t${ref}`))
    ?.split('\t')[0];
}

async function list(git: Git, root: string, remote: string, signal: AbortSignal): Promise<Listing> {
  let defaultBranch: string | undefined;
  const branches = new Map<string, string>();
  const heads = new Map<string, number[]>();
  const merges = new Map<string, number[]>();
  const open = new Set<number>();
  const onLine = (line: string): void => {
    const tab = line.indexOf('\t');
    const commit = line.slice(0, tab);
    const ref = line.slice(tab + 1);
    if (commit.startsWith('ref: ') && ref === 'HEAD') defaultBranch = commit.slice('ref: refs/heads/'.length);
    else if (ref.startsWith('refs/heads/'))
      branches.set(Buffer.from(ref.slice('refs/heads/'.length), 'latin1').toString(), commit);
    else {
      const pull = parsePullRequestRef(ref);
      if (pull === undefined) return;
      if (pull.kind === 'merge') open.add(pull.number);
      const byCommit = pull.kind === 'merge' ? merges : heads;
      const known = byCommit.get(commit);
      if (known === undefined) byCommit.set(commit, [pull.number]);
      else known.push(pull.number);
    }
  };
  await git.lines(root, ['ls-remote', '--symref', '--', remote], {
    signal,
    maxBytes: longestListing,
    timeoutMs: longestMilliseconds,
    onLine,
  });
  return { defaultBranch, branches, heads, merges, open };
}
