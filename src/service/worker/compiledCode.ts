import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';

/** Largest folder, in bytes. A larger one, as some updates leave it, is begun anew: all in it can be made again. */
const largest = 64 << 20;

/**
 * Has Node keep compiled code in a folder, which halves the time until the analysers read their first file. A folder that
 * others may write to is not used, since what is in it is run. Without it the code is compiled at each start.
 */
export function keepCompiledIn(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(folder)) return;
    if (sizeOf(folder) > largest) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
    }
    module.enableCompileCache(folder);
  } catch {
    // Another process may be replacing it.
  }
}

/** Writes what was compiled since the last time: a process that is killed writes nothing by itself. */
export function writeCompiled(): void {
  module.flushCompileCache();
}

function isOwn(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  // Windows has neither; there the folder is below the user's own.
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}
