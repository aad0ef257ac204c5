import type { PullRequestCandidate } from '../../core/pullRequest.ts';
import { parseFetchedRef, type FetchedRef } from '../pullRequestRef.ts';
import { RefListing } from '../refListing.ts';
import { nameOfRemote } from '../remotes.ts';
import { knowsNothing, type PullRequestSource, type SourceAnswer, type SourceContext } from '../source.ts';
import { isInTrunk } from '../trunk.ts';
import { resolveCommit } from '../workingCopy.ts';

/** Refs of pull requests that were fetched by a refspec, or mirrored, and are at the pushed commit or at HEAD. */
export const localRefs: PullRequestSource = {
  name: 'fetched refs',
  isLocal: true,
  find: async (context, signal) => {
    const { copy, tracked } = context;
    const refs = await listRefs(context, signal);
    for (const commit of new Set([tracked ?? copy.head, copy.head])) {
      const names = refs.namesAt(commit);
      const pulls = names.flatMap(name => parseFetchedRef(name) ?? []);
      if (pulls.length > 0)
        return (await isInTrunk(context, commit, signal))
          ? knowsNothing
          : answer(context, commit, pulls, isShared(context, commit, names), signal);
    }
    return knowsNothing;
  },
};

/** All refs are listed and compared here: `--points-at` would read each of the objects. */
async function listRefs({ git, copy }: SourceContext, signal: AbortSignal): Promise<RefListing> {
  const folders = ['refs/heads', 'refs/remotes', 'refs/pull', 'refs/merge-requests', 'refs/pull-requests'];
  return new RefListing(
    await git.bytes(copy.root, ['for-each-ref', '--format=%(objectname)%09%(refname)', ...folders], { signal }),
  );
}

async function answer(
  context: SourceContext,
  commit: string,
  pulls: readonly FetchedRef[],
  shared: boolean,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  const { git, copy, tracked } = context;
  const found = new Map<string, Pick<PullRequestCandidate, 'number' | 'repository'> & FetchedRef>();
  for (const pull of pulls) {
    const { remote } = pull;
    const name = remote === undefined ? {} : await nameOfRemote(context, remote, signal);
    if (name !== undefined) found.set(`${name.repository ?? ''}#${pull.number}`, { ...pull, ...name });
  }
  const [first, ...others] = found.values();
  if (first === undefined) return knowsNothing;
  const where = commit === tracked ? 'the pushed commit' : 'the commit of HEAD';
  const explanation =
    others.length === 0 ? `the only fetched one that is at ${where}` : `one of several that are at ${where}`;
  const candidates = [first, ...others].map(({ number, repository, ...pull }): PullRequestCandidate => ({
    number,
    explanation,
    confidence: !isPullRequest(context, pull) ? 'low' : others.length > 0 || shared ? 'medium' : 'high',
    ...(repository === undefined ? {} : { repository }),
  }));
  const head = first.kind === 'head' ? commit : await resolveCommit(git, copy.root, `${commit}^2`, signal);
  return { candidates, ...(head === undefined ? {} : { headCommit: head }) };
}

/** A branch may be called `pr/7` too: only a refspec of the remote tells that such refs are of pull requests. */
function isPullRequest(
  { config }: SourceContext,
  { isPlain, remote }: Pick<FetchedRef, 'isPlain' | 'remote'>,
): boolean {
  const refspecs = remote === undefined ? [] : config.all(`remote.${remote}.fetch`);
  return isPlain || refspecs.some(refspec => /^\+?refs\/(?:pull|merge-requests|pull-requests)\//.test(refspec));
}

/** Whether the commit leaves open which branch the pull request is of. */
function isShared({ copy, push, tracked }: SourceContext, commit: string, names: readonly string[]): boolean {
  if (copy.branch === undefined) return false;
  if (commit !== tracked)
    return (
      tracked !== undefined ||
      names.some(name => name.startsWith('refs/heads/') && name !== `refs/heads/${copy.branch}`)
    );
  const folder = `refs/remotes/${push?.remote ?? ''}/`;
  const own = `${folder}${push?.branch ?? ''}`;
  return (
    push?.isGuess === true ||
    names.some(
      name =>
        name.startsWith(folder) && name !== own && name !== `${folder}HEAD` && parseFetchedRef(name) === undefined,
    )
  );
}
