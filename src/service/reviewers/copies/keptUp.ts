import type { Repository } from '../refining/refined.ts';

/** What as many commits have changed is kept up here, wherever it is from. */
const fewestChanges = 5;

/** Whether so many commits have changed a file, by whatever name, or a folder; so it is where git cannot tell. */
export async function isKeptUp(
  path: string,
  isFile: boolean,
  { git, job: { root, head } }: Repository,
  signal: AbortSignal,
): Promise<boolean> {
  const log = ['log', '--format=%H', '--no-show-signature', `--max-count=${fewestChanges}`];
  const changes = await git.tryRun(root, [...log, ...(isFile ? ['--follow'] : []), head, '--', path], {
    signal,
    // A name may look like a pattern.
    env: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return changes === undefined || changes.trimEnd().split('\n').length >= fewestChanges;
}
