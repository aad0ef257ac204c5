import { defineCommand } from '../command.ts';
import { serveOptions } from '../options/serve.ts';

/** The command `serve`, which runs until it is stopped. */
export const serveCommand = defineCommand({
  about: 'Answer the code review API on this machine until it is stopped',
  options: serveOptions,
  failureCode: 1,
  load: async () => (await import('../serve.ts')).serve,
});
