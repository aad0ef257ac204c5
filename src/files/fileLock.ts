import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** In milliseconds. A lock is held for a few milliseconds; an older one was left by a killed process. */
const abandonedAfter = 5_000;
const pause = 10;

/**
 * Runs an action while no other process runs one for the same file. Creates the file's folder if missing.
 * @throws what the action throws, and the system's error where the lock cannot be made
 */
export async function withFileLock<T>(file: string, action: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  while (!(await take(lock))) {
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    else await wait(pause);
  }
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // On Windows a lock that is being removed cannot be opened.
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false;
    throw error;
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const taken = await stat(lock).catch(() => undefined);
  return taken !== undefined && Date.now() - taken.mtimeMs > abandonedAfter;
}
