import { statfs } from 'node:fs/promises';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { withFileLock } from '../../../files/fileLock.ts';
import { MirrorFolder } from './mirrorFolder.ts';
import { formatBytes } from './sizeWatch.ts';

/** Bounds on disk space, in bytes. */
export interface MirrorBounds {
  /** Of one mirror. */
  readonly mirror: number;
  /** Of all mirrors together. Those in use are kept in any case. */
  readonly total: number;
  /** What is left free on the disk. */
  readonly free: number;
}

/**
 * Removes the mirrors that were not used for longest while there are too many, or the disk is nearly full.
 * @param folder of all mirrors
 * @param wanted the mirror to make room for, which stays
 * @throws CodeReviewError of kind `service` if the disk stays nearly full
 */
export async function makeRoom(folder: string, bounds: MirrorBounds, wanted: MirrorFolder): Promise<void> {
  const all = await MirrorFolder.all(folder);
  const sizes = new Map(await Promise.all(all.map(async each => [each, await each.bytes()] as const)));
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const each of all) {
    if (total <= bounds.total && (await freeBytes(folder)) >= bounds.free) return;
    if (each.root !== wanted.root && (await removeUnused(each))) total -= sizes.get(each) ?? 0;
  }
  const free = await freeBytes(folder);
  if (free < bounds.free)
    throw new CodeReviewError(
      'service',
      `The disk for mirrors is nearly full: ${formatBytes(free)} are left.`,
      `Free some space in ${folder}.`,
    );
}

/** Removes a mirror unless it is in use. */
async function removeUnused(mirror: MirrorFolder): Promise<boolean> {
  if ((await mirror.uses()) > 0) return false;
  return withFileLock(mirror.root, async () => {
    if ((await mirror.uses()) > 0) return false;
    await mirror.remove();
    return true;
  });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
