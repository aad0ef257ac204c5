import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { hermeticGit } from '../git/git.ts';
import { programOf } from './programs.ts';

/** A key for the credentials of a test: anything that is random enough. */
export const teamSecretKey = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64');

/** `serve` or `work` with a database, in a process of its own. */
export class TeamProcess {
  /** Lines of standard output so far: the log, and the link for the first member. */
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  #errors = '';
  #told: () => void = () => undefined;

  /** @param args the command and its options @param databaseUrl given by the environment */
  constructor(
    args: readonly string[],
    databaseUrl: string,
    { env = {}, from = programOf('service') }: { env?: Readonly<Record<string, string>>; from?: string } = {},
  ) {
    this.#child = spawn(process.execPath, [from, ...args], {
      env: {
        ...process.env,
        ...hermeticGit,
        CODE_REVIEW_DATABASE_URL: databaseUrl,
        CODE_REVIEW_SECRET_KEY: teamSecretKey,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#child, 'close');
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    createInterface({ input: this.#child.stdout! }).on('line', line => {
      this.lines.push(line);
      this.#told();
    });
    void this.#ended.then(() => this.#told());
  }

  /** The first line that fits, now or later. @throws Error if the process ends before */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find(line => pattern.test(line));
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`It ended (${this.#child.exitCode ?? this.#child.signalCode}): ${this.#errors}`);
      await new Promise<void>(resolve => (this.#told = resolve));
    }
  }

  /** The URL at which it listens, once it does. */
  async url(): Promise<string> {
    const { port } = JSON.parse(await this.line(/"msg":"listening"/)) as { readonly port: number };
    return `http://127.0.0.1:${port}`;
  }

  /** Resolves to how it ended. */
  async ended(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    const [code] = await this.#ended;
    return { code: code as number | null, stderr: this.#errors };
  }

  send(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal and resolves to how it ended. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ readonly code: number | null; readonly stderr: string }> {
    this.send(signal);
    return this.ended();
  }
}
