import type { OpenReviews } from '../../../../src/vscode/repository/openReviews.ts';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { ReviewRecord } from '../../../../src/reviews/store/reviewRecord.ts';

/** The reviews of a working copy whose branch is checked out, as they are for good. */
export function openReviewsOf(
  root: string,
  records: readonly ReviewRecord[],
): Pick<OpenReviews, 'repositories' | 'settled' | 'onDidChange'> {
  const open = { root, repository: 'acme/app', branch: 'feature', head: undefined };
  const facts = { distance: () => undefined, holds: () => false };
  return {
    repositories: currentReviews({ roots: [open], records, chosen: new Map(), now: 0, ...facts }),
    settled: () => Promise.resolve(),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}
