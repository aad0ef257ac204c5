import type { FindingLimits } from '../reviewer.ts';

/** The leading items within the limits for each file and for the review. @param pathOf path of an item's file */
export function applyLimits<T>(
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
