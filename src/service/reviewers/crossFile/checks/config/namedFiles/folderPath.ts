import { join } from 'node:path/posix';

/** A path that is written in a folder, as one of the repository; none if it leads out of it or is made of variables. */
export function pathIn(folder: string, written: string): string[] {
  if (/[$%{}<>*?|"'`\\]|:/.test(written) || written === '') return [];
  const path = join(folder, written);
  return path.startsWith('../') || path.startsWith('/') || path === '.' || path === '..' ? [] : [path];
}
