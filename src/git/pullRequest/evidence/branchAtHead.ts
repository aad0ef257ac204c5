import { isOnDefaultBranch } from '../isOnDefaultBranch.ts';
import { parseFetchedRef } from '../pullRequestRef.ts';
import { RefListing } from '../refListing.ts';
import type { SourceContext } from '../source.ts';

/**
 * Finds a remote branch, as last fetched or pushed, that HEAD is at, such as `origin/topic`. Commits of the default
 * branch are those of every new branch, so they tell nothing.
 * @param isOwn whether a name is that of the branch that is known already
 * @param number of the pull request, whose own fetched refs do not count
 */
export async function otherBranchAtHead(
  context: SourceContext,
  { isOwn, number }: { readonly isOwn: (name: string) => boolean; readonly number: number },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { git, copy, config } = context;
  const listed = ['for-each-ref', '--format=%(objectname)%09%(refname)', 'refs/remotes'];
  const refs = new RefListing(await git.bytes(copy.root, listed, { signal }));
  const other = refs
    .namesAt(copy.head)
    .filter(ref => !ref.endsWith('/HEAD') && parseFetchedRef(ref, config)?.number !== number)
    .map(ref => ref.slice('refs/remotes/'.length))
    .find(name => !isOwn(name));
  return other !== undefined && !(await isOnDefaultBranch(context, copy.head, signal)) ? other : undefined;
}

/**
 * Finds the other remote branch that HEAD is at while it is not the head of the pull request of the pushed branch.
 * @param headCommit of the pull request, if it is another one than that of the pushed branch
 */
export async function branchAtHead(
  context: SourceContext,
  { number, headCommit = context.tracked }: { readonly number: number; readonly headCommit: string | undefined },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { copy, config, push } = context;
  if (headCommit === undefined || headCommit === copy.head) return undefined;
  // To a second remote the same branch may have been pushed as well.
  const own = new Set(config.remotes.map(remote => `${remote}/${push?.branch ?? ''}`));
  return otherBranchAtHead(context, { isOwn: name => own.has(name), number }, signal);
}
