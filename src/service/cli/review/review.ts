import type { RunCommand } from '../command.ts';
import type { reviewOptions } from '../options/review.ts';
import { readOptions } from './readOptions.ts';
import { streamReview } from './streamReview.ts';
import { writeReview } from './writeReview.ts';

/** Reviews changes, and writes what is wrong with them. */
export const review: RunCommand<typeof reviewOptions> = async ({ values }, context) => {
  const options = await readOptions(values, context);
  const { format } = options;
  const signal = context.interrupted();
  return format === 'ndjson' ? streamReview(options, context, signal) : writeReview(format, options, context, signal);
};
