import type { GitOptions, GitReader } from '../../git/run/git.ts';

/** Reads what is here: nothing is fetched in a partial clone, where what is missing counts as absent. */
export function offline(git: GitReader): GitReader {
  return withOptions(git, options => ({ ...options, isOffline: true }));
}

/** Reads a repository of which nothing is missing, so that each question is the same whether or not it is `offline`. */
export function whole(git: GitReader): GitReader {
  return withOptions(git, options => ({ ...options, isOffline: false }));
}

function withOptions(git: GitReader, change: (options: GitOptions) => GitOptions): GitReader {
  return {
    run: (cwd, args, options) => git.run(cwd, args, change(options)),
    tryRun: (cwd, args, options) => git.tryRun(cwd, args, change(options)),
    bytes: (cwd, args, options) => git.bytes(cwd, args, change(options)),
    stream: (cwd, args, options, onChunk) => git.stream(cwd, args, change(options), onChunk),
  };
}
