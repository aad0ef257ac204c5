import { CodeReviewError } from '../../core/base/errors.ts';
import { objectSizes } from '../../git/content/objects.ts';
import type { GitReader } from '../../git/run/git.ts';
import { offline } from './offline.ts';

/**
 * Sizes of the blobs of commits that are here, in bytes by id. In a partial clone nothing is fetched for it.
 * @throws CodeReviewError of kind `git`
 */
export async function localSizes(
  git: GitReader,
  root: string,
  commits: readonly string[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const reader = offline(git);
  try {
    return await objectSizes(reader, root, ids, signal);
  } catch (error) {
    if (!CodeReviewError.is(error, 'git')) throw error;
    // git ends at the first object that it would have to fetch.
    const list = ['rev-list', '--objects', '--no-walk', '--no-object-names', '--missing=print', ...commits, '--'];
    const listed = (await reader.run(root, list, { signal, maxBytes: 256 << 20 })).split('\n');
    const absent = new Set(listed.filter(line => line.startsWith('?')).map(line => line.slice(1)));
    return objectSizes(
      reader,
      root,
      ids.filter(id => !absent.has(id)),
      signal,
    );
  }
}
