import { CodeReviewError } from '../../../core/base/errors.ts';
import { fetchObjects } from '../../../git/content/fetchObjects.ts';
import type { RemoteRefs } from '../../../git/pullRequest/remoteRefs.ts';
import { resolveCommits } from '../../../git/repository/workingCopy.ts';
import type { Git, GitReader } from '../../../git/run/git.ts';
import type { HostedPullRequest } from '../hosts/hostRest.ts';
import { missingBlobs } from './missingObjects.ts';
import { pullRequestCommits, type RemoteCommit } from './pullRequestRefs.ts';
import { remoteName } from '../hosts/remote.ts';

/** Longest fetch, in milliseconds. */
const longestFetch = 30 * 60_000;
const withoutBlobs = '--filter=blob:none';

/** The commits of a pull request that a mirror has. */
export interface FetchedCommits {
  /** Full hashes. */
  readonly base: string;
  readonly head: string;
}

/** What to fetch into which mirror. */
export interface FetchRequest {
  /** Runs git in the mirror. */
  readonly git: Git;
  /** Runs git with a repository of the server as its remote, by `owner/name`; undefined for the base repository. */
  readonly remote: (repository?: string) => GitReader;
  readonly root: string;
  readonly fullName: string;
  readonly number: number;
  readonly refs: RemoteRefs;
  readonly hosted: HostedPullRequest | undefined;
  /** The mirror's refs before. */
  readonly tips: ReadonlyMap<string, string>;
  readonly defaultBranch: string | undefined;
}

/**
 * Fetches the history of a pull request and of what it is made to, and then, in one request, the contents that a review
 * reads. What the mirror has is not fetched again.
 * @throws CodeReviewError
 */
export async function fetchPullRequest(request: FetchRequest, signal: AbortSignal): Promise<FetchedCommits> {
  const { git, root, number, fullName, tips: before } = request;
  const wanted = pullRequestCommits(request);
  const parts = ['head', 'base'] as const;
  const refOf = (part: 'head' | 'base'): string => `refs/code-review/${number}/${part}`;
  await fetchCommits(
    request,
    parts.map(part => [wanted[part], refOf(part)]),
    signal,
  );
  const after = await readTips(git, root, signal);
  for (const part of parts) {
    const { listed } = wanted[part];
    const tip = after.get(refOf(part));
    // git takes no ref whose history ends early, and does not say so.
    if (tip === undefined || (listed !== undefined && tip !== listed && tip === before.get(refOf(part))))
      throw incompleteHistory(fullName);
  }
  const revisions = parts.map(part => {
    const { parent } = wanted[part];
    return parent === undefined ? refOf(part) : `${refOf(part)}^${parent}`;
  });
  const [head, base] = await resolveCommits(git, root, revisions, signal);
  if (head === undefined || base === undefined)
    throw new CodeReviewError('git', `The commits of pull request ${number} of ${fullName} could not be read.`);
  const common = (await git.tryRun(root, ['merge-base', base, head], { signal }))?.split('\n', 1)[0];
  // A fork has the history that it shares as well.
  await fetchBlobs(request, request.remote(wanted.head.repository), { base: common ?? base, head }, signal);
  return { base, head };
}

function incompleteHistory(fullName: string): CodeReviewError {
  return new CodeReviewError(
    'git',
    `The server has only a part of the history of ${fullName}, so it is not known where a pull request began.`,
    'Have the repository there fetch the rest with git fetch --unshallow.',
  );
}

/**
 * The objects of a mirror's refs, by full name.
 * @throws CodeReviewError of kind `git` where one is missing: git would fetch it alone, and on the way find it missing again
 */
export async function readTips(git: Git, root: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const format = '--format=%(refname) %(objectname) %(objecttype)';
  const listed = await git.run(root, ['for-each-ref', format], { signal });
  const lines = listed.split('\n').map(line => line.split(' '));
  return new Map(lines.map(([ref = '', id = '']) => [ref, id]));
}

/** Fetches commits into refs, those of one repository in one request. */
async function fetchCommits(
  { remote, root }: FetchRequest,
  wanted: readonly (readonly [RemoteCommit, string])[],
  signal: AbortSignal,
): Promise<void> {
  const repositories = new Set(wanted.map(([{ repository }]) => repository));
  for (const repository of repositories) {
    const refspecs = wanted
      .filter(([commit]) => commit.repository === repository)
      .map(([{ name }, ref]) => `+${name}:${ref}`);
    await remote(repository).run(root, fetchArguments([], refspecs), {
      signal,
      timeoutMs: longestFetch,
    });
  }
}

/** Fetches the blobs that a review may read and that are not here: none is fetched while it reads. */
async function fetchBlobs(
  { git, root }: FetchRequest,
  remote: GitReader,
  range: FetchedCommits,
  signal: AbortSignal,
): Promise<void> {
  const missing = await missingBlobs(git, root, range, signal);
  if (missing.size === 0) return;
  await remote.run(root, fetchArguments(['--stdin'], []), {
    signal,
    timeoutMs: longestFetch,
    input: [...missing].map(id => `${id}\n`).join(''),
    // Nothing that is here tells the server which blobs are.
    settings: { 'fetch.negotiationAlgorithm': 'noop' },
  });
}

function fetchArguments(options: readonly string[], refspecs: readonly string[]): string[] {
  const [command, ...flags] = fetchObjects;
  return [command, withoutBlobs, ...options, ...flags, remoteName, ...refspecs];
}
