import { existsSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { t } from '../../core/base/l10n.ts';
import { makeTemporaryFolder } from '../../files/temporaryFolder.ts';
import type { Git } from '../run/git.ts';
import { GitExitError } from '../run/gitErrors.ts';
import type { WorkingCopy } from './workingCopy.ts';

/** A bare repository in the form of a working copy: its `root` has no files, but git finds the repository there. */
export interface BareRepository extends WorkingCopy {
  /** Removes the root. */
  dispose(): Promise<void>;
}

/**
 * Opens a bare repository by its folder. One inside a working copy is refused: it may have been committed so that its
 * configuration is executed.
 * @returns undefined if the folder is no bare repository
 * @throws CodeReviewError of kind `git` if it is inside a working copy
 */
export async function openBareRepository(
  git: Git,
  folder: string,
  signal: AbortSignal,
): Promise<BareRepository | undefined> {
  const found = await gitDirOf(git, folder, signal);
  if (found === undefined) return undefined;
  const { gitDir, isLedTo } = found;
  const temporary = await makeTemporaryFolder(tmpdir(), 'code-review-bare-');
  const dispose = (): Promise<void> => temporary.remove();
  try {
    const root = path.join(await realpath(temporary.path), path.basename(gitDir, '.git') || 'repository');
    await mkdir(root);
    await writeFile(path.join(root, '.git'), `gitdir: ${gitDir}\n`);
    // A copy of nothing but objects and refs has no configuration that says so.
    const bare = await git.tryRun(root, ['config', '--type=bool', '--get', 'core.bare'], { signal });
    if (bare === 'true' || (bare === undefined && !isLedTo)) {
      const branch = await git.tryRun(root, ['symbolic-ref', '-q', 'HEAD'], { signal });
      const head = await git.tryRun(root, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'], { signal });
      return { root, gitDir, commonDir: gitDir, branch: branch?.replace(/^refs\/heads\//, ''), head, dispose };
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  await dispose();
  return undefined;
}

/** The git directory of a folder, or that its `.git` file leads to, as in a folder of worktrees. */
async function gitDirOf(
  git: Git,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly gitDir: string; readonly isLedTo: boolean } | undefined> {
  const led = await git.tryRun(folder, ['rev-parse', '--absolute-git-dir'], { signal });
  if (led !== undefined) return { gitDir: path.normalize(led), isLedTo: true };
  if (!['HEAD', 'objects', 'refs'].every(name => existsSync(path.join(folder, name)))) return undefined;
  const found = await realpath(folder);
  for (let above = path.dirname(found); ; above = path.dirname(above)) {
    const inside = path.join(above, '.git');
    if (inside === found) return undefined;
    if (existsSync(inside))
      throw new GitExitError(
        t('This bare repository is inside a working copy, which may have been shipped with it.'),
        t('Review a clone of it, or move it elsewhere.'),
        new Error(`.git in ${above}`),
      );
    if (above === path.dirname(above)) return { gitDir: found, isLedTo: false };
  }
}
