import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * In milliseconds. Who holds a lock says so more often than that: an older one was left by a killed process, as was one of
 * the future, by a clock that was set back since.
 */
const abandonedAfter = 5_000;
const beat = 1_000;
const pause = 10;

/**
 * Runs an action while no other process runs one for the same file. Creates the file's folder if missing.
 * @param signal ends the wait for the lock, not the action
 * @throws what the action throws, the signal's reason, and the system's error where the lock cannot be made
 */
export async function withFileLock<T>(file: string, action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const lock = `${file}.lock`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  let held: FileHandle | undefined;
  while ((held = await take(lock)) === undefined) {
    signal?.throwIfAborted();
    if (!(await removeAbandoned(lock))) await wait(pause);
  }
  const own = held;
  const beating = setInterval(() => {
    const now = new Date();
    own.utimes(now, now).catch(() => undefined);
  }, beat);
  try {
    return await action();
  } finally {
    clearInterval(beating);
    await release(own, lock);
  }
}

/** Removes a lock, unless another process has taken its own: this one may have stood still, as on a machine that slept. */
async function release(own: FileHandle, lock: string): Promise<void> {
  const [{ ino }, there] = await Promise.all([own.stat(), stat(lock).catch(() => undefined)]);
  await own.close();
  if (there?.ino === ino) await rm(lock, { force: true });
}

/** Makes a lock, which stays open until it is released, so that no other file gets its number. @returns undefined if there is one */
async function take(lock: string): Promise<FileHandle | undefined> {
  try {
    return await open(lock, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // On Windows a lock that is being removed cannot be opened.
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return undefined;
    throw error;
  }
}

/** Of several processes that find a lock abandoned, one gets it out of the way. @returns whether it may be free now */
async function removeAbandoned(lock: string): Promise<boolean> {
  if (!(await isAbandoned(lock))) return false;
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
    // Another one may have removed it and taken its own since.
    if (!(await isAbandoned(aside))) await link(aside, lock).catch(() => undefined);
    await rm(aside, { force: true });
  } catch {
    return false;
  }
  return true;
}

async function isAbandoned(lock: string): Promise<boolean> {
  const taken = await stat(lock).catch(() => undefined);
  return taken !== undefined && Math.abs(Date.now() - taken.mtimeMs) > abandonedAfter;
}
