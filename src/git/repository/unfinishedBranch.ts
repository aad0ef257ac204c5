import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isFullHash } from './workingCopy.ts';

/** Files of a git directory that name the branch which a rebase took HEAD from. */
const rebases = ['rebase-merge/head-name', 'rebase-apply/head-name'];

/** The branch that is being rebased or searched through while HEAD is detached for it; undefined if there is none. */
export function unfinishedBranch(gitDir: string): Promise<string | undefined> {
  return branchIn(gitDir, [...rebases, 'BISECT_START']);
}

/** The branch that is being rebased while HEAD is detached for it; undefined if there is none. */
export function rebasedBranch(gitDir: string): Promise<string | undefined> {
  return branchIn(gitDir, rebases);
}

async function branchIn(gitDir: string, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const name = (await readFile(path.join(gitDir, file), 'utf8').catch(() => '')).trim();
    if (name !== '' && name !== 'detached HEAD' && !isFullHash(name)) return name.replace(/^refs\/heads\//, '');
  }
  return undefined;
}
