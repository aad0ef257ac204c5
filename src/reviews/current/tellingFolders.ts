/** A working copy that is to be told from others. */
interface NamedRoot {
  /** Path of its top folder. */
  readonly root: string;
  /** `owner/name` */
  readonly repository: string;
}

/**
 * Returns the folders that tell working copies of the same repository apart, by root: the name, with as many of the
 * folders above it as that takes. Repositories that are there once have none.
 */
export function tellingFolders(roots: readonly NamedRoot[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(roots, ({ repository }) => repository.toLowerCase());
  return new Map([...byName.values()].filter(same => same.length > 1).flatMap(toldApart));
}

function toldApart(same: readonly NamedRoot[]): (readonly [root: string, folder: string])[] {
  const paths = same.map(({ root }) => root.split(/[\\/]/).filter(Boolean));
  const longest = Math.max(...paths.map(({ length }) => length));
  return same.map(({ root }, index) => {
    const endOf = (path: readonly string[] = [], length: number): string => path.slice(-length).join('/');
    for (let length = 1; length <= longest; length++) {
      const own = endOf(paths[index], length);
      if (paths.filter(path => endOf(path, length) === own).length === 1) return [root, own];
    }
    return [root, root];
  });
}
