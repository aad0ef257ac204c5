import { haveDiverged } from '../repository/history.ts';
import type { SourceContext } from './source.ts';

/** Commits that may be the head of another pull request than the one that was found. */
export interface CommitsBesides {
  readonly commits: readonly string[];
  /**
   * Whether HEAD and the pull request each have something that the other lacks, so that a closed one at these commits
   * tells as well that HEAD is not of that pull request.
   */
  readonly haveDiverged: boolean;
}

/** The commits that show whether HEAD is of another pull request than the one with this head. */
export async function commitsBesides(
  { git, copy }: SourceContext,
  headCommit: string,
  signal: AbortSignal,
): Promise<CommitsBesides> {
  if (headCommit === copy.head) return { commits: [], haveDiverged: false };
  return { commits: [copy.head], haveDiverged: await haveDiverged(git, copy.root, headCommit, copy.head, signal) };
}
