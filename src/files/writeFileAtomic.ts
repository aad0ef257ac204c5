import { randomUUID } from 'node:crypto';
import * as nodeFs from 'node:fs/promises';
import path from 'node:path';
import { retryWhileHeld } from './retryWhileHeld.ts';

/** The part of `node:fs/promises` in use. */
type FileSystem = Pick<typeof nodeFs, 'mkdir' | 'readdir' | 'rename' | 'rm' | 'stat' | 'writeFile'>;

interface WriteOptions {
  readonly fs?: FileSystem;
  /** Waits for a number of milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

const partialEnd = '.partial';
/** In milliseconds. An older temporary file was left by a killed process, since no write takes that long. */
const abandonedAfter = 3_600_000;
/** The folders that this process has already swept. */
const swept = new Set<string>();

/**
 * Writes a file atomically, readable only by this user. Creates its folder if missing. Retries while another program
 * has the file open.
 */
export async function writeFileAtomic(
  file: string,
  text: string,
  { fs = nodeFs, pause }: WriteOptions = {},
): Promise<void> {
  const folder = path.dirname(file);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, fs);
  const partial = `${file}.${randomUUID()}${partialEnd}`;
  try {
    await retryWhileHeld(() => fs.writeFile(partial, text, { mode: 0o600 }), pause);
    await retryWhileHeld(() => fs.rename(partial, file), pause);
  } catch (error) {
    await retryWhileHeld(() => fs.rm(partial, { force: true }), pause).catch(() => undefined);
    throw error;
  }
}

/** Removes temporary files that killed processes left. */
async function sweep(folder: string, fs: FileSystem): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names.filter(each => each.endsWith(partialEnd))) {
    const partial = path.join(folder, name);
    const isOld = await fs.stat(partial).then(
      ({ mtimeMs }) => Math.abs(Date.now() - mtimeMs) > abandonedAfter,
      () => false,
    );
    if (isOld) await fs.rm(partial, { force: true }).catch(() => undefined);
  }
}
