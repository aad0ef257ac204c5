import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { programOf } from '../../../../host/programs/programs.ts';
import type { TeamQueue } from './teamQueue.ts';
import type { WorkerOrder } from './workerProcess.ts';

/** A worker in a process of its own, which has begun a review. */
export class OtherWorker {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts one, which ends with the queue at the latest. Resolves once it has begun a review. */
  static async begin(queue: TeamQueue, env: Readonly<Record<string, string>> = {}): Promise<OtherWorker> {
    const child = fork(programOf('workerProcess'), [queue.url], { execArgv: [], env: { ...process.env, ...env } });
    const worker = new OtherWorker(child);
    queue.endsWith(() => worker.kill());
    await once(child, 'message');
    return worker;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  /** Has it stand still, as on a machine that sleeps, until `end`. */
  async pause(): Promise<void> {
    this.#child.kill('SIGSTOP');
    const state = (): string =>
      execFileSync('ps', ['-o', 'stat=', '-p', String(this.#child.pid)], { encoding: 'utf8' });
    while (!state().startsWith('T')) await delay(10);
  }

  /** Has it go on and end its review. @returns ids of the reviews that it has ended */
  async end(order: WorkerOrder): Promise<string[]> {
    const left = once(this.#child, 'message');
    this.#child.send(order);
    this.#child.kill('SIGCONT');
    return (await left)[0] as string[];
  }
}
