import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { cancelled } from '../core/errors.ts';

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
  const { file, args, cwd, env, input, signal, maxBytes, onData } = run;
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
        windowsHide: true,
      });
    } catch (cause) {
      reject(new StartFailure('it was not started', { cause }));
      return;
    }
    let length = 0;
    let stderr = '';
    let failure: Error | undefined;
    let kill: NodeJS.Timeout | undefined;
    const stop = (error: Error): void => {
      if (failure !== undefined) return;
      failure = error;
      child.kill();
      kill = setTimeout(() => child.kill('SIGKILL'), graceMilliseconds);
      // What it started may hold these open when it is gone.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const abort = (): void => stop(cancelled(signal));
    signal.addEventListener('abort', abort, { once: true });
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) stop(new OutputTooLong('it wrote too much'));
      if (failure !== undefined) return;
      const taken = onData(chunk);
      if (!(taken instanceof Promise)) return;
      child.stdout?.pause();
      taken
        .catch((error: unknown) => stop(error instanceof Error ? error : new Error(String(error))))
        .finally(() => child.stdout?.resume());
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < longestError) stderr += chunk.toString('utf8');
    });
    // It may end before it has read everything; that is told by its exit code.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', cause => stop(new StartFailure('it was not started', { cause })));
    child.on('close', code => {
      clearTimeout(kill);
      signal.removeEventListener('abort', abort);
      if (failure === undefined) resolve({ code: code ?? undefined, stderr });
      else reject(failure);
    });
  });
}
