import { defineCommand } from '../command.ts';
import { reviewOptions } from '../options/review.ts';

/** The command `review`, for people, hooks and CI. The exit code of a failed review is never 0. */
export const reviewCommand = defineCommand({
  about: 'Review changes and print what is wrong with them',
  options: reviewOptions,
  notes: [
    'The exit code is 0 if no issue is as severe as --fail-on, and 1 if one is. It is 2 if none is, and the changes or a part of them could not be reviewed, for example because the language model or a requested tool failed. The text or standard error gives the reason, and names files beyond the language model’s budget, which do not affect the code.',
  ],
  failureCode: 2,
  load: async () => (await import('../review/review.ts')).review,
});
