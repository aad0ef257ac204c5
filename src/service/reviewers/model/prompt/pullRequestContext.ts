import { plainLine } from '../../../../core/base/text.ts';
import type { Git } from '../../../../git/run/git.ts';
import { redactSecrets } from './redactSecrets.ts';

/** What the change is said to be for, by whoever made it. */
export interface PullRequestContext {
  readonly title: string;
  readonly description: string;
  /** First lines of its commit messages, the newest first. */
  readonly commits: readonly string[];
}

const mostCommits = 20;
const longestDescription = 2_000;
/** Secrets are looked for in so much of a text: more than is shown, since half a secret is not known for one. */
const longestSearched = 20_000;

/** Title and description where they are known, and the subjects of the commits; bounded, and without the secrets in them. */
export async function readPullRequestContext(
  git: Git,
  root: string,
  range: { readonly mergeBase: string; readonly head: string },
  pullRequest: { readonly title: string; readonly description: string } | undefined,
  signal: AbortSignal,
): Promise<PullRequestContext> {
  const args = ['log', '--no-show-signature', '--no-merges', `--max-count=${mostCommits}`, '--format=%s'];
  // What is not committed yet is reviewed as a tree, which has no history.
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
