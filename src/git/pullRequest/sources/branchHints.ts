import { t } from '../../../core/base/l10n.ts';
import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import { noCandidates, type PullRequestSource } from '../source.ts';

// owner#repo#N; several values if the branch name was reused.
const noted = /^([\w.-]+)#([\w.-]+)#([1-9]\d{0,8})$/;
// `pr/LOGIN/N`, with a counter appended if that name was taken, `pr-N` and the like.
const speaking =
  /^(?:(?:pr|mr)\/[^/]+\/([1-9]\d{0,8})(?:-\d+)?|(?:pr|pull|pulls|mr|merge-requests?)[-/]([1-9]\d{0,8}))$/;

/**
 * Reads metadata of other editor extensions, and branch names such as `pr/robin/12`. Both outlive their pull request,
 * so they are only the first candidates to choose from.
 */
export const branchHints: PullRequestSource = {
  name: 'hints of the branch',
  isLocal: true,
  find: ({ copy, config, identity }) => {
    const { branch } = copy;
    if (branch === undefined || identity.remote === undefined) return Promise.resolve(noCandidates);
    const candidates: PullRequestCandidate[] = [];
    for (const value of config.all(`branch.${branch}.github-pr-owner-number`).toReversed()) {
      const [, owner = '', repo = '', number] = noted.exec(value) ?? [];
      const repository = `${owner}/${repo}`;
      const explanation = t('noted for this branch by another extension');
      if (number !== undefined) candidates.push({ number: Number(number), repository, confidence: 'low', explanation });
    }
    const [, ofLogin, number = ofLogin] = speaking.exec(branch) ?? [];
    if (number !== undefined)
      candidates.push({ number: Number(number), confidence: 'low', explanation: t('by the name of the branch') });
    return Promise.resolve({ candidates });
  },
};
