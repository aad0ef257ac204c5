import type { FindingLimits } from '../reviewer.ts';

/** The first so many of each file, and of all. @param pathOf the file's path */
export function withinLimits<T>(
  all: readonly T[],
  { findingsPerFile, findingsPerReview }: FindingLimits,
  pathOf: (each: T) => string,
): T[] {
  const counts = new Map<string, number>();
  return all
    .filter(each => {
      const path = pathOf(each);
      const count = (counts.get(path) ?? 0) + 1;
      counts.set(path, count);
      return count <= findingsPerFile;
    })
    .slice(0, findingsPerReview);
}
