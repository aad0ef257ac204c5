import { Git, type GitOptions } from '../../../src/git/run/git.ts';
import { GitExitError } from '../../../src/git/run/gitErrors.ts';

/** Asks the real git the same thing only once: for tests in which what is asked about does not change. */
export class OnceGit extends Git {
  readonly #answers = new Map<string, Promise<Buffer>>();

  override async bytes(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    const { env, settings, input } = options;
    const question = JSON.stringify([cwd, args, env, settings, input]);
    const answer = this.#answers.get(question) ?? super.bytes(cwd, args, options);
    this.#answers.set(question, answer);
    try {
      return await answer;
    } catch (error) {
      // It may have been cancelled.
      if (!(error instanceof GitExitError)) this.#answers.delete(question);
      throw error;
    }
  }

  override async stream(
    cwd: string,
    args: readonly string[],
    options: GitOptions,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<void> {
    await onChunk(await this.bytes(cwd, args, options));
  }

  override async run(cwd: string, args: readonly string[], options: GitOptions): Promise<string> {
    return (await this.bytes(cwd, args, options)).toString('utf8').replace(/\n$/, '');
  }

  override async tryRun(cwd: string, args: readonly string[], options: GitOptions): Promise<string | undefined> {
    try {
      return await this.run(cwd, args, options);
    } catch (error) {
      if (error instanceof GitExitError) return undefined;
      throw error;
    }
  }
}
