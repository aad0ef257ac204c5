import { parseArgs } from 'node:util';

export const usage = `Usage: npm start -- [options]

Opens a real VS Code with the extension, reviews the current branch's pull request there and prints the findings.

  --repo PATH   review this repository instead of the sample
  --port N      serve the window at this port of 127.0.0.1 instead of a free one
  --no-wait     exit after the findings
  --help        print this

VSCODE_EXECUTABLE opens the desktop VS Code it names instead of the one from npm.`;

export interface StartOptions {
  readonly repo: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  readonly wait: boolean;
  readonly help: boolean;
}

/** @throws Error with a sentence on what is wrong with the arguments */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      repo: { type: 'string' },
      port: { type: 'string', default: '0' },
      'no-wait': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port takes a number up to 65535, not '${values.port}'.`);
  return { repo: values.repo, port, wait: !values['no-wait'], help: values.help };
}
