/**
 * Whether a file may have been renamed since it was reviewed: it is gone, or so much of it that what is left may be
 * another one, such as one that only names the new file.
 * @param size of the file as it is, in bytes; undefined where it is gone
 * @param reviewed its size when it was reviewed, if known
 */
export function mayBeRenamed(size: number | undefined, reviewed: number | undefined): boolean {
  return size === undefined || size * 2 < (reviewed ?? 0);
}
