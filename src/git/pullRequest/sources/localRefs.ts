import { t } from '../../../core/base/l10n.ts';
import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import { isOwnBranch } from '../isOwnBranch.ts';
import { parseFetchedRef, type FetchedRef } from '../pullRequestRef.ts';
import { RefListing } from '../refListing.ts';
import { remoteCandidateRepository } from '../candidateRepository.ts';
import { noCandidates, type PullRequestSource, type SourceResult, type SourceContext } from '../source.ts';
import { isOnDefaultBranch } from '../isOnDefaultBranch.ts';
import { resolveCommit } from '../../repository/workingCopy.ts';

/** Finds fetched or mirrored pull request refs at the pushed commit or at HEAD. */
export const localRefs: PullRequestSource = {
  name: 'fetched refs',
  isLocal: true,
  isByCommit: true,
  find: async (context, signal) => {
    const { copy, config, tracked } = context;
    const refs = await listRefs(context, signal);
    for (const commit of new Set([tracked ?? copy.head, copy.head])) {
      const names = refs.namesAt(commit);
      const pulls = names.flatMap(name => parseFetchedRef(name, config) ?? []);
      if (pulls.length > 0)
        return (await isOnDefaultBranch(context, commit, signal))
          ? noCandidates
          : answer(context, commit, pulls, await isDoubtful(context, commit, names, signal), signal);
    }
    return noCandidates;
  },
};

/** Lists all refs; `--points-at` would read every object. */
async function listRefs({ git, copy }: SourceContext, signal: AbortSignal): Promise<RefListing> {
  const folders = ['refs/heads', 'refs/remotes', 'refs/pull', 'refs/merge-requests', 'refs/pull-requests'];
  return new RefListing(
    await git.bytes(copy.root, ['for-each-ref', '--format=%(objectname)%09%(refname)', ...folders], { signal }),
  );
}

function explain(isOnly: boolean, isPushed: boolean): string {
  if (isPushed)
    return isOnly
      ? t('the only fetched one that is at the pushed commit')
      : t('one of several that are at the pushed commit');
  return isOnly
    ? t('the only fetched one that is at the commit of HEAD')
    : t('one of several that are at the commit of HEAD');
}

async function answer(
  context: SourceContext,
  commit: string,
  pulls: readonly FetchedRef[],
  doubtful: boolean,
  signal: AbortSignal,
): Promise<SourceResult> {
  const { git, copy, tracked } = context;
  const found = new Map<string, Pick<PullRequestCandidate, 'number' | 'repository'> & FetchedRef>();
  for (const pull of pulls) {
    const { remote } = pull;
    const name = remote === undefined ? {} : await remoteCandidateRepository(context, remote, signal);
    if (name !== undefined) found.set(`${name.repository ?? ''}#${pull.number}`, { ...pull, ...name });
  }
  const [first, ...others] = found.values();
  if (first === undefined) return noCandidates;
  const explanation = explain(others.length === 0, commit === tracked);
  const candidates = [first, ...others].map(({ number, repository, ...pull }): PullRequestCandidate => ({
    number,
    explanation,
    confidence: pull.isBranch ? 'low' : others.length > 0 || doubtful || !isLasting(context, pull) ? 'medium' : 'high',
    ...(repository === undefined ? {} : { repository }),
  }));
  const head = first.kind === 'head' ? commit : await resolveCommit(git, copy.root, `${commit}^2`, signal);
  return { candidates, ...(head === undefined ? {} : { headCommit: head }) };
}

/**
 * Whether the ref still means the pull request that was fetched: a branch may have another one by now. A detached
 * checkout of a trial merge does, since nothing else has that commit, and of a head from GitHub; elsewhere heads lag or
 * outlive their pull request.
 */
function isLasting({ copy, identity: { provider } }: SourceContext, { kind }: Pick<FetchedRef, 'kind'>): boolean {
  return copy.branch === undefined && (kind === 'merge' || provider === 'github');
}

/** Whether the commit does not identify the pull request's branch. */
async function isDoubtful(
  context: SourceContext,
  commit: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const { copy, config, push, tracked } = context;
  if (copy.branch === undefined) return false;
  const own = `refs/heads/${copy.branch}`;
  if (commit !== tracked)
    return tracked !== undefined || names.some(name => name.startsWith('refs/heads/') && name !== own);
  if (push === undefined || push.isGuess || !(await isOwnBranch(context, push.branch, commit, signal))) return true;
  const folder = `refs/remotes/${push.remote}/`;
  const known = [`${folder}${push.branch}`, `${folder}HEAD`];
  const isBranch = (name: string): boolean => parseFetchedRef(name, config)?.isBranch !== false;
  return names.some(name => name.startsWith(folder) && !known.includes(name) && isBranch(name));
}
