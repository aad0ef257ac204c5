import path from 'node:path';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { findGit } from './findGit.ts';
import { exitError, GitExitError, untrustedError, startError } from './gitErrors.ts';
import { OutputTooLargeError, runProgram, StartError, type ProgramRun } from './runProgram.ts';

/** Limits and input of one run of git. */
export interface GitBounds {
  readonly signal: AbortSignal;
  /** Longest output in bytes; more is an error. */
  readonly maxBytes?: number;
  /** Longest run, in milliseconds. */
  readonly timeoutMs?: number;
  /** Written to git's standard input. */
  readonly input?: string;
  /** Whether to kill git and its helpers when it is stopped, which leaves locks and half packs. */
  readonly isKilled?: boolean;
}

/** One run of git. */
export type GitRun = Pick<ProgramRun, 'cwd' | 'args' | 'env' | 'onData'> & {
  /** The git command, for messages. */
  readonly command: string;
  /** Called with the exit code, or that it was stopped. */
  readonly onEnd?: (code: string) => void;
};

const defaultBytes = 64 << 20;
const defaultTimeout = 30_000;

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
    const { signal, maxBytes = defaultBytes, timeoutMs = defaultTimeout, input, isKilled = false } = bounds;
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
      if (error instanceof OutputTooLargeError)
        throw new CodeReviewError('git', t('git {command} answered more than can be taken.', { command }));
      if (signal.aborted || !deadline.signal.aborted) throw error;
      const late = t('git {command} took longer than {seconds} s and was stopped.', {
        command,
        seconds: timeoutMs / 1_000,
      });
      throw new CodeReviewError('git', late, t('Try again.'), { cause: error });
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
