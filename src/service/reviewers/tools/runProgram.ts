import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { cancelled } from '../../../core/errors.ts';
import { endTree } from '../../processTree.ts';
import { ToolFailure } from './toolFailure.ts';

/** One run of a program. */
export interface ProgramRun {
  /** Absolute path. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Written to its standard input. */
  readonly input?: Buffer;
  /** Ends the program and all that it started; the reason is thrown where it is an error of the family. */
  readonly signal: AbortSignal;
}

/** How a program ended. */
export interface ProgramOutput {
  /** Undefined where a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: Buffer;
  /** The beginning of what it said on the side. */
  readonly stderr: string;
}

const longestOutput = 32 << 20;
const longestError = 8_192;

/** Runs a program without a shell, bounded in output. @throws ToolFailure */
export function runProgram({ file, args, cwd, env, input, signal }: ProgramRun): Promise<ProgramOutput> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that what it starts can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    let stderr = '';
    let failure: Error | undefined;
    const end = (): void => endTree(child);
    const stop = (error: Error): void => {
      failure ??= error;
      end();
      // A program that left the group may hold these open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const abort = (): void => stop(reasonOf(signal));
    signal.addEventListener('abort', abort, { once: true });
    process.once('exit', end).on('SIGINT', leave).on('SIGTERM', leave);
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > longestOutput) stop(new ToolFailure(`it wrote more than ${longestOutput >> 20} MB`));
      else chunks.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < longestError) stderr += chunk.toString('utf8');
    });
    // It may end before it has read everything; that is told by its exit code.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', error => stop(new ToolFailure('it could not be started', error)));
    child.on('exit', end);
    child.on('close', code => {
      signal.removeEventListener('abort', abort);
      process.off('exit', end).off('SIGINT', leave).off('SIGTERM', leave);
      if (failure === undefined) resolve({ code: code ?? undefined, stdout: Buffer.concat(chunks), stderr });
      else reject(failure);
    });
  });
}

/** A signal would end this process without a word to the program, which the keys of a terminal do not reach in its group. */
function leave(signal: 'SIGINT' | 'SIGTERM'): void {
  process.exit(128 + constants.signals[signal]);
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof ToolFailure ? signal.reason : cancelled(signal);
}
