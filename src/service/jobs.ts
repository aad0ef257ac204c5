import { fork, type ChildProcess } from 'node:child_process';
import type { EngineJob, EngineResult } from './engine/messages.ts';
import type { Store, StoredReview } from './store.ts';

interface JobsOptions {
  readonly store: Store;
  /** Path of the engine's program. */
  readonly engine: string;
  /** Name or path of git. */
  readonly gitExecutable: string;
  readonly now: () => number;
  /** Told the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
  readonly onError: (error: unknown) => void;
  /** Longest time for one review, in milliseconds. */
  readonly deadline?: number;
}

const heapMegabytes = 768;
// The analysers' memory only grows: WebAssembly never gives any back.
const mostJobsPerProcess = 20;
const idleMilliseconds = 60_000;

/**
 * Makes the reviews one after another in a process of its own, so that one that hangs, crashes or runs out of memory
 * ends as failed and the service lives on.
 */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #waiting: StoredReview[] = [];
  #child: ChildProcess | undefined;
  #done = 0;
  #busy = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Takes up what a service that was stopped had not finished. */
  resume(): void {
    for (const review of this.#options.store.pendingReviews()) this.add(review);
  }

  add(review: StoredReview): void {
    this.#waiting.push(review);
    // After the answer that the review is pending.
    setImmediate(() => void this.#work().catch(this.#options.onError));
  }

  dispose(): void {
    this.#waiting.length = 0;
    this.#end();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    clearTimeout(this.#idle);
    try {
      for (let review = this.#waiting.shift(); review !== undefined; review = this.#waiting.shift()) {
        this.#settle(review, this.#earlier(review) ?? (await this.#run(review)));
      }
    } finally {
      this.#busy = false;
      this.#idle = setTimeout(() => this.#end(), idleMilliseconds).unref();
    }
  }

  #settle(review: StoredReview, result: EngineResult): void {
    const { store, now, onSettled } = this.#options;
    store.putReview({ ...review, status: result.status, completedAt: now(), result });
    onSettled(review.id);
  }

  /** The same commits give the same comments. */
  #earlier({ base, head, engine }: StoredReview): EngineResult | undefined {
    return this.#options.store
      .reviews()
      .find(each => each.status === 'completed' && each.base === base && each.head === head && each.engine === engine)
      ?.result;
  }

  async #run({ root, base, head }: StoredReview): Promise<EngineResult> {
    const job: EngineJob = { root, base, head };
    const child = this.#process();
    const { deadline = 300_000 } = this.#options;
    const result = await new Promise<EngineResult>(resolve => {
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
        fail(
          outOfMemory
            ? 'The review ran out of memory.'
            : `The reviewing process ended early (${signal ?? `code ${code ?? 'none'}`}).`,
        );
      };
      const settle = (settled: EngineResult): void => {
        clearTimeout(timer);
        child.off('exit', onExit).off('message', settle).off('error', onError);
        resolve(settled);
      };
      const onError = (error: Error): void => {
        this.#options.onError(error);
        fail('The reviewing process could not be started.');
      };
      child.on('message', settle).once('exit', onExit).once('error', onError);
      child.send(job);
    });
    if (++this.#done >= mostJobsPerProcess) this.#end();
    return result;
  }

  #process(): ChildProcess {
    if (this.#child?.connected === true) return this.#child;
    const { engine, gitExecutable } = this.#options;
    this.#done = 0;
    this.#child = fork(engine, [], {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      env: { ...process.env, CODE_REVIEW_GIT: gitExecutable },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return this.#child;
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
