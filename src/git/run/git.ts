import { once } from '../../core/base/once.ts';
import type { GitOptions, GitRunner, GitRunnerOptions } from './gitRunner.ts';
import type { RemotePrograms } from './repositoryPrograms.ts';

export type { GitOptions } from './gitRunner.ts';

/** The part of `Git` that reads a repository's objects. */
export type GitReader = Pick<Git, 'run' | 'tryRun' | 'bytes' | 'stream'>;

/** Runs git through `GitRunner`, which is a bundle of its own and loaded on the first run. */
export class Git implements Pick<GitRunner, keyof GitRunner> {
  readonly #runner: () => Promise<GitRunner>;

  constructor(options: GitRunnerOptions) {
    this.#runner = once(async () => new (await import('./gitRunner.ts')).GitRunner(options));
  }

  /**
   * Runs git and returns its output without the final line break.
   * @throws CodeReviewError of kind `git` or `cancelled`
   */
  async run(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
    return (await this.#runner()).run(cwd, args, options);
  }

  /** Like `run`, but returns undefined if git exits with an expected failure (no such ref, no such key). */
  async tryRun(cwd: string, args: readonly string[], options: GitOptions): Promise<string | undefined> {
    return (await this.#runner()).tryRun(cwd, args, options);
  }

  /** Runs git and returns its raw output. */
  async bytes(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    return (await this.#runner()).bytes(cwd, args, options);
  }

  /** Streams git's output in chunks, with back pressure. */
  async stream(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<void> {
    await (await this.#runner()).stream(cwd, args, options, onChunk);
  }

  /** The absolute path of git. @throws CodeReviewError of kind `git` if there is none */
  async path(): Promise<string> {
    return (await this.#runner()).path();
  }

  /** Whether a repository is no partial clone, so that all its objects are here. */
  async isWhole(cwd: string, bounds: Pick<GitOptions, 'signal'>): Promise<boolean> {
    return (await this.#runner()).isWhole(cwd, bounds);
  }

  /** Names of the filters that are not run because the repository itself configures their programs. */
  async untrustedFilters(cwd: string, options: Pick<GitOptions, 'signal' | 'programs'>): Promise<ReadonlySet<string>> {
    return (await this.#runner()).untrustedFilters(cwd, options);
  }

  /** Reads which programs the configuration names, for `GitOptions.programs`. */
  async programsOf(cwd: string, bounds: Pick<GitOptions, 'signal'>): Promise<RemotePrograms> {
    return (await this.#runner()).programsOf(cwd, bounds);
  }
}
