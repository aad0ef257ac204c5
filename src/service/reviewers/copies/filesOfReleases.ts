import { posix } from 'node:path';
import { foldersOf } from '../../../core/system/foldersOf.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import type { Repository } from '../refining/refined.ts';

/** What was changed in as many commits is kept up here, wherever it is from. */
const fewestChanges = 5;

/** Whether a file may be of a release, which holds Python. */
export function mayBeOfRelease({ path }: DiffFile): boolean {
  return /\/[^/]+\.pyi?$/.test(path);
}

/**
 * The files of releases that were unpacked into the repository: a folder above them has `PKG-INFO`, which is written
 * when a release is packed, and few commits have changed that folder. Of a file that was there, the merge base has to have
 * it. The top of the repository is the project's own.
 */
export async function filesOfReleases(
  files: readonly DiffFile[],
  mergeBase: string,
  { git, job: { root, head } }: Repository,
  signal: AbortSignal,
): Promise<DiffFile[]> {
  const found: DiffFile[] = [];
  for (const [commit, each] of Map.groupBy(files, ({ baseBlob }) => (baseBlob === undefined ? head : mergeBase))) {
    const folders = [...new Set(each.flatMap(({ path }) => foldersOf(path)).filter(folder => folder !== '.'))];
    const list = ['ls-tree', '-z', '--name-only', '--full-tree', commit, '--'];
    const listed = await git.tryRun(root, [...list, ...folders.map(folder => `${folder}/PKG-INFO`)], { signal });
    for (const name of (listed ?? '').split('\0').filter(path => path !== '')) {
      const folder = posix.dirname(name);
      const log = ['log', '--format=%H', '--no-show-signature', `--max-count=${fewestChanges}`, head, '--', folder];
      const changes = await git.tryRun(root, log, { signal });
      if (changes === undefined || changes.trimEnd().split('\n').length >= fewestChanges) continue;
      found.push(...each.filter(({ path }) => path.startsWith(`${folder}/`)));
    }
  }
  return found;
}
