import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Git, GitOptions } from '../run/git.ts';

const longestListing = 256 << 20;

/**
 * Paths of the submodules with local changes. Each is examined as a separate repository, since its configuration may
 * name programs that git would otherwise run.
 */
export async function dirtySubmodules(git: Git, root: string, options: GitOptions): Promise<string[]> {
  if (!existsSync(path.join(root, '.gitmodules'))) return [];
  const listed = await git.run(root, ['ls-files', '-z', '--stage'], { ...options, maxBytes: longestListing });
  const links = listed.split('\0').flatMap(entry => /^160000 [^\t]*\t(.+)$/s.exec(entry)?.[1] ?? []);
  const { signal, timeoutMs } = options;
  const bounds = timeoutMs === undefined ? { signal } : { signal, timeoutMs };
  const dirty: string[] = [];
  for (const link of links) {
    const folder = path.join(root, link);
    if (!existsSync(path.join(folder, '.git'))) continue;
    const status = ['status', '--porcelain', '-z', '--ignore-submodules=dirty'];
    // If in doubt, report it as changed.
    if ((await git.tryRun(folder, status, bounds)) !== '') dirty.push(link);
  }
  return dirty;
}
