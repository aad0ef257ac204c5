import { CodeReviewError } from '../../core/base/errors.ts';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import { readConfig, type GitConfig } from '../../git/repository/config.ts';
import { findDefaultBranch } from '../../git/repository/defaultBranch.ts';
import { fetchObjects } from '../../git/content/fetchObjects.ts';
import type { Git } from '../../git/run/git.ts';
import { identifyRepository } from '../../git/repository/identifyRepository.ts';
import { resolveCommits } from '../../git/repository/workingCopy.ts';
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
  const config = await readConfig(git, root, signal);
  // Which branch is checked out decides only between remotes.
  const branch =
    config.remotes.length > 1
      ? await git.tryRun(root, ['symbolic-ref', '-q', '--short', 'HEAD'], { signal })
      : undefined;
  const { remote } = await identifyRepository(git, { root, branch }, { hosts: {}, config }, signal);
  const listed = remote === undefined ? undefined : await listRemote(git, root, remote, config, number, signal);
  const found = await headOf(git, root, remote, number, listed, signal);
  if (found === undefined) return undefined;
  const [headRef, head] = found;
  // The host's trial merge tells the branch that the pull request is made to: its first parent.
  const mergeRef = `refs/pull/${number}/merge`;
  const merge = listed?.get(mergeRef);
  let target: string | undefined;
  if (remote !== undefined && listed !== undefined) {
    const wanted = new Map([[headRef, head], ...(merge === undefined ? [] : ([[mergeRef, merge]] as const))]);
    const names = [...wanted.values(), ...(merge === undefined ? [] : [`${merge}^1`])];
    let here = await resolveCommits(git, root, names, signal);
    const missing = [...wanted.keys()].filter((_, index) => here[index] === undefined);
    if (missing.length > 0) {
      // Never by depth: a full clone must not become a shallow one.
      await git.run(root, [...fetchObjects, remote, ...missing], { signal, timeoutMs: 120_000 });
      here = await resolveCommits(git, root, names, signal);
      // Later commits may have been fetched than those that were listed.
      if (here[0] === undefined)
        return triesLeft > 0 ? hostedPullRequest(git, root, number, signal, triesLeft - 1) : undefined;
    }
    target = here[wanted.size];
  }
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
  { programs }: GitConfig,
  number: number,
  signal: AbortSignal,
): Promise<Map<string, string> | undefined> {
  const refs = [...headRefs(number), `refs/pull/${number}/merge`];
  try {
    const options = { signal, timeoutMs: networkTimeout, programs };
    const output = await git.run(root, ['ls-remote', '--', remote, ...refs], options);
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
