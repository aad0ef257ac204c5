import type { Writable } from 'node:stream';
import type { StartEngine } from '../jobs/engineProcess.ts';

/** What a command has around it; the process's own, or that of a test. */
export interface CommandContext {
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly startEngine: StartEngine;
  /** Aborts when the user stops the command; from the call on, that does not end the process by itself. */
  interrupted(): AbortSignal;
}

/** One command of the service's program. */
export interface Command {
  readonly usage: string;
  /** The exit code where something goes wrong; arguments that cannot be used end with 2 in any command. */
  readonly failureCode: 1 | 2;
  /**
   * @param args what follows the command's name
   * @returns the exit code
   * @throws TypeError of `parseArgs` and UsageError where the arguments cannot be used
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** What the user got wrong; told with the usage. */
export class UsageError extends Error {}

/** Where the service keeps its keys and reviews. */
export const dataUsage = `  --data FOLDER               where keys and reviews are kept (default: ~/.code-review)`;

/** A whole number as an option takes it. @throws UsageError */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}.`);
  }
  return number;
}
