import type { Git, GitOptions } from '../run/git.ts';

/**
 * Finds the files that git would run through one of these filters when adding them to the index.
 * @param paths relative to the root
 * @param filters values of the `filter` attribute
 */
export async function filteredFiles(
  git: Git,
  root: string,
  paths: readonly string[],
  filters: ReadonlySet<string>,
  options: GitOptions,
): Promise<ReadonlyMap<string, string>> {
  if (filters.size === 0 || paths.length === 0) return new Map();
  const input = paths.map(each => `${each}\0`).join('');
  const listed = await git.run(root, ['check-attr', '-z', '--stdin', 'filter'], { ...options, input });
  const fields = listed.split('\0');
  const found = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [file = '', , filter = ''] = fields.slice(at, at + 3);
    if (filters.has(filter)) found.set(file, filter);
  }
  return found;
}
