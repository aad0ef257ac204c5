import { haveDiverged, readReflog } from '../../repository/history.ts';
import { resolveCommit } from '../../repository/workingCopy.ts';
import { isOnDefaultBranch } from '../isOnDefaultBranch.ts';
import type { SourceContext } from '../source.ts';

/** Commits that may be the head of another pull request than the one that was found. */
export interface CommitsBesides {
  readonly commits: readonly string[];
  /**
   * Whether HEAD and the pull request each have something that the other lacks, so that a closed one at these commits
   * tells as well that HEAD is not of that pull request.
   */
  readonly haveDiverged: boolean;
}

/**
 * The commits that show whether HEAD is of another pull request than the one with this head: HEAD, and what was last
 * pushed of it where the two have diverged, since the name of the branch may have been used again.
 */
export async function commitsBesides(
  context: SourceContext,
  headCommit: string,
  signal: AbortSignal,
): Promise<CommitsBesides> {
  const { git, copy, push } = context;
  // Of the pull requests at HEAD, that of a branch that is only tracked is meant if it is the only one.
  if (headCommit === copy.head) return { commits: push?.isGuess === true ? [copy.head] : [], haveDiverged: false };
  const areApart = await haveDiverged(git, copy.root, headCommit, copy.head, signal);
  const pushed = areApart ? await lastPushed(context, headCommit, signal) : undefined;
  const commits: string[] = [];
  for (const commit of new Set([copy.head, pushed ?? copy.head]))
    if (!(await isOnDefaultBranch(context, commit, signal))) commits.push(commit);
  return { commits, haveDiverged: areApart };
}

const longestHistory = 1_000;

/** The latest commit of HEAD, and not of the pull request, that the pushed branch was at as far as this clone saw. */
async function lastPushed(
  { git, copy, push, tracked }: SourceContext,
  headCommit: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (push === undefined || tracked === undefined) return undefined;
  const ref = `refs/remotes/${push.remote}/${push.branch}`;
  const reflog = await readReflog(git, copy.root, ref, signal);
  // An entry has what the ref was moved to; where it was before the first one, as after a clone, only git can tell.
  const first =
    reflog.length === 0 ? undefined : await resolveCommit(git, copy.root, `${ref}@{${reflog.length}}`, signal);
  const seen = new Set([tracked, first, ...reflog.map(({ commit }) => commit)]);
  const list = (...without: string[]): Promise<string | undefined> =>
    git.tryRun(copy.root, ['rev-list', `--max-count=${longestHistory}`, copy.head, ...without, '--'], { signal });
  // Nothing can be left out that was not fetched.
  const history = (await list(`^${headCommit}`)) ?? (await list()) ?? '';
  return history.split('\n').find(commit => seen.has(commit));
}
