/** A file of a review and its current path. */
export interface CurrentFile<T> {
  /** The path in the review. */
  readonly file: string;
  readonly pathNow: string;
  readonly comments: readonly T[];
}

/**
 * Groups the comments of a review by current file. Two paths may name one file: its old and its new name, or with and
 * without a diff prefix such as `a/`.
 */
export function groupByCurrentPath<T>(
  byPath: ReadonlyMap<string, readonly T[]>,
  pathNow: (file: string) => string,
): CurrentFile<T>[] {
  const files = new Map<string, CurrentFile<T>>();
  for (const [file, comments] of byPath) {
    const path = pathNow(file);
    const known = files.get(path) ?? { file, pathNow: path, comments: [] };
    files.set(path, { ...known, comments: [...known.comments, ...comments] });
  }
  return [...files.values()];
}
