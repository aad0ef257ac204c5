import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { root } from '../cache.ts';

const program = path.join(root, 'dist/service.js');

/** The built service, run from the command line as somebody would who hosts it for themselves. */
export class ServiceProcess {
  readonly address: string;
  readonly #dataFolder: string;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(address: string, dataFolder: string, child: ChildProcess, lines: AsyncIterator<string>) {
    this.address = address;
    this.#dataFolder = dataFolder;
    this.#child = child;
    this.#lines = lines;
  }

  /** @param repositories top folders of what it serves */
  static async start(dataFolder: string, repositories: readonly string[]): Promise<ServiceProcess> {
    const served = repositories.flatMap(folder => ['--repo', folder]);
    const child = spawn(process.execPath, [program, 'serve', '--data', dataFolder, ...served], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.pipe(process.stderr);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const line = String((await lines.next()).value);
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address === undefined) throw new Error(`The service said: ${line}`);
    return new ServiceProcess(address, dataFolder, child, lines);
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
    if (status === 'pending') {
      await this.#said(`Review ${id} has ended`);
      ({ id, status } = await ask(`/${id}`, {}));
    }
    if (status !== 'completed') throw new Error(`The review ${id} of the service is ${status}.`);
  }

  async dispose(): Promise<void> {
    this.#child.kill();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  /** Resolves once the service has said a line. */
  async #said(wanted: string): Promise<void> {
    for (let said = await this.#lines.next(); said.value !== wanted; said = await this.#lines.next())
      if (said.done === true) throw new Error(`The service ended before it said: ${wanted}`);
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
