import { fork, type ChildProcess } from 'node:child_process';
import { childEnvironment } from '../../core/system/childEnvironment.ts';
import { ModelRpcServer, type AskModel } from '../../core/protocol/modelRpc.ts';
import { killProcessTree } from '../../git/run/processTree.ts';
import type { ReviewProgress } from '../engine/reviewProgress.ts';
import type { EngineReply, EngineJob, EngineResult } from '../engine/messages.ts';

/** Runs reviews, one at a time. */
export interface Engine {
  /** Never rejects: failures are in the result. The previous review must have ended. */
  review(job: EngineJob, observer?: EngineObserver): Promise<EngineResult>;
  dispose(): void;
}

/** Follows one review, and may stop it. */
export interface EngineObserver {
  readonly onProgress: (progress: ReviewProgress) => void;
  /** Stops the review, which fails then. */
  readonly signal: AbortSignal;
}

export interface EngineOptions {
  /** Name or path of the git executable. */
  readonly gitExecutable: string;
  readonly onError: (error: unknown) => void;
  /** Asks a language model through the process that started the service. */
  readonly ask?: AskModel;
  /** Folder that keeps the repository index; absent if it is not kept. */
  readonly indexFolder?: string;
  /** Timeout of one review, in milliseconds. */
  readonly deadline?: number;
}

export type StartEngine = (options: EngineOptions) => Engine;

/** Creates engines that run as child processes. @param program path of the engine's program */
export function engineProcesses(program: string): StartEngine {
  return options => new EngineProcess({ ...options, engine: program });
}

interface EngineProcessOptions extends EngineOptions {
  /** Path of the engine's program. */
  readonly engine: string;
}

/**
 * What keeps the process under 600 MB, measured on real commits. A heap of 400 MB holds the largest file that is read one
 * and a half times; with a higher cap it is collected later. A small part for young objects is collected before it grows.
 * WebAssembly that many threads compile at once takes a few hundred megabytes that are never given back. To have
 * Ruff optimized takes 100 MB and seconds of a processor, more than a thousand files of Python win by it.
 */
const memoryOptions = [
  ...['--max-old-space-size=400', '--max-semi-space-size=4'],
  ...['--wasm-num-compilation-tasks=1', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
];
// The analysers' memory only grows: WebAssembly never gives any back.
const mostJobsPerProcess = 20;
const idleMilliseconds = 60_000;
const graceMilliseconds = 2_000;
const notStarted = 'The reviewing process could not be started.';
const stopped = 'The review was stopped.';

/** Answers every question with `skipped`, for a service without an editor. */
const noEditorModel: AskModel = () =>
  Promise.resolve({ status: 'skipped', why: 'notFound', reason: 'there is no editor to ask' });

/**
 * An engine in a child process: a review that hangs, crashes or runs out of memory fails, and the caller survives. The
 * process is kept for the next review for a while.
 */
class EngineProcess implements Engine {
  readonly #options: EngineProcessOptions;
  #child: ChildProcess | undefined;
  #done = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
  }

  async review(job: EngineJob, observer?: EngineObserver): Promise<EngineResult> {
    if (observer?.signal.aborted === true) return { status: 'failed', reason: stopped, reports: [] };
    clearTimeout(this.#idle);
    const kept = this.#kept();
    let result = kept && (await this.#ask(kept, job, true, observer));
    const started = result === undefined ? this.#start() : undefined;
    if (started !== undefined) result = await this.#ask(started, job, false, observer);
    result ??= { status: 'failed', reason: notStarted, reports: [] };
    if (++this.#done >= mostJobsPerProcess) this.#end();
    else this.#idle = setTimeout(() => this.#end(), idleMilliseconds).unref();
    return result;
  }

  /**
   * Has a process review. One that was kept may have been killed while nobody waited for it, as the system does where
   * memory is short.
   *
   * @returns undefined if a process that was kept ended without a word of this job
   */
  #ask(
    child: ChildProcess,
    job: EngineJob,
    isKept: boolean,
    observer: EngineObserver | undefined,
  ): Promise<EngineResult | undefined> {
    const { deadline = 600_000 } = this.#options;
    let isHeard = !isKept;
    return new Promise(resolve => {
      const fail = (reason: string): void => {
        this.#end();
        settle({ status: 'failed', reason, reports: [] });
      };
      const timer = setTimeout(
        () => fail(`The review took longer than ${Math.round(deadline / 1_000)} s and was stopped.`),
        deadline,
      );
      const onExit = (code: number | null, signal: NodeJS.Signals | null): void => {
        const outOfMemory = signal === 'SIGABRT' || code === 134;
        if (!isHeard && child === this.#child) settle(undefined);
        else if (outOfMemory) fail('The review ran out of memory.');
        else fail(`The reviewing process ended early (${signal ?? `code ${code ?? 'none'}`}).`);
      };
      const onAbort = (): void => fail(stopped);
      const settle = (settled: EngineResult | undefined): void => {
        clearTimeout(timer);
        observer?.signal.removeEventListener('abort', onAbort);
        child.off('exit', onExit).off('message', onMessage).off('error', onError);
        replies.abort();
        resolve(settled);
      };
      // To whom nothing can be sent any more has ended, which is told by its exit.
      const replies = new ModelRpcServer(
        this.#options.ask ?? noEditorModel,
        message => void child.send(message, () => undefined),
      );
      const onMessage = (message: EngineReply): void => {
        isHeard = true;
        if (!('type' in message)) settle(message);
        else if (message.type === 'progress') observer?.onProgress(message.progress);
        else replies.take(message);
      };
      const onError = (error: Error): void => {
        this.#options.onError(error);
        fail(notStarted);
      };
      observer?.signal.addEventListener('abort', onAbort, { once: true });
      child.on('message', onMessage).once('exit', onExit).once('error', onError);
      child.send(job, error => error && this.#options.onError(error));
    });
  }

  /** Ends the process and the tools that it runs; a running review fails. */
  dispose(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    child?.kill();
    if (child !== undefined) killIfItHangs(child);
  }

  /** Lets the process end the tools that it has started, and kills it where it hangs. */
  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    clearTimeout(this.#idle);
    if (child?.connected !== true) return;
    killIfItHangs(child);
    child.disconnect();
  }

  #kept(): ChildProcess | undefined {
    const child = this.#child;
    // One that has ended may look connected for a moment.
    return child?.connected === true && child.exitCode === null && child.signalCode === null ? child : undefined;
  }

  #start(): ChildProcess | undefined {
    const { engine, gitExecutable, indexFolder } = this.#options;
    const given = {
      CODE_REVIEW_GIT: gitExecutable,
      ...(indexFolder !== undefined && { CODE_REVIEW_INDEX: indexFolder }),
    };
    this.#done = 0;
    try {
      this.#child = fork(engine, [], {
        execArgv: memoryOptions,
        env: childEnvironment(process.env, { ELECTRON_RUN_AS_NODE: '1', ...given }),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
    } catch (error) {
      // The system reports most failures to start by an event, some by an exception.
      this.#options.onError(error);
      this.#child = undefined;
    }
    return this.#child;
  }
}

/** Leaves a process that was asked to end some time to do so. */
function killIfItHangs(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const kill = setTimeout(() => killProcessTree(child), graceMilliseconds);
  child.once('exit', () => clearTimeout(kill));
}
