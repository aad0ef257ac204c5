import type { GitOptions, GitReader } from '../../git/run/git.ts';

/** Reads what is here: nothing is fetched in a partial clone, where what is missing counts as absent. */
export function offline(git: GitReader): GitReader {
  const here = <T extends GitOptions>(options: T): T => ({
    ...options,
    env: { ...options.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
  });
  return {
    run: (cwd, args, options) => git.run(cwd, args, here(options)),
    tryRun: (cwd, args, options) => git.tryRun(cwd, args, here(options)),
    bytes: (cwd, args, options) => git.bytes(cwd, args, here(options)),
    stream: (cwd, args, options, onChunk) => git.stream(cwd, args, here(options), onChunk),
  };
}
