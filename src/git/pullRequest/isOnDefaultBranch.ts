import type { SourceContext } from './source.ts';

const names = ['HEAD', 'main', 'master', 'develop', 'trunk'];

/**
 * Whether a commit is in the base repository's default branch as last fetched. Commits of that branch belong to merged
 * pull requests and to every new branch, so they identify none.
 */
export async function isOnDefaultBranch(
  { git, copy, identity, push }: SourceContext,
  commit: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { remote } = identity;
  if (remote === undefined) return false;
  const trunks = names
    .filter(name => remote !== push?.remote || name !== push.branch)
    .map(name => `refs/remotes/${remote}/${name}`);
  const containing = await git.tryRun(
    copy.root,
    ['for-each-ref', '--count=1', '--format=%(refname)', `--contains=${commit}`, ...trunks],
    { signal },
  );
  return containing !== undefined && containing !== '';
}
