import { unreviewedPath } from '../engine/diff/excludedFiles.ts';

/** Whether a file may have facts: vendored, built and generated ones have none. Lock files are read. */
export function isIndexed(path: string): boolean {
  const why = unreviewedPath(path);
  return why === undefined || why === 'lock file';
}
