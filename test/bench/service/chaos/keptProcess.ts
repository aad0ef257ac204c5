import type { TeamProcess } from '../../../host/programs/teamProcess.ts';

/** How often a program may end by itself before it was ready, one time after another. */
const mostFailures = 10;

/** A process that is started again whenever it ends, as a container runtime does. */
export class KeptProcess {
  readonly #start: () => TeamProcess;
  readonly #readyWith: (process: TeamProcess) => Promise<string>;
  readonly #ended: Promise<void>;
  #process!: TeamProcess;
  /** Resolves when the process is ready, or has ended. */
  #change!: Promise<unknown>;
  #isStopped = false;
  /** What it is ready with, such as its address; undefined while it starts. */
  address: string | undefined;

  constructor(start: () => TeamProcess, readyWith: (process: TeamProcess) => Promise<string>) {
    this.#start = start;
    this.#readyWith = readyWith;
    this.#ended = this.#keep();
  }

  /** Resolves once it is ready, however often it ends before. */
  async ready(): Promise<void> {
    while (this.address === undefined) {
      await this.#change;
      // `#keep` goes on first.
      await new Promise(setImmediate);
    }
  }

  /** Kills it with `kill -9`, whatever it does. */
  async kill(): Promise<void> {
    this.address = undefined;
    await this.#process.end('SIGKILL');
  }

  /** Has it stand still, or go on, by a signal. */
  send(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.send(signal);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.kill();
    await this.#ended;
  }

  async #keep(): Promise<void> {
    for (let failures = 0; !this.#isStopped;) {
      const started = this.#start();
      this.#process = started;
      const found = this.#readyWith(started).then(
        address => (this.address = address),
        () => undefined,
      );
      const ended = started.ended();
      this.#change = Promise.race([found, ended]);
      const [address, { code, stderr }] = await Promise.all([found, ended]);
      this.address = undefined;
      // Without its database it may end by itself, but not each time.
      failures = address === undefined && code !== null ? failures + 1 : 0;
      if (failures === mostFailures) throw new Error(`A program does not start: ${stderr}`);
    }
  }
}
