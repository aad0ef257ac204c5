import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePercent } from '../../../../git/repository/splitUrl.ts';

const longest = 4_096;

/**
 * Converts a tool's file name to a path in the repository, with `/`.
 * @param folders absolute paths of the repository; relative names are relative to the first
 * @returns undefined for files elsewhere and invalid names
 */
export function repositoryPath(name: string, folders: readonly string[]): string | undefined {
  const [base] = folders;
  if (base === undefined || name === '' || name.length > longest || name.includes('\0')) return undefined;
  const absolute = path.resolve(base, name);
  for (const folder of folders) {
    const inside = path.relative(folder, absolute);
    if (inside !== '' && isInside(inside)) return inside.split(path.sep).join('/');
  }
  return undefined;
}

/** Converts a `file` URI, a relative reference or a plain path, which tools write too, to a path in the repository. */
export function repositoryPathOfUri(
  uri: string,
  folders: readonly string[],
  isKnown: (path: string) => boolean,
): string | undefined {
  if (/^file:/i.test(uri)) return repositoryPath(fileOf(uri), folders);
  if (/^[a-z][a-z\d+.-]+:/i.test(uri)) return undefined;
  const plain = repositoryPath(uri, folders);
  // A name with a percent sign that was not encoded.
  return plain !== undefined && isKnown(plain) ? plain : repositoryPath(decodePercent(uri), folders);
}

function fileOf(uri: string): string {
  if (uri.length > longest * 3) return '';
  try {
    // `file:src/app.ts` is relative, which the URL standard does not allow.
    return /^file:(?!\/)/i.test(uri) ? decodePercent(uri.slice('file:'.length)) : fileURLToPath(uri);
  } catch {
    return '';
  }
}

/** Whether a relative path stays within its folder. */
export function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
