import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isFullHash } from './workingCopy.ts';

/** Files of a git directory that name the branch which a rebase or a bisection took HEAD from. */
const files = ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START'];

/** The branch that is being rebased or searched through while HEAD is detached for it; undefined if there is none. */
export async function unfinishedBranch(gitDir: string): Promise<string | undefined> {
  for (const file of files) {
    const name = (await readFile(path.join(gitDir, file), 'utf8').catch(() => '')).trim();
    if (name !== '' && name !== 'detached HEAD' && !isFullHash(name)) return name.replace(/^refs\/heads\//, '');
  }
  return undefined;
}
