import { Git, type GitOptions } from '../../src/git/run/git.ts';

/** Asks the real git the same thing only once: for tests in which what is asked about does not change. */
export class OnceGit extends Git {
  readonly #answers = new Map<string, Promise<Buffer>>();

  override bytes(cwd: string, args: readonly string[], options: GitOptions): Promise<Buffer> {
    const question = JSON.stringify([cwd, args, options.input]);
    const answer = this.#answers.get(question) ?? super.bytes(cwd, args, options);
    this.#answers.set(question, answer);
    return answer;
  }
}
