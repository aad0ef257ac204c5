import { readdirSync, rmSync, unlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { retryWhileHeld } from './retryWhileHeld.ts';

/** A new folder that only this user can access. */
interface TemporaryFolder {
  /** Absolute path. */
  readonly path: string;
  /** Removes the folder; never rejects, and follows no link out of it. */
  remove(): Promise<void>;
  /** Like `remove`, but synchronous, for process exit. */
  removeNow(): void;
}

/** In milliseconds. An older folder was left by a killed process, since no work takes that long. */
const abandonedAfter = 6 * 3_600_000;
const removal = { recursive: true, force: true, maxRetries: 3 };
/** The kinds of folders that this process has already swept. */
const swept = new Set<string>();

/**
 * Creates a folder, and removes abandoned folders with the same prefix.
 * @param prefix the kind of folder; random characters follow
 */
export async function makeTemporaryFolder(parent: string, prefix: string, now = Date.now()): Promise<TemporaryFolder> {
  const kind = path.join(parent, prefix);
  if (!swept.has(kind)) {
    swept.add(kind);
    await sweep(parent, prefix, now);
  }
  const folder = await mkdtemp(kind);
  return { path: folder, remove: () => removeFolder(folder), removeNow: () => removeFolderNow(folder) };
}

/** Removes a folder; never rejects, and follows no link out of it. Whatever cannot be removed stays. */
export async function removeFolder(folder: string): Promise<void> {
  try {
    for (const link of linksIn(folder)) await retryWhileHeld(() => unlink(link));
    await retryWhileHeld(() => rm(folder, removal));
  } catch {
    // It is swept later.
  }
}

function removeFolderNow(folder: string): void {
  try {
    for (const link of linksIn(folder)) unlinkSync(link);
    rmSync(folder, removal);
  } catch {
    // It is swept later.
  }
}

/** The symbolic links and junctions in a folder. They are removed first, so that nothing outside is deleted. */
function linksIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const inside = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) return [inside];
    return entry.isDirectory() ? linksIn(inside) : [];
  });
}

async function sweep(parent: string, prefix: string, now: number): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter(each => each.startsWith(prefix))) {
    const folder = path.join(parent, name);
    const found = await lstat(folder).catch(() => undefined);
    const isOwn = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
    if (isOwn && now - found.mtimeMs > abandonedAfter) await removeFolder(folder);
  }
}
