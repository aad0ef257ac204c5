import type { RememberedChoice } from '../remembered.ts';
import { knowsNothing, type PullRequestSource } from '../source.ts';

/** What the user chose for this branch before, as long as the branch has grown from the commit it was chosen at. */
export function remembered(choice: () => RememberedChoice | undefined): PullRequestSource {
  return {
    name: 'remembered choice',
    find: async ({ git, copy }, signal) => {
      const known = choice();
      if (known === undefined || !/^[0-9a-f]{40,64}$/.test(known.headCommit)) return knowsNothing;
      const grown = await git.tryRun(copy.root, ['merge-base', '--is-ancestor', known.headCommit, copy.head], {
        signal,
      });
      const { number, repository } = known;
      const explanation =
        grown === undefined ? 'chosen for this branch before it was rewritten' : 'chosen for this branch before';
      return { candidates: [{ number, repository, confidence: grown === undefined ? 'low' : 'high', explanation }] };
    },
  };
}
