import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from './cache.ts';

const program = path.join(root, 'dist/service.js');

/** The built service, run from the command line as somebody would who hosts it for themselves. */
export class ServiceProcess {
  readonly address: string;
  readonly #dataFolder: string;
  readonly #child: ChildProcess;

  private constructor(address: string, dataFolder: string, child: ChildProcess) {
    this.address = address;
    this.#dataFolder = dataFolder;
    this.#child = child;
  }

  /** @param repositories top folders of what it serves */
  static async start(dataFolder: string, repositories: readonly string[]): Promise<ServiceProcess> {
    const served = repositories.flatMap(folder => ['--repo', folder]);
    const child = spawn(process.execPath, [program, 'serve', '--data', dataFolder, ...served], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.pipe(process.stderr);
    const lines = createInterface(child.stdout);
    const [line] = (await once(lines, 'line')) as [string];
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) throw new Error(`The service said: ${line}`);
    return new ServiceProcess(address, dataFolder, child);
  }

  /** Makes a key with the service's own command. */
  async createKey(kind: 'production' | 'development'): Promise<string> {
    return (await this.#keys('create', '--kind', kind)).trim();
  }

  /** What `keys list` prints. */
  listKeys(): Promise<string> {
    return this.#keys('list');
  }

  /** Has a pull request reviewed: whoever asks for a review of the same commits then has it at once. */
  async review(repository: string, pr: number): Promise<void> {
    const authorization = `Bearer ${await this.createKey('development')}`;
    const ask = async (way: string, options: RequestInit): Promise<{ id: string; status: string }> => {
      const headers = { authorization, 'content-type': 'application/json' };
      return (await fetch(`${this.address}/v1/reviews${way}`, { ...options, headers })).json() as ReturnType<
        typeof ask
      >;
    };
    let { id, status } = await ask('', { method: 'POST', body: JSON.stringify({ repository, pr }) });
    while (status === 'pending' || status === 'running') {
      // A key has a hundred requests.
      await delay(500);
      ({ id, status } = await ask(`/${id}`, {}));
    }
    if (status !== 'completed') throw new Error(`The review ${id} of the service is ${status}.`);
  }

  async dispose(): Promise<void> {
    this.#child.kill();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  async #keys(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [
      program,
      'keys',
      ...args,
      '--data',
      this.#dataFolder,
    ]);
    return stdout;
  }
}
