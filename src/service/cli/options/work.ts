import { databaseOption } from './database.ts';
import { reviewersOptions } from './reviewers.ts';

/** The options of `work`. */
export const workOptions = {
  database: databaseOption,
  concurrency: {
    type: 'string',
    value: 'N',
    about: 'Make so many reviews at a time (default: one for each processor, where the memory allows 600 MB for each)',
  },
  drain: {
    type: 'string',
    value: 'SECONDS',
    default: '25',
    about: 'When stopped, let running reviews end for so long; what has not ended by then goes back to the queue',
  },
  ...reviewersOptions,
  data: {
    type: 'string',
    value: 'FOLDER',
    about:
      'Where mirrors of the repositories and their index are kept (default: ~/.code-review, or what CODE_REVIEW_HOME names)',
  },
} as const;
