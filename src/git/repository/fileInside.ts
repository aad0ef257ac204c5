import { statSync } from 'node:fs';
import path from 'node:path';
import { stampOfStats } from '../../files/fileStamps.ts';
import { safePath } from '../../core/system/safePath.ts';
import { editorPaths, identityNow } from './editorPaths.ts';

/**
 * The path of a file that a service names. Some services keep the prefix that diffs put before paths.
 * @param top identity of the repository's folder
 */
export function pathInRepository(top: string, file: string): string {
  const [, plain] = /^[ab]\/(.+)$/.exec(file) ?? [];
  if (plain === undefined || fileInside(top, file) !== undefined) return file;
  return fileInside(top, plain) === undefined ? file : plain;
}

/** A file of a repository. */
interface FileInside {
  /** Its real path. */
  readonly identity: string;
  /** The same, relative to the repository's folder, with `/`. */
  readonly inner: string;
  /** In bytes. */
  readonly size: number;
  /** Another one once the file is replaced or written. */
  readonly stamp: string;
}

/**
 * Finds a file; undefined where it is none, or a link leads out of the repository or into its git directory. At once,
 * since to wait for one of many files takes several times as long as to look at it.
 * @param top identity of the repository's folder
 */
export function fileInside(top: string, file: string): FileInside | undefined {
  const identity = identityNow(path.join(top, file));
  if (identity === undefined) return undefined;
  const inner = editorPaths.within(top, identity);
  if (inner === undefined || safePath(inner) === undefined) return undefined;
  try {
    const found = statSync(identity);
    return found.isFile() ? { identity, inner, size: found.size, stamp: stampOfStats(found) } : undefined;
  } catch {
    return undefined;
  }
}
