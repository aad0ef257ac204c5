import { plainLine } from '../../../core/plainText.ts';
import type { Git } from '../../../git/git.ts';

/** What the change is said to be for, by whoever made it. */
export interface Subject {
  readonly title: string;
  readonly description: string;
  /** First lines of its commit messages, the newest first. */
  readonly commits: readonly string[];
}

const mostCommits = 20;
const longestDescription = 2_000;

/** Title and description where they are known, bounded, and the subjects of the commits. */
export async function readSubject(
  git: Git,
  root: string,
  range: { readonly mergeBase: string; readonly head: string },
  pullRequest: { readonly title: string; readonly description: string } | undefined,
  signal: AbortSignal,
): Promise<Subject> {
  const args = ['log', '--no-show-signature', '--no-merges', `--max-count=${mostCommits}`, '--format=%s'];
  // What is not committed yet is reviewed as a tree, which has no history.
  const log = await git.tryRun(root, [...args, `${range.mergeBase}..${range.head}`, '--'], { signal });
  return {
    title: plainLine(pullRequest?.title ?? '', 200),
    description: (pullRequest?.description ?? '').slice(0, longestDescription),
    commits: (log ?? '')
      .split('\n')
      .filter(line => line !== '')
      .map(line => plainLine(line, 120)),
  };
}
