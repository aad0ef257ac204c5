import type { GitOptions, GitReader } from '../../git/run/git.ts';

/** Most characters of answers that are kept. */
const mostKept = 32 << 20;

/**
 * Asks git the same only once: for one job, whose questions name full hashes, since what these stand for never changes.
 * A failure is not kept, nor is an answer to what git is sent.
 */
export function askedOnce(git: GitReader): GitReader {
  let room = mostKept;
  const once = <T extends string | Buffer | undefined>(
    ask: (cwd: string, args: readonly string[], options: GitOptions) => Promise<T>,
  ): typeof ask => {
    const answers = new Map<string, { readonly answer: T }>();
    return async (cwd, args, options) => {
      if (options.input !== undefined) return ask(cwd, args, options);
      const question = JSON.stringify([cwd, args, options.env, options.isOffline]);
      const known = answers.get(question);
      if (known !== undefined) return known.answer;
      const answer = await ask(cwd, args, options);
      const length = answer?.length ?? 0;
      if (length <= room) {
        room -= length;
        answers.set(question, { answer });
      }
      return answer;
    };
  };
  return {
    run: once((...question) => git.run(...question)),
    tryRun: once((...question) => git.tryRun(...question)),
    bytes: once((...question) => git.bytes(...question)),
    stream: (...question) => git.stream(...question),
  };
}
