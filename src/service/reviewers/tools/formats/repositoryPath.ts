import path from 'node:path';
import { fileURLToPath } from 'node:url';

const longest = 4_096;

/**
 * The path in the repository, with `/`, that a file name of a tool leads to.
 * @param folders absolute paths that the repository is at; a relative name is one of the first
 * @returns undefined for what is elsewhere or is no name of a file
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

/** The same for a URI: of the scheme `file`, or relative and percent-encoded. Tools write plain paths there, too. */
export function repositoryPathOfUri(
  uri: string,
  folders: readonly string[],
  isKnown: (path: string) => boolean,
): string | undefined {
  if (/^file:/i.test(uri)) return repositoryPath(fileOf(uri), folders);
  if (/^[a-z][a-z\d+.-]+:/i.test(uri)) return undefined;
  const plain = repositoryPath(uri, folders);
  // A name that holds a percent sign and was not encoded.
  return plain !== undefined && isKnown(plain) ? plain : repositoryPath(decoded(uri), folders);
}

function fileOf(uri: string): string {
  if (uri.length > longest * 3) return '';
  try {
    // `file:src/app.ts` is relative, though no URL says so.
    return /^file:(?!\/)/i.test(uri) ? decoded(uri.slice('file:'.length)) : fileURLToPath(uri);
  } catch {
    return '';
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a path that is relative to a folder stays in it. */
export function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
