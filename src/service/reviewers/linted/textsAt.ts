import { findObjects, readObjects } from '../../../git/content/objects.ts';
import type { GitReader } from '../../../git/run/git.ts';

/** A commit of a repository. */
export interface Commit {
  readonly git: GitReader;
  readonly root: string;
  readonly commit: string;
}

const mostFiles = 200;
const longestFile = 256 << 10;

/**
 * Reads files of a commit, by path: those that are there and are not too long, of the first 200.
 * @param paths without line breaks
 * @throws CodeReviewError of kind `git`
 */
export async function textsAt(
  paths: readonly string[],
  { git, root, commit }: Commit,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const asked = paths.slice(0, mostFiles);
  const found = await findObjects(
    git,
    root,
    asked.map(path => `${commit}:${path}`),
    signal,
  );
  const here = asked.flatMap((path, index) => {
    const object = found[index];
    return object === undefined || object.size > longestFile ? [] : [{ path, id: object.id }];
  });
  const ids = here.map(({ id }) => id);
  const texts = await readObjects(git, root, ids, signal);
  return new Map(here.map(({ path, id }) => [path, texts.get(id)?.toString('utf8') ?? '']));
}
