import { defineCommand } from '../command.ts';
import { workOptions } from '../options/work.ts';

/** The command `work`, which runs until it is stopped. */
export const workCommand = defineCommand({
  about: "Make the reviews of a team's service until it is stopped, on any number of machines",
  options: workOptions,
  notes: [
    'Repositories are read with the credentials of the dashboard: CODE_REVIEW_SECRET_KEY, or the file that CODE_REVIEW_SECRET_KEY_FILE names, holds the key that they are encrypted with, the same as for serve.',
    'SIGTERM or SIGINT stops it once running reviews have ended or were given back.',
  ],
  failureCode: 1,
  load: async () => (await import('../work.ts')).work,
});
