import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { cancelled } from '../../core/base/errors.ts';
import { endTree } from './processTree.ts';

/** One run of a program. */
export interface ProgramRun {
  /** Absolute path: Windows would look for a bare name in the folder that the program is run in. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Written to its standard input. */
  readonly input?: string | Buffer;
  /** Stops the program. */
  readonly signal: AbortSignal;
  /** Longest output, in bytes. */
  readonly maxBytes: number;
  /** Takes a piece of the output; where it answers with a promise, the next one is handed over when that is kept. */
  readonly onData: (chunk: Buffer) => unknown;
  /** Whether what it starts is ended with it: at once where it is stopped, and what it leaves behind when it ends. */
  readonly isGroup?: boolean;
}

/** How a program ended. */
export interface ProgramEnd {
  /** Undefined where a signal of the system ended it. */
  readonly code: number | undefined;
  /** The beginning of what it wrote to standard error. */
  readonly stderr: string;
}

/** The system did not start a program; the cause says why. */
export class StartFailure extends Error {}

/** A program wrote more than is taken, and was stopped. */
export class OutputTooLong extends Error {}

const longestError = 8_192;
const graceMilliseconds = 2_000;

/**
 * Runs a program without a shell, bounded in output and by a signal, whatever it does.
 * @throws StartFailure, OutputTooLong, CodeReviewError of kind `cancelled`, or what `onData` throws
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { file, args, cwd, env, input, signal, maxBytes, onData, isGroup = false } = run;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled(signal));
      return;
    }
    let child: ChildProcess;
    try {
      if (!path.isAbsolute(file)) throw new Error(`${file} is not an absolute path`);
      // Some of the system's refusals are thrown, others are told by an event.
      child = spawn(file, args, {
        cwd,
        env,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        detached: isGroup && process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (cause) {
      reject(new StartFailure('it was not started', { cause }));
      return;
    }
    let length = 0;
    let stderr = '';
    let failure: Error | undefined;
    /** What has come is being taken until this is kept. */
    let taking: Promise<void> | undefined;
    const stop = (error: Error): void => {
      if (failure !== undefined) return;
      failure = error;
      if (isGroup || process.platform === 'win32') endTree(child);
      else askToEnd(child);
      // What it started may hold these open when it is gone.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const abort = (): void => stop(cancelled(signal));
    signal.addEventListener('abort', abort, { once: true });
    const release = isGroup ? endWithThisProcess(child) : undefined;
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) stop(new OutputTooLong('it wrote too much'));
      if (failure !== undefined) return;
      // What a program has left behind comes when it ends, paused or not: it waits for its turn.
      const taken = taking?.then(() => (failure === undefined ? onData(chunk) : undefined)) ?? onData(chunk);
      if (!(taken instanceof Promise)) return;
      child.stdout?.pause();
      const done = taken
        .catch((error: unknown) => stop(error instanceof Error ? error : new Error(String(error))))
        .then(() => {
          if (taking !== done) return;
          taking = undefined;
          child.stdout?.resume();
        });
      taking = done;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < longestError) stderr += chunk.toString('utf8');
    });
    // It may end before it has read everything; that is told by its exit code.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', cause => stop(new StartFailure('it was not started', { cause })));
    child.on('close', code => {
      release?.();
      const settle = (): void => {
        signal.removeEventListener('abort', abort);
        if (failure === undefined) resolve({ code: code ?? undefined, stderr });
        else reject(failure);
      };
      if (taking === undefined) settle();
      else void taking.then(settle);
    });
  });
}

/** Lets a program tidy up and end what it started itself, and ends it all where it does not. */
function askToEnd(child: ChildProcess): void {
  child.kill();
  const end = setTimeout(() => endTree(child), graceMilliseconds);
  child.once('exit', () => clearTimeout(end));
}

/** Sees to it that a group ends with this process, and when its program ends. @returns what takes that back */
function endWithThisProcess(child: ChildProcess): () => void {
  const end = (): void => endTree(child);
  process.once('exit', end).on('SIGINT', leave).on('SIGTERM', leave);
  child.on('exit', end);
  return () => void process.off('exit', end).off('SIGINT', leave).off('SIGTERM', leave);
}

/** A signal would end this process without a word to the group, which the keys of a terminal do not reach. */
function leave(signal: 'SIGINT' | 'SIGTERM'): void {
  process.exit(128 + constants.signals[signal]);
}
