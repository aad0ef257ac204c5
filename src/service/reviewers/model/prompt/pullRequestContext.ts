import { plainLine } from '../../../../core/base/text.ts';
import type { GitReader } from '../../../../git/run/git.ts';
import { redactSecrets } from '../code/redactSecrets.ts';

/** The author's description of the change. */
export interface PullRequestContext {
  readonly title: string;
  readonly description: string;
  /** First lines of the commit messages, newest first. */
  readonly commits: readonly string[];
}

const mostCommits = 20;
const longestDescription = 2_000;
/** How many characters to search for secrets: more than are shown, since a truncated secret would not be found. */
const longestSearched = 20_000;

/** Reads title and description, if known, and the subjects of the commits; truncated, and without secrets. */
export async function readPullRequestContext(
  git: GitReader,
  root: string,
  range: { readonly mergeBase: string; readonly head: string },
  pullRequest: { readonly title: string; readonly description: string } | undefined,
  signal: AbortSignal,
): Promise<PullRequestContext> {
  const args = ['log', '--no-show-signature', '--no-merges', `--max-count=${mostCommits}`, '--format=%s'];
  // Uncommitted changes are reviewed as a tree, which has no history.
  const log = await git.tryRun(root, [...args, `${range.mergeBase}..${range.head}`, '--'], { signal });
  const clean = (text = ''): string => redactSecrets('subject.md', text.slice(0, longestSearched));
  const [title = '', description = '', commits = ''] = [pullRequest?.title, pullRequest?.description, log].map(clean);
  return {
    title: plainLine(title, 200),
    description: description.slice(0, longestDescription),
    commits: commits
      .split('\n')
      .filter(line => line !== '')
      .map(line => plainLine(line, 120)),
  };
}
