import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cancelled, CodeReviewError } from '../core/errors.ts';
import { plainLine } from '../core/plainText.ts';

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

/** Nothing that the repository's configuration names is run, and paths come as they are. */
const safety = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotepath=off'];

/** Runs git without a shell, bounded in time and output. */
export class Git {
  readonly #executable: string;
  readonly #log: (line: string) => void;

  /** @param options `executable` is a path or a name on the path; `log` hears each command without its output */
  constructor(options: { readonly executable: string; readonly log: (line: string) => void }) {
    this.#executable = options.executable;
    this.#log = options.log;
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

  async #spawn(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    onData: (chunk: Buffer) => void,
  ): Promise<void> {
    const asksRemote = args[0] === 'ls-remote' || args[0] === 'fetch';
    const ssh = asksRemote && !(await this.#hasOwnSsh(cwd, options.signal)) ? { GIT_SSH_COMMAND: quietSsh } : {};
    await this.#start(cwd, args, { ...baseEnvironment(), ...ssh, ...options.env }, options, onData);
  }

  /** Whether the user has set up an ssh: it may hold the key of just this repository, and is not replaced. */
  async #hasOwnSsh(cwd: string, signal: AbortSignal): Promise<boolean> {
    if (process.env['GIT_SSH_COMMAND'] !== undefined || process.env['GIT_SSH'] !== undefined) return true;
    return (await this.tryRun(cwd, ['config', '--get', 'core.sshCommand'], { signal })) !== undefined;
  }

  #start(
    cwd: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    options: GitOptions,
    onData: (chunk: Buffer) => void,
  ): Promise<void> {
    const { signal, maxBytes = defaultBytes, timeoutMs = defaultTimeout, input } = options;
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled(signal));
        return;
      }
      const started = performance.now();
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
            new CodeReviewError('git', `git ${args[0] ?? ''} took longer than ${timeoutMs / 1_000} s and was stopped.`),
          ),
        timeoutMs,
      );
      signal.addEventListener('abort', abort, { once: true });
      child.stdout?.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxBytes)
          stop(new CodeReviewError('git', `git ${args[0] ?? ''} answered more than can be taken.`));
        else if (failure === undefined) onData(chunk);
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
        this.#log(
          `git ${args.slice(0, 3).join(' ')} ${code ?? 'stopped'} ${Math.round(performance.now() - started)} ms`,
        );
        if (failure !== undefined) reject(failure);
        else if (code === 0) resolve();
        else reject(exitError(args, code, errors));
      });
    });
  }
}

/** git ran and said no. */
export class GitFailure extends CodeReviewError {
  constructor(message: string, advice: string, cause: Error) {
    super('git', message, advice, { cause });
  }
}

function baseEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env, ...environment };
  for (const name of inherited) Reflect.deleteProperty(env, name);
  return env;
}

function spawnError(error: Error, executable: string, cwd: string): CodeReviewError {
  const missing = 'code' in error && error.code === 'ENOENT';
  // The same code stands for a folder that is gone.
  return missing && existsSync(cwd)
    ? new CodeReviewError(
        'git',
        `git was not found (${plainLine(executable)}).`,
        'Install git, or set “git.path” to where it is.',
        {
          cause: error,
        },
      )
    : new CodeReviewError(
        'git',
        `git could not be started in ${plainLine(cwd)}.`,
        missing ? 'The folder does not exist.' : '',
        { cause: error },
      );
}

function exitError(args: readonly string[], code: number | null, errors: string): CodeReviewError {
  const cause = new Error(plainLine(errors, 1_000) || `exit code ${code ?? 'none'}`);
  if (/dubious ownership|safe\.directory/.test(errors)) {
    const advice = 'Run “Git: Manage Unsafe Repositories” to say that you trust it.';
    return new GitFailure('git does not trust this folder, since another user owns it.', advice, cause);
  }
  if (/not a git repository/i.test(errors)) {
    return new GitFailure(
      'This folder is not in a git repository.',
      'Open a cloned repository, or run git init.',
      cause,
    );
  }
  const said = plainLine(
    errors.split('\n').find(line => line.trim() !== '') ?? `it ended with code ${code ?? 'none'}`,
    200,
  );
  return new GitFailure(`git ${args[0] ?? ''} failed: ${said}.`, '', cause);
}
