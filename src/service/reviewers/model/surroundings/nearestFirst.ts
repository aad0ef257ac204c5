import { posix } from 'node:path';
import { isTestPath } from '../../../engine/reviewer.ts';
import type { CodePlace } from './surroundings.ts';

/**
 * Sorts places by how likely they are the ones that a file means: in the file itself, in one that its imports name, in its
 * folder, then by the folders that both are in; tests last.
 * @param origins words of the imports, in lower case
 */
export function nearestFirst<T extends CodePlace>(
  places: readonly T[],
  from: string,
  origins: ReadonlySet<string> = new Set(),
): T[] {
  const folders = posix.dirname(from).split('/');
  const distances = new Map(
    places.map(place => {
      const [stem = ''] = posix.basename(place.path).split('.');
      const own = posix.dirname(place.path).split('/');
      const isNamed = [stem, own.at(-1) ?? ''].some(word => origins.has(word.toLowerCase()));
      const shared = own.findIndex((folder, index) => folder !== folders[index]);
      const apart = own.length + folders.length - 2 * (shared < 0 ? Math.min(own.length, folders.length) : shared);
      const isOddTest = isTestPath(place.path) && !isTestPath(from);
      return [place, place.path === from ? -1 : apart + (isNamed ? 0 : 1_000) + (isOddTest ? 10_000 : 0)] as const;
    }),
  );
  return [...places].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}
