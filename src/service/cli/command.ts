import type { Writable } from 'node:stream';
import type { StartEngine } from '../jobs/engineProcess.ts';

/** The environment of a command: the process's own, or a test's. */
export interface CommandContext {
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly startEngine: StartEngine;
  /** A signal that aborts on SIGINT or SIGTERM; once called, these no longer end the process. */
  interrupted(): AbortSignal;
}

/** One command of the service's program. */
export interface Command {
  readonly usage: string;
  /** Exit code of a failure; invalid arguments end with 2 in any command. */
  readonly failureCode: 1 | 2;
  /**
   * @param args the arguments after the command's name
   * @returns the exit code
   * @throws TypeError of `parseArgs` or UsageError if the arguments are invalid
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** Invalid arguments; the message is printed together with the usage. */
export class UsageError extends Error {}

/** Usage of the option `--data`. */
export const dataUsage = `  --data FOLDER               where keys and reviews are kept (default: ~/.code-review)`;

/** Parses the whole number of an option. @throws UsageError if it is none, or out of bounds */
export function parseWholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}.`);
  }
  return number;
}
