import type { Readable, Writable } from 'node:stream';
import type { StartEngine } from '../jobs/engineProcess.ts';
import type { Operands, Options } from './commandLine/options.ts';
import type { Given } from './commandLine/parse.ts';

/** The environment of a command: the process's own, or a test's. */
export interface CommandContext {
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Opened by the first call. */
  readonly stdin: () => Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly startEngine: StartEngine;
  /** A signal that aborts on SIGINT or SIGTERM; once called, these no longer end the process. */
  interrupted(): AbortSignal;
}

/** Runs a command and resolves to its exit code. @throws UsageError if arguments do not go together */
export type RunCommand<O extends Options = Options> = (given: Given<O>, context: CommandContext) => Promise<number>;

/** One command of the program, as data: its parser, its help and its completion are made of it. */
export interface Command {
  /** What it does in one line, without a full stop. */
  readonly about: string;
  readonly options: Options;
  readonly operands?: Operands;
  /** Paragraphs below the options in the help. */
  readonly notes?: readonly string[];
  /** Exit code of a failure; invalid arguments end with 2 in any command. */
  readonly failureCode: 1 | 2;
  /** Loads what runs it, so that the help and other commands do not. */
  readonly load: () => Promise<RunCommand>;
}

/** A command whose `load` gets the values that its options have. */
export function defineCommand<const O extends Options>(
  command: Omit<Command, 'options' | 'load'> & {
    readonly options: O;
    readonly load: () => Promise<RunCommand<O>>;
  },
): Command {
  // The parser gives it the values of these very options.
  return command as unknown as Command;
}
