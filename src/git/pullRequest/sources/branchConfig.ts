import { t } from '../../../core/base/l10n.ts';
import { parsePullRequestRef } from '../pullRequestRef.ts';
import { remoteCandidateRepository } from '../candidateRepository.ts';
import { noCandidates, type PullRequestSource } from '../source.ts';

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
    return { candidates: [{ number, confidence: 'high', explanation: t("from the branch's configuration"), ...name }] };
  },
};
