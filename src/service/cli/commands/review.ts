import { defineCommand } from '../command.ts';
import { reviewOptions } from '../options/review.ts';

/** The command `review`, for people, hooks and CI. The exit code of a failed review is never 0. */
export const reviewCommand = defineCommand({
  about: 'Review changes and print what is wrong with them',
  options: reviewOptions,
  notes: [
    'The exit code is 0 if no issue is as severe as --fail-on, and 1 if one is. It is 2 if none is, and the changes or a part of them could not be reviewed, for example because the language model or a requested tool failed. The text or standard error gives the reason, and names files beyond the language model’s budget and findings that new comments hide, which do not affect the code. Interrupted, it is 130.',
    'The last review is kept in the repository’s git directory, one for each branch and base as they are named, and one each for staged and for uncommitted changes. Of two reviews at once, the one that ends later is kept. A finding counts as gone only if its reviewer read the file again.',
    'Where GITHUB_ACTIONS is set, issues are annotations too, and the job gets a summary.',
  ],
  failureCode: 2,
  load: async () => (await import('../review/review.ts')).review,
});
