import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { cancelledError } from '../../core/base/errors.ts';
import { killProcessTree } from './processTree.ts';

/** One run of a program. */
export interface ProgramRun {
  /** Absolute path: Windows would look for a bare name in the working directory first. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Written to standard input, which ends with it. */
  readonly input?: string | Buffer | Readable;
  /** Stops the program. */
  readonly signal: AbortSignal;
  /** Longest output, in bytes. */
  readonly maxBytes: number;
  /** Called with each chunk of output; if it returns a promise, the next call waits for it. */
  readonly onData: (chunk: Buffer) => unknown;
  /** Whether to run it in a process group that is ended when the program is stopped or exits. */
  readonly isGroup?: boolean;
  /** Whether to kill it at once when it is stopped, with all that it started, instead of asking it to end. */
  readonly isKilled?: boolean;
}

/** How a program ended. */
interface ProgramEnd {
  /** Exit code; undefined if a signal ended the program. */
  readonly code: number | undefined;
  /** The beginning of standard error. */
  readonly stderr: string;
}

/** The system could not start a program; `cause` says why. */
export class StartError extends Error {}

/** A program exceeded the output limit and was stopped. */
export class OutputTooLargeError extends Error {}

const longestError = 8_192;
const graceMilliseconds = 2_000;

/**
 * Runs a program without a shell, with limited output, until it exits or `signal` is aborted.
 * @throws StartError, OutputTooLargeError, CodeReviewError of kind `cancelled`, or what `onData` throws
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { file, args, cwd, env, input, signal, maxBytes, onData, isGroup = false, isKilled = isGroup } = run;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelledError(signal));
      return;
    }
    let child: ChildProcess;
    try {
      if (!path.isAbsolute(file)) throw new Error(`${file} is not an absolute path`);
      // Some failures to start are thrown, others are emitted as an event.
      child = spawn(file, args, {
        cwd,
        env,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        detached: isGroup && process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (cause) {
      reject(new StartError('it was not started', { cause }));
      return;
    }
    let length = 0;
    let stderr = '';
    let failure: Error | undefined;
    /** Pending until the chunks so far are handled. */
    let taking: Promise<void> | undefined;
    const stop = (error: Error): void => {
      if (failure !== undefined) return;
      failure = error;
      if (isKilled || process.platform === 'win32') killProcessTree(child);
      else askToEnd(child);
      // Its child processes may keep these open after it exits.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const abort = (): void => stop(cancelledError(signal));
    signal.addEventListener('abort', abort, { once: true });
    const release = isGroup ? endWithThisProcess(child) : undefined;
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) stop(new OutputTooLargeError('it wrote too much'));
      if (failure !== undefined) return;
      // Buffered output arrives on exit even if the stream is paused, so it is queued.
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
    // The program may exit before it has read all input; its exit code tells.
    child.stdin?.on('error', () => undefined);
    if (child.stdin !== null && input instanceof Readable) input.pipe(child.stdin);
    else child.stdin?.end(input);
    child.on('error', cause => stop(new StartError('it was not started', { cause })));
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

/** Asks a program to exit so that it can clean up, and kills it if it does not. */
function askToEnd(child: ChildProcess): void {
  child.kill();
  const end = setTimeout(() => killProcessTree(child), graceMilliseconds);
  child.once('exit', () => clearTimeout(end));
}

/** Ends the process group when this process exits. @returns a function that undoes this */
function endWithThisProcess(child: ChildProcess): () => void {
  const end = (): void => killProcessTree(child);
  process.once('exit', end).on('SIGINT', leave).on('SIGTERM', leave);
  child.on('exit', end);
  return () => void process.off('exit', end).off('SIGINT', leave).off('SIGTERM', leave);
}

/** Exits on a signal after ending the groups, which do not receive the terminal's signals. */
function leave(signal: 'SIGINT' | 'SIGTERM'): void {
  process.exit(128 + constants.signals[signal]);
}
