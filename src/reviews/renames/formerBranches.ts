import { distanceBetween } from '../../git/content/commitFacts.ts';
import { formerNames } from '../../git/repository/history.ts';
import type { Git } from '../../git/run/git.ts';
import type { CurrentReview, OpenRoot } from '../current/repositoryReviews.ts';
import { commitOf, isUncommitted } from '../store/reviewRecord.ts';

/**
 * The names that a branch had before it was renamed, of those that reviews are of: one of the reviews has read a commit in
 * the history of what is checked out.
 */
export async function formerBranches(
  git: Git,
  { root, branch, head }: Pick<OpenRoot, 'root' | 'branch' | 'head'>,
  reviews: readonly CurrentReview[],
  signal: AbortSignal,
): Promise<string[]> {
  if (branch === undefined || head === undefined) return [];
  const former = await formerNames(git, root, branch, signal);
  const found = new Set<string>();
  for (const { subject, shown } of reviews) {
    const [name, commit] = [subject.branch, shown && commitOf(shown)];
    if (name === undefined || commit === undefined || found.has(name) || !former.has(name)) continue;
    // A snapshot is in no history; the commit that it was made on is.
    const read = isUncommitted(subject) ? `${commit}^` : commit;
    if ((await distanceBetween(git, root, read, head, signal))?.ahead === 0) found.add(name);
  }
  return [...found];
}
