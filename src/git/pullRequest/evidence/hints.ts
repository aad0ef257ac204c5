import type { PullRequestCandidate } from '../../../core/review/pullRequest.ts';
import { parseFetchedRef } from '../pullRequestRef.ts';
import type { SourceContext } from '../source.ts';

/** `repository` is absent for the base repository. */
type Hint = Pick<PullRequestCandidate, 'number' | 'repository'>;

/** What names a pull request for the branch; nothing does if that is pushed as a branch of its own. */
export function hintsOf({ hinted, config, identity, push, tracked }: SourceContext): readonly Hint[] {
  if (push === undefined || tracked === undefined) return hinted;
  // A refspec may map the pull requests of the base repository to where its branches are.
  const mapped =
    push.remote === identity.remote ? parseFetchedRef(`refs/remotes/${push.remote}/${push.branch}`, config) : undefined;
  return mapped?.isBranch !== false ? [] : [...hinted, { number: mapped.number }];
}

/** Whether a pull request is named for the branch. @param fullName `owner/name` of its base repository */
export function isHinted(context: SourceContext, number: number, fullName: string): boolean {
  const own = context.identity.fullName;
  return hintsOf(context).some(
    ({ repository = own, ...hint }) => hint.number === number && repository.toLowerCase() === fullName.toLowerCase(),
  );
}
