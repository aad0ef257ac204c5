import { foldersOf } from '../../../core/system/foldersOf.ts';
import { pathsAt } from '../../../git/content/objects.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import type { Repository } from '../refining/refined.ts';
import { isKeptUp } from './keptUp.ts';

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
  repository: Repository,
  signal: AbortSignal,
): Promise<DiffFile[]> {
  const { git, job } = repository;
  const found: DiffFile[] = [];
  for (const [commit, each] of Map.groupBy(files, ({ baseBlob }) => (baseBlob === undefined ? job.head : mergeBase))) {
    const folders = [...new Set(each.flatMap(({ path }) => foldersOf(path)).filter(folder => folder !== '.'))];
    const notes = await pathsAt(
      git,
      job.root,
      commit,
      folders.map(folder => `${folder}/PKG-INFO`),
      signal,
    );
    for (const folder of folders)
      if (notes.has(`${folder}/PKG-INFO`) && !(await isKeptUp(folder, false, repository, signal)))
        found.push(...each.filter(({ path }) => path.startsWith(`${folder}/`)));
  }
  return found;
}
