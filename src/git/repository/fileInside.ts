import { stat } from 'node:fs/promises';
import path from 'node:path';
import { safePath } from '../../core/system/safePath.ts';
import { editorPaths } from './editorPaths.ts';

/**
 * The path of a file that a service names. Some services keep the prefix that diffs put before paths.
 * @param top identity of the repository's folder
 */
export async function pathInRepository(top: string, file: string): Promise<string> {
  const [, plain] = /^[ab]\/(.+)$/.exec(file) ?? [];
  if (plain === undefined || (await fileInside(top, file)) !== undefined) return file;
  return (await fileInside(top, plain)) === undefined ? file : plain;
}

/** A file of a repository. */
interface FileInside {
  /** Its real path. */
  readonly identity: string;
  /** The same, relative to the repository's folder, with `/`. */
  readonly inner: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Finds a file; undefined where it is none, or a link leads out of the repository or into its git directory.
 * @param top identity of the repository's folder
 */
export async function fileInside(top: string, file: string): Promise<FileInside | undefined> {
  const identity = await editorPaths.identityOf(path.join(top, file));
  if (identity === undefined) return undefined;
  const inner = editorPaths.within(top, identity);
  if (inner === undefined || safePath(inner) === undefined) return undefined;
  const found = await stat(identity).catch(() => undefined);
  return found?.isFile() === true ? { identity, inner, size: found.size } : undefined;
}
