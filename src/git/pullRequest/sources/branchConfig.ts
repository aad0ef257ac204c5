import { t } from '../../../core/base/l10n.ts';
import { parsePullRequestRef } from '../pullRequestRef.ts';
import { otherBranchAtHead } from '../evidence/branchAtHead.ts';
import { remoteCandidateRepository } from '../candidateRepository.ts';
import { isAncestor } from '../../repository/history.ts';
import { noCandidates, type PullRequestSource, type SourceContext } from '../source.ts';
import { lastFetch } from './reflog.ts';

/**
 * Reads the pull request's ref in `branch.NAME.merge`, which command-line tools set when they check out a fork's
 * branch.
 */
export const branchConfig: PullRequestSource = {
  name: 'branch configuration',
  isLocal: true,
  find: async (context, signal) => {
    const { copy, config } = context;
    const merge = copy.branch === undefined ? undefined : config.get(`branch.${copy.branch}.merge`);
    const ref = merge === undefined ? undefined : parsePullRequestRef(merge);
    const remote = config.get(`branch.${copy.branch ?? ''}.remote`);
    if (ref === undefined || remote === undefined) return noCandidates;
    const name = await remoteCandidateRepository(context, remote, signal);
    if (name === undefined) return noCandidates;
    const { number } = ref;
    const fetched = await lastFetch(context, signal);
    const isStill = fetched === undefined || (await isOf(context, number, fetched, signal));
    const confidence = isStill ? 'high' : 'medium';
    const explanation = t("from the branch's configuration");
    const candidates = [{ number, confidence, explanation, ...name }] as const;
    if (fetched === undefined) return { candidates, isUnproven: true };
    return { candidates, ...(isStill && { headCommit: fetched.commit }) };
  },
};

/**
 * Whether the branch still has what was fetched of a pull request and was not pushed as another one. The tools keep what
 * they once configured when another pull request is checked out under the same name, and a reset keeps it too.
 */
async function isOf(
  context: SourceContext,
  number: number,
  fetched: NonNullable<Awaited<ReturnType<typeof lastFetch>>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { git, copy } = context;
  if (fetched.number !== number || !(await isAncestor(git, copy.root, fetched.commit, copy.head, signal))) return false;
  if (fetched.commit === copy.head) return true;
  return (await otherBranchAtHead(context, { isOwn: () => false, number }, signal)) === undefined;
}
