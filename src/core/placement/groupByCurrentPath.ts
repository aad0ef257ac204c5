/** A file of a review and where it is now. */
export interface FileNow<T> {
  /** The path that the review has. */
  readonly file: string;
  readonly pathNow: string;
  readonly comments: readonly T[];
}

/**
 * The comments of a review by the file that they are in now. Two paths may lead to one: as it was and as it is called
 * now, or with the prefix that diffs put before paths and without.
 */
export function filesNow<T>(
  byPath: ReadonlyMap<string, readonly T[]>,
  pathNow: (file: string) => string,
): FileNow<T>[] {
  const files = new Map<string, FileNow<T>>();
  for (const [file, comments] of byPath) {
    const path = pathNow(file);
    const known = files.get(path) ?? { file, pathNow: path, comments: [] };
    files.set(path, { ...known, comments: [...known.comments, ...comments] });
  }
  return [...files.values()];
}
