import { CodeReviewError } from '../../core/base/errors.ts';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import { readConfig } from '../../git/repository/config.ts';
import { findDefaultBranch } from '../../git/repository/defaultBranch.ts';
import { fetchObjects } from '../../git/content/fetchObjects.ts';
import type { Git } from '../../git/run/git.ts';
import { identifyRepository } from '../../git/repository/identifyRepository.ts';
import { resolveCommit, resolveCommits } from '../../git/repository/workingCopy.ts';
import type { LocalStore } from '../store/store.ts';

/** The commits of a pull request in a working copy that has them. */
export interface PullRequestCommits {
  readonly root: string;
  /** Full hashes. */
  readonly base: string;
  readonly head: string;
}

interface Parts {
  readonly git: Git;
  readonly store: LocalStore;
}

/** Refs under which hosts publish the head of a pull request. */
const headRefs = (number: number): string[] => [
  `refs/pull/${number}/head`,
  `refs/merge-requests/${number}/head`,
  `refs/pull-requests/${number}/from`,
];
const networkTimeout = 20_000;

/**
 * Finds the head and base of a pull request: in the local registry, else on its remote, else as last fetched. Changes
 * nothing but the repository's object store.
 * @returns undefined if no working copy knows the number
 */
export async function findPullRequest(
  { git, store }: Parts,
  copies: readonly ServedRepository[],
  number: number,
  signal: AbortSignal,
): Promise<PullRequestCommits | undefined> {
  for (const { root, fullName } of copies) {
    const local = await store.localPull(fullName, number);
    if (local !== undefined) {
      const [base, head] = await resolveCommits(git, root, [local.baseCommit, local.headCommit], signal);
      if (base !== undefined && head !== undefined) return { root, base, head };
      continue;
    }
    const found = await hostedPullRequest(git, root, number, signal);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param triesLeft how often to look again where somebody pushes by force between the list and the fetch */
async function hostedPullRequest(
  git: Git,
  root: string,
  number: number,
  signal: AbortSignal,
  triesLeft = 1,
): Promise<PullRequestCommits | undefined> {
  const branch = await git.tryRun(root, ['symbolic-ref', '-q', '--short', 'HEAD'], { signal });
  const config = await readConfig(git, root, signal);
  const { remote } = await identifyRepository(git, { root, branch }, { hosts: {}, config }, signal);
  const listed = remote === undefined ? undefined : await listRemote(git, root, remote, number, signal);
  const found = await headOf(git, root, remote, number, listed, signal);
  if (found === undefined) return undefined;
  const [headRef, head] = found;
  // The host's trial merge tells the branch that the pull request is made to: its first parent.
  const mergeRef = `refs/pull/${number}/merge`;
  const merge = listed?.get(mergeRef);
  if (remote !== undefined && listed !== undefined) {
    const wanted = [[headRef, head], ...(merge === undefined ? [] : ([[mergeRef, merge]] as const))] as const;
    const isFetched = await fetchMissing(git, root, remote, wanted, signal);
    if (isFetched && (await resolveCommit(git, root, head, signal)) === undefined)
      return triesLeft > 0 ? hostedPullRequest(git, root, number, signal, triesLeft - 1) : undefined;
  }
  const target = merge === undefined ? undefined : await resolveCommit(git, root, `${merge}^1`, signal);
  const base = target ?? (await findDefaultBranch(git, root, remote, signal, config))?.commit;
  if (base === undefined) {
    throw new CodeReviewError(
      'git',
      'The base branch of the pull request is unknown.',
      'Run git remote set-head origin --auto, then review it again.',
    );
  }
  return { root, base, head };
}

/** The remote's refs of the pull request; undefined if the remote cannot be reached. */
async function listRemote(
  git: Git,
  root: string,
  remote: string,
  number: number,
  signal: AbortSignal,
): Promise<Map<string, string> | undefined> {
  const refs = [...headRefs(number), `refs/pull/${number}/merge`];
  try {
    const output = await git.run(root, ['ls-remote', '--', remote, ...refs], { signal, timeoutMs: networkTimeout });
    const lines = output.split('\n').map(line => line.split('\t'));
    return new Map(
      lines.flatMap(([commit, ref]) => (commit === undefined || ref === undefined ? [] : [[ref, commit]])),
    );
  } catch (error) {
    if (!CodeReviewError.is(error, 'git')) throw error;
    return undefined;
  }
}

/** The ref and commit of the head, from the remote's list if there is one, else from refs that were fetched. */
async function headOf(
  git: Git,
  root: string,
  remote: string | undefined,
  number: number,
  listed: ReadonlyMap<string, string> | undefined,
  signal: AbortSignal,
): Promise<readonly [string, string] | undefined> {
  const refs = headRefs(number);
  if (listed !== undefined) {
    const ref = refs.find(each => listed.has(each));
    const commit = ref === undefined ? undefined : listed.get(ref);
    return ref === undefined || commit === undefined ? undefined : [ref, commit];
  }
  const fetched =
    remote === undefined ? [] : [`refs/remotes/${remote}/pr/${number}`, `refs/remotes/${remote}/pull/${number}/head`];
  const known = [...refs, ...fetched];
  const commits = await resolveCommits(git, root, known, signal);
  for (const [index, ref] of known.entries()) {
    const commit = commits[index];
    if (commit !== undefined) return [ref, commit];
  }
  return undefined;
}

/**
 * Fetches the commits that are not here. Never by depth: a full clone must not become a shallow one.
 * @returns whether something was fetched, which may be later commits than those that were listed
 */
async function fetchMissing(
  git: Git,
  root: string,
  remote: string,
  wanted: readonly (readonly [string, string])[],
  signal: AbortSignal,
): Promise<boolean> {
  const commits = wanted.map(([, commit]) => commit);
  const present = await resolveCommits(git, root, commits, signal);
  const refs = wanted.filter((_, index) => present[index] === undefined).map(([ref]) => ref);
  if (refs.length === 0) return false;
  await git.run(root, [...fetchObjects, remote, ...refs], { signal, timeoutMs: 120_000 });
  return true;
}
