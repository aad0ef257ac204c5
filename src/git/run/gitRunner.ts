import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { GitExitError, configuredProgramError } from './gitErrors.ts';
import { refuseEmbeddedBare, gitEnvironment, safeOptions, type GitPermissions } from './gitEnvironment.ts';
import type { GitBounds } from './gitBounds.ts';
import { GitProcess, type GitRun } from './gitProcess.ts';
import { readRemotePrograms, type RemotePrograms } from './repositoryPrograms.ts';

/** Options of one run of git. */
export interface GitOptions extends GitBounds {
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Additional configuration by key. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What `programsOf` told at the beginning of an action of several runs; absent to have it read for this run. */
  readonly programs?: RemotePrograms;
  /** Whether objects that a partial clone lacks count as absent, instead of being fetched as they are read. */
  readonly isOffline?: boolean;
}

/** Options of a `GitRunner`. */
export interface GitRunnerOptions {
  /** An absolute path, a name on the `PATH`, or a function that finds the path on first use. */
  readonly executable: string | (() => Promise<string>);
  /** Called with each command, without its output. */
  readonly log: (line: string) => void;
  /** Called before each run: git must not run in an untrusted workspace. */
  readonly mayRun?: () => boolean;
  /** Whether to run filters that the repository itself configures. */
  readonly trustsFilters?: boolean;
}

/** Commands that read the working tree, and so run filters and the file system monitor; with `--cached` only the index. */
const readsWorkingTree = /^(?:diff|diff-files|diff-index|hash-object|ls-files|status|update-index)$/;

/** Whether a run needs no object but the commit of HEAD, which a partial clone has like any other. */
function asksOnlyHead([command, ...rest]: readonly string[]): boolean {
  const isOnlyHead = (argument: string): boolean => /^(?:--?[a-z][a-z=-]*|HEAD(?:\^\{commit\})?)$/.test(argument);
  return command === 'symbolic-ref' || (command === 'rev-parse' && rest.every(isOnlyHead));
}

/** Longest configuration that is looked through, in bytes. */
const longestConfig = 1 << 20;

/** Whether a plain repository's own configuration cannot make it a partial clone; false where only git knows. */
async function saysNothingOfPartial(cwd: string): Promise<boolean> {
  const file = path.join(cwd, '.git/config');
  try {
    const found = await stat(file);
    if (!found.isFile() || found.size > longestConfig) return false;
    return !/promisor|partialclone|include/i.test(await readFile(file, 'latin1'));
  } catch {
    return false;
  }
}

const nothing: GitPermissions = { remote: undefined, withoutFilters: [] };

/** Runs git without a shell, with limits, and without programs that the repository configures. */
export class GitRunner {
  readonly #process: GitProcess;
  readonly #log: (line: string) => void;
  readonly #trustsFilters: boolean;
  readonly #partial = new Map<string, boolean>();
  #version: string | undefined;

  constructor(options: GitRunnerOptions) {
    this.#process = new GitProcess(options.executable, options.mayRun ?? (() => true));
    this.#log = options.log;
    this.#trustsFilters = options.trustsFilters ?? true;
  }

  /**
   * Runs git and returns its output without the final line break.
   * @throws CodeReviewError of kind `git` or `cancelled`
   */
  async run(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
    return (await this.bytes(cwd, args, options)).toString('utf8').replace(/\n$/, '');
  }

  /** Like `run`, but returns undefined if git exits with an expected failure (no such ref, no such key). */
  async tryRun(cwd: string, args: readonly string[], options: GitOptions): Promise<string | undefined> {
    try {
      return await this.run(cwd, args, options);
    } catch (error) {
      if (error instanceof GitExitError) return undefined;
      throw error;
    }
  }

  /** Runs git and returns its raw output. */
  async bytes(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await this.#run(cwd, args, options, chunk => chunks.push(chunk));
    return Buffer.concat(chunks);
  }

  /** Streams git's output in chunks, with back pressure. */
  async stream(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.#run(cwd, args, options, onChunk);
  }

  /** The absolute path of git. @throws CodeReviewError of kind `git` if there is none */
  path(): Promise<string> {
    return this.#process.path();
  }

  /** Names of the filters that are not run because the repository itself configures their programs. */
  async untrustedFilters(
    cwd: string,
    { signal, programs }: Pick<GitOptions, 'signal' | 'programs'>,
  ): Promise<ReadonlySet<string>> {
    return this.#trustsFilters ? new Set() : (programs ?? (await this.programsOf(cwd, { signal }))).filters;
  }

  /** Reads which programs the configuration names, for `GitOptions.programs`. */
  async programsOf(cwd: string, bounds: GitBounds): Promise<RemotePrograms> {
    const args = [...refuseEmbeddedBare, 'config', '--show-scope', '--list', '-z'];
    const run = { command: 'config', cwd, args, env: gitEnvironment(process.env, nothing) };
    const programs = readRemotePrograms(await this.#process.text(run, { ...bounds, maxBytes: 8 << 20 }));
    this.#partial.set(cwd, programs.isPartial);
    return programs;
  }

  /** Whether a repository is no partial clone, so that all its objects are here. */
  async isWhole(cwd: string, bounds: GitBounds): Promise<boolean> {
    return (await this.#isKnownWhole(cwd)) || !(await this.programsOf(cwd, bounds)).isPartial;
  }

  async #run(cwd: string, args: readonly string[], options: GitOptions, onData: GitRun['onData']): Promise<void> {
    const [command = ''] = args;
    const { leave, hasMonitor } = await this.#judge(cwd, args, options);
    const env = { ...gitEnvironment(process.env, leave, options.settings), ...options.env };
    const started = performance.now();
    const onEnd = (code: string): void =>
      this.#log(`git ${args.slice(0, 3).join(' ')} ${code} ${Math.round(performance.now() - started)} ms`);
    const run = { command, cwd, args: [...safeOptions(hasMonitor), ...args], env, onData, onEnd };
    await this.#process.start(run, options);
  }

  /**
   * Decides what a run may do. Rereads the configuration before each run that could start a program it names, so that
   * changes take effect, unless the action that the run is part of has just done so.
   */
  async #judge(
    cwd: string,
    args: readonly string[],
    { signal, timeoutMs, programs, isOffline = false }: GitOptions,
  ): Promise<{ readonly leave: GitPermissions; readonly hasMonitor: boolean }> {
    const [command = '', option] = args;
    // They start no program and fetch no object.
    if (command === 'config' || asksOnlyHead(args)) return { leave: nothing, hasMonitor: false };
    const bounds = timeoutMs === undefined ? { signal } : { signal, timeoutMs };
    // `ls-remote --get-url` only reads the configuration.
    const asksRemote = command === 'fetch' || (command === 'ls-remote' && option !== '--get-url');
    const looks = readsWorkingTree.test(command) && option !== '--cached';
    // If a clone has become partial in the meantime, nothing is lazily fetched.
    if (!asksRemote && !looks && (isOffline || (await this.#isKnownWhole(cwd))))
      return { leave: nothing, hasMonitor: false };
    const { own, hasSsh, isPartial, hasOwnMonitor, filters } = programs ?? (await this.programsOf(cwd, bounds));
    if (asksRemote && own !== undefined) throw configuredProgramError(own);
    const mayAsk = own === undefined && (asksRemote || (isPartial && !isOffline));
    return {
      leave: { remote: mayAsk ? { hasSsh } : undefined, withoutFilters: this.#trustsFilters ? [] : filters },
      hasMonitor: looks && hasOwnMonitor && (await this.#knowsOwnMonitor(cwd, bounds)),
    };
  }

  /** Whether a repository is known to be no partial clone. */
  async #isKnownWhole(cwd: string): Promise<boolean> {
    if (!this.#partial.has(cwd) && (await saysNothingOfPartial(cwd))) this.#partial.set(cwd, false);
    return this.#partial.get(cwd) === false;
  }

  /** Whether git is 2.36 or later; an older one takes `true` for the name of a program. */
  async #knowsOwnMonitor(cwd: string, bounds: GitBounds): Promise<boolean> {
    const run = { command: 'version', cwd, args: ['version'], env: gitEnvironment(process.env, nothing) };
    this.#version ??= await this.#process.text(run, bounds);
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(this.#version) ?? []).map(Number);
    return major > 2 || (major === 2 && minor >= 36);
  }
}
