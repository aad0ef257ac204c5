import { GitFailure, ownProgram } from './gitErrors.ts';
import { explicitBare, gitEnvironment, safeOptions, type Leave } from './gitEnvironment.ts';
import { GitProcess, type GitBounds, type GitRun } from './gitProcess.ts';
import { readRemotePrograms, type RemotePrograms } from './repositoryPrograms.ts';

/** Bounds of one run of git, and what it is given besides. */
export interface GitOptions extends GitBounds {
  /** Variables besides the process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings besides the configuration, by key. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Where git is, and what it may do. */
export interface GitRunnerOptions {
  /** An absolute path, a name on the path, or what finds the path when it is first needed. */
  readonly executable: string | (() => Promise<string>);
  /** Hears each command without its output. */
  readonly log: (line: string) => void;
  /** Asked before each run: in a workspace that is not trusted no git runs. */
  readonly mayRun?: () => boolean;
  /** False where filters that the repository itself names are not run. */
  readonly trustsFilters?: boolean;
}

/** Commands that look into the working tree, where filters and the file system monitor are asked. */
const readsWorkingTree = /^(?:diff|diff-files|diff-index|hash-object|ls-files|status|update-index)$/;

const nothing: Leave = { remote: undefined, withoutFilters: [] };

/** Runs git without a shell, bounded in time and output, and without what the repository's configuration would run. */
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
    await this.#run(cwd, args, options, chunk => chunks.push(chunk));
    return Buffer.concat(chunks);
  }

  /** Hands over git's standard output in the pieces in which it comes; git waits while one is worked on. */
  async stream(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.#run(cwd, args, options, onChunk);
  }

  /** The absolute path of git. @throws CodeReviewError of kind `git` where there is none */
  path(): Promise<string> {
    return this.#process.path();
  }

  /** Names of the filters that are not run in a repository, since it names their programs itself. */
  async untrustedFilters(cwd: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    return this.#trustsFilters ? new Set() : (await this.#programsOf(cwd, { signal })).filters;
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
   * What a run may do. The configuration is read anew before each run that could start a program by it, so that what
   * was changed in between counts.
   */
  async #judge(
    cwd: string,
    [command = '', option]: readonly string[],
    { signal, timeoutMs }: GitOptions,
  ): Promise<{ readonly leave: Leave; readonly hasMonitor: boolean }> {
    const bounds = timeoutMs === undefined ? { signal } : { signal, timeoutMs };
    // Asked for a URL, it looks into the configuration only.
    const asksRemote = command === 'fetch' || (command === 'ls-remote' && option !== '--get-url');
    const looks = readsWorkingTree.test(command);
    // Where a clone became partial in the meantime, nothing is fetched for it in passing.
    if (!asksRemote && !looks && this.#partial.get(cwd) === false) return { leave: nothing, hasMonitor: false };
    const { own, hasSsh, isPartial, hasOwnMonitor, filters } = await this.#programsOf(cwd, bounds);
    if (asksRemote && own !== undefined) throw ownProgram(own);
    const mayAsk = own === undefined && (asksRemote || isPartial);
    return {
      leave: { remote: mayAsk ? { hasSsh } : undefined, withoutFilters: this.#trustsFilters ? [] : filters },
      hasMonitor: looks && hasOwnMonitor && (await this.#knowsOwnMonitor(cwd, bounds)),
    };
  }

  async #programsOf(cwd: string, bounds: GitBounds): Promise<RemotePrograms> {
    const args = [...explicitBare, 'config', '--show-scope', '--list', '-z'];
    const run = { command: 'config', cwd, args, env: gitEnvironment(process.env, nothing) };
    const programs = readRemotePrograms(await this.#process.text(run, { ...bounds, maxBytes: 8 << 20 }));
    this.#partial.set(cwd, programs.isPartial);
    return programs;
  }

  /** Since 2.36; an older git takes the word `true` for the name of a program. */
  async #knowsOwnMonitor(cwd: string, bounds: GitBounds): Promise<boolean> {
    const run = { command: 'version', cwd, args: ['version'], env: gitEnvironment(process.env, nothing) };
    this.#version ??= await this.#process.text(run, bounds);
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(this.#version) ?? []).map(Number);
    return major > 2 || (major === 2 && minor >= 36);
  }
}
