import { t } from '../../../core/base/l10n.ts';
import type { RememberedChoice } from '../rememberedChoice.ts';
import { noCandidates, type PullRequestSource } from '../source.ts';
import { isAncestor } from '../../repository/history.ts';
import { isOnDefaultBranch } from '../isOnDefaultBranch.ts';

/**
 * The user's earlier choice for this branch, valid while the branch descends from the commit at that time. A new branch
 * with the same name does not, unless that commit was merged in the meantime.
 */
export function remembered(choice: () => RememberedChoice | undefined): PullRequestSource {
  return {
    name: 'remembered choice',
    isLocal: true,
    find: async (context, signal) => {
      const { git, copy } = context;
      const known = choice();
      if (known === undefined || !/^[0-9a-f]{40,64}$/.test(known.headCommit)) return noCandidates;
      const { number, repository, headCommit } = known;
      // All detached HEADs share one choice: it is that of the commit alone.
      const isSame =
        copy.branch === undefined
          ? headCommit === copy.head
          : await isAncestor(git, copy.root, headCommit, copy.head, signal);
      const doubt = !isSame
        ? t('chosen for this branch before it was rewritten')
        : (await isOnDefaultBranch(context, headCommit, signal))
          ? t('chosen for this branch before it was merged')
          : undefined;
      const [confidence, explanation] =
        doubt === undefined ? (['certain', t('chosen for this branch before')] as const) : (['low', doubt] as const);
      return { candidates: [{ number, repository, confidence, explanation }] };
    },
  };
}
