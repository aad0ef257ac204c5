import path from 'node:path';
import { findGit } from './findGit.ts';
import { defaultBytes, defaultTimeout, type GitBounds } from './gitBounds.ts';
import { exitError, GitExitError, lateError, startError, tooLongError, untrustedError } from './gitErrors.ts';
import { OutputTooLargeError, runProgram, StartError, type ProgramRun } from './runProgram.ts';

/** One run of git. */
export type GitRun = Pick<ProgramRun, 'cwd' | 'args' | 'env' | 'onData'> & {
  /** The git command, for messages. */
  readonly command: string;
  /** Called with the exit code, or that it was stopped. */
  readonly onEnd?: (code: string) => void;
};

/** Finds and starts git, with limits, and converts failures to `CodeReviewError`. */
export class GitProcess {
  readonly #find: () => Promise<string>;
  readonly #mayRun: () => boolean;
  #file: Promise<string> | undefined;

  /**
   * @param executable an absolute path, a name on the `PATH`, or a function that finds the path
   * @param mayRun called before each run
   */
  constructor(executable: string | (() => Promise<string>), mayRun: () => boolean) {
    this.#find = typeof executable === 'function' ? executable : () => locate(executable);
    this.#mayRun = mayRun;
  }

  /** The absolute path of git, cached. @throws CodeReviewError of kind `git` if there is none */
  path(): Promise<string> {
    this.#file ??= this.#find().catch((error: unknown) => {
      this.#file = undefined;
      throw error;
    });
    return this.#file;
  }

  /** @throws CodeReviewError of kind `git` or `cancelled`, or what `onData` throws */
  async start(run: GitRun, bounds: GitBounds): Promise<void> {
    if (!this.#mayRun()) throw untrustedError();
    const { command, cwd, args, env, onData, onEnd = () => undefined } = run;
    const { signal, maxBytes = defaultBytes, timeoutMs = defaultTimeout, isKilled = false } = bounds;
    const input = bounds.questions ?? bounds.input;
    const file = await this.path();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const either = AbortSignal.any([signal, deadline.signal]);
    try {
      const program = { file, args, cwd, env, signal: either, maxBytes, onData, isKilled };
      const { code, stderr } = await runProgram(input === undefined ? program : { ...program, input });
      onEnd(`${code ?? 'stopped'}`);
      if (code !== 0) throw exitError(command, code, stderr);
    } catch (error) {
      if (error instanceof GitExitError) throw error;
      onEnd('stopped');
      if (error instanceof StartError) {
        // It may have been moved: find it again on the next run.
        this.#file = undefined;
        throw startError(error, file, cwd);
      }
      if (error instanceof OutputTooLargeError) throw tooLongError(command);
      if (signal.aborted || !deadline.signal.aborted) throw error;
      throw lateError(command, timeoutMs, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs git and returns its output as text. */
  async text(run: Omit<GitRun, 'onData'>, bounds: GitBounds): Promise<string> {
    const chunks: Buffer[] = [];
    await this.start({ ...run, onData: chunk => chunks.push(chunk) }, bounds);
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** Finds git; an absolute path is not checked, so that the error names it. */
function locate(executable: string): Promise<string> {
  return path.isAbsolute(executable) ? Promise.resolve(executable) : findGit([executable]);
}
