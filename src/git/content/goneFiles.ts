import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../run/git.ts';
import { takeSnapshot } from './snapshot.ts';

const timeoutMs = 10_000;

/**
 * Finds the new names of files of a commit that were renamed since. Compares with the index, since reading unstaged files
 * would run the filters of the repository; only for a file that the index still has and the disk does not, as after the
 * editor has renamed it, with the files on disk.
 * @param commit full hash
 * @param paths of files that the commit has
 */
export async function findRenames(
  git: Git,
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const renames = await renamedSince(git, root, [commit], paths, signal);
  const names = paths.map(name => renames.get(name) ?? name);
  const missing = names.filter(name => !existsSync(path.join(root, name)));
  if (missing.length === 0) return renames;
  const listed = await git.tryRun(root, ['ls-files', '--deleted', '-z'], { signal, timeoutMs });
  const gone = new Set(listed?.split('\0'));
  if (!missing.some(name => gone.has(name))) return renames;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const work = await takeSnapshot(git, root, 'uncommitted', inTime).catch(() => undefined);
  signal.throwIfAborted();
  return work === undefined ? renames : renamedSince(git, root, [commit, work.commit], paths, signal);
}

/** @param compared full hashes: a commit, and another one; the index where there is none */
async function renamedSince(
  git: Git,
  root: string,
  compared: readonly [string, string?],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const [commit, later] = compared;
  // A file may have been renamed and largely rewritten.
  const wanted = ['--name-status', '-M30%', '-z', '--diff-filter=R', '--no-ext-diff', '--no-textconv'];
  const range = ['--ignore-submodules=all', '--end-of-options', commit, ...(later === undefined ? [] : [later]), '--'];
  const command = later === undefined ? ['diff', '--cached'] : ['diff-tree', '-r'];
  const output = await git.tryRun(root, [...command, ...wanted, ...range], { signal, timeoutMs });
  const fields = (output ?? '').split('\0');
  const asked = new Set(paths);
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [before = '', after = ''] = fields.slice(at + 1, at + 3);
    if (asked.has(before)) renames.set(before, after);
  }
  return renames;
}

/**
 * Finds the files of a commit that the checked out one has no more under their names. None where that one is the same or
 * an earlier one: after a reset, or before a pull, nothing was deleted.
 * @param commit full hash
 */
export async function readDeletions(
  git: Git,
  root: string,
  commit: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const compare = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--diff-filter=D', '--end-of-options'];
  const output = await git.tryRun(root, [...compare, commit, 'HEAD', '--'], { signal, timeoutMs });
  const deleted = (output ?? '').split('\0').filter(Boolean);
  if (deleted.length === 0) return new Set();
  const later = ['rev-list', '--max-count=1', '--end-of-options', `${commit}..HEAD`, '--'];
  const isLater = Boolean(await git.tryRun(root, later, { signal, timeoutMs }));
  return new Set(isLater ? deleted : []);
}
