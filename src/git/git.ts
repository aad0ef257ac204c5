import { spawn } from 'node:child_process';
import { cancelled, CodeReviewError } from '../core/errors.ts';
import { exitError, GitFailure, ownProgram, restricted, spawnError } from './gitErrors.ts';
import { readRemotePrograms, type RemotePrograms } from './ownPrograms.ts';

/** Bounds of one run of git. */
export interface GitOptions {
  readonly signal: AbortSignal;
  /** Longest output that is taken, in bytes; more is an error. */
  readonly maxBytes?: number;
  /** Longest run, in milliseconds. */
  readonly timeoutMs?: number;
  /** Written to git's standard input. */
  readonly input?: string;
  /** Variables that this run is given besides the process's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Takes a piece of git's output; where it answers with a promise, the next one is handed over when that is kept. */
type OnData = (chunk: Buffer) => unknown;

const defaultBytes = 64 << 20;
const defaultTimeout = 30_000;

/** Fails where ssh would ask for a password or about a host. */
const quietSsh = 'ssh -oBatchMode=yes';

/** No prompt ever, no lock taken for a mere look, messages in English. */
const environment = {
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
};

/** What git sets for its hooks and scripts: inherited, it would lead into another repository than the one that is meant. */
const inherited = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
];

/**
 * Nothing that the repository's configuration names is run, a folder that was committed to look like a repository is
 * none, and paths and diffs come as they are read here.
 */
const safety = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'protocol.ext.allow=never',
  'protocol.fd.allow=never',
  'safe.bareRepository=explicit',
  'core.quotepath=off',
  'diff.interHunkContext=0',
  'diff.orderFile=/dev/null',
].flatMap(setting => ['-c', setting]);

/** Runs git without a shell, bounded in time and output. */
export class Git {
  readonly #executable: string;
  readonly #log: (line: string) => void;
  readonly #mayRun: () => boolean;
  readonly #programs = new Map<string, Promise<RemotePrograms>>();

  /**
   * @param options `executable` is a path or a name on the path; `log` hears each command without its output; `mayRun`
   * is asked before each: in a workspace that is not trusted no git runs
   */
  constructor(options: {
    readonly executable: string;
    readonly log: (line: string) => void;
    readonly mayRun?: () => boolean;
  }) {
    this.#executable = options.executable;
    this.#log = options.log;
    this.#mayRun = options.mayRun ?? (() => true);
  }

  /** git's standard output as text, without the final line break. @throws CodeReviewError of kind `git` or `cancelled` */
  async run(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
    return (await this.bytes(cwd, args, options)).toString('utf8').replace(/\n$/, '');
  }

  /** The same; undefined where git ended with a failure that may well happen (no such ref, no such key). */
  async tryRun(cwd: string, args: readonly string[], options: GitOptions): Promise<string | undefined> {
    try {
      return await this.run(cwd, args, options);
    } catch (error) {
      if (error instanceof GitFailure) return undefined;
      throw error;
    }
  }

  /** git's standard output as it is. */
  async bytes(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await this.#spawn(cwd, args, options, chunk => chunks.push(chunk));
    return Buffer.concat(chunks);
  }

  /** Hands over git's standard output in the pieces in which it comes; git waits while one is worked on. */
  async stream(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.#spawn(cwd, args, options, onChunk);
  }

  async #spawn(cwd: string, args: readonly string[], options: GitOptions, onData: OnData): Promise<void> {
    const { own, hasSsh } = await this.#programsOf(cwd);
    // Asked for a URL, it looks into the configuration only.
    const asksRemote = args[0] === 'fetch' || (args[0] === 'ls-remote' && args[1] !== '--get-url');
    if (asksRemote && own !== undefined) throw ownProgram(own);
    // The user's own ssh may hold the key of just this repository, and is not replaced.
    const isOwnSsh = hasSsh || process.env['GIT_SSH_COMMAND'] !== undefined || process.env['GIT_SSH'] !== undefined;
    const ssh = asksRemote && !isOwnSsh ? { GIT_SSH_COMMAND: quietSsh } : {};
    // In a partial clone, a mere look may fetch.
    const lazy = own === undefined ? {} : { GIT_NO_LAZY_FETCH: '1' };
    const started = performance.now();
    const ended = (code: string): void =>
      this.#log(`git ${args.slice(0, 3).join(' ')} ${code} ${Math.round(performance.now() - started)} ms`);
    await this.#start(cwd, args, { ...baseEnvironment(), ...ssh, ...lazy, ...options.env }, options, onData, ended);
  }

  /** Looked up once for each folder: a configuration comes with no pull and no branch. */
  #programsOf(cwd: string): Promise<RemotePrograms> {
    let known = this.#programs.get(cwd);
    if (known === undefined) {
      known = this.#readPrograms(cwd);
      this.#programs.set(cwd, known);
      known.catch(() => this.#programs.delete(cwd));
    }
    return known;
  }

  /** Bounded by time and not by a signal, since several runs may wait for it. */
  async #readPrograms(cwd: string): Promise<RemotePrograms> {
    const chunks: Buffer[] = [];
    const options = { signal: new AbortController().signal, maxBytes: 8 << 20 };
    const args = ['config', '--show-scope', '--list', '-z'];
    await this.#start(cwd, args, baseEnvironment(), options, chunk => chunks.push(chunk));
    return readRemotePrograms(Buffer.concat(chunks).toString('utf8'));
  }

  #start(
    cwd: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    options: GitOptions,
    onData: OnData,
    onEnd: (code: string) => void = () => undefined,
  ): Promise<void> {
    const { signal, maxBytes = defaultBytes, timeoutMs = defaultTimeout, input } = options;
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled(signal));
        return;
      }
      if (!this.#mayRun()) {
        reject(restricted());
        return;
      }
      const child = spawn(this.#executable, [...safety, ...args], {
        cwd,
        env,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
      let failure: Error | undefined;
      let length = 0;
      let errors = '';
      const stop = (error: Error): void => {
        failure ??= error;
        child.kill();
      };
      const abort = (): void => stop(cancelled(signal));
      const timer = setTimeout(
        () =>
          stop(
            new CodeReviewError(
              'git',
              `git ${args[0] ?? ''} took longer than ${timeoutMs / 1_000} s and was stopped.`,
              'Try again.',
            ),
          ),
        timeoutMs,
      );
      signal.addEventListener('abort', abort, { once: true });
      child.stdout?.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes)
          stop(new CodeReviewError('git', `git ${args[0] ?? ''} answered more than can be taken.`));
        else if (failure === undefined) {
          const taken = onData(chunk);
          if (!(taken instanceof Promise)) return;
          child.stdout?.pause();
          taken
            .catch((error: unknown) => stop(error instanceof Error ? error : new Error(String(error))))
            .finally(() => child.stdout?.resume());
        }
      });
      child.stderr?.on('data', (chunk: Buffer) => {
        if (errors.length < 8_192) errors += chunk.toString('utf8');
      });
      // git may end before it has read everything; that is told by its exit code.
      child.stdin?.on('error', () => undefined).end(input);
      child.on('error', error => stop(spawnError(error, this.#executable, cwd)));
      child.on('close', code => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        onEnd(`${code ?? 'stopped'}`);
        if (failure !== undefined) reject(failure);
        else if (code === 0) resolve();
        else reject(exitError(args, code, errors));
      });
    });
  }
}

function baseEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env, ...environment };
  for (const name of inherited) Reflect.deleteProperty(env, name);
  return env;
}
