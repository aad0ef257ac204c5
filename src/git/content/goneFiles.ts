import { existsSync } from 'node:fs';
import path from 'node:path';
import { stripWhitespace } from '../../core/diff/lineMap.ts';
import type { Git } from '../run/git.ts';
import { readBlobs } from './blobs.ts';
import { takeSnapshot } from './snapshot.ts';

const timeoutMs = 10_000;
const newFiles = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--diff-filter=A', '--end-of-options'];
/** Least similarity, in percent, by which a file counts as moved from a name that another one has now. */
const leastMoved = 80;
/** Least share of the lines that a file has in common with one that was renamed and formatted anew. */
const leastShare = 0.5;
/** Fewest characters of a line that counts for that. */
const shortestLine = 4;
/** Most files that are gone, and most new ones, that are compared with each other. */
const mostCompared = 20;
/** Longest file that is, in bytes. */
const longestCompared = 500_000;

/**
 * Finds the new names of files of a commit that were renamed since. Compares with the index, since reading unstaged files
 * would run the filters of the repository; only for a file that the disk does not have, as after the editor has renamed it,
 * and that the index still has or that was new in the commit, as a snapshot has untracked ones, with the files on disk.
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
  const isAmong = (listed: string | undefined): boolean => {
    const known = new Set(listed?.split('\0'));
    return missing.some(name => known.has(name));
  };
  const mayBeOnDisk =
    isAmong(await git.tryRun(root, ['ls-files', '--deleted', '-z'], { signal, timeoutMs })) ||
    isAmong(await git.tryRun(root, [...newFiles, `${commit}^`, commit, '--'], { signal, timeoutMs }));
  if (!mayBeOnDisk) return renames;
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
  // A file may have been renamed and largely rewritten, and its old or its new name may be that of another file.
  const wanted = ['--name-status', '-B', '-M30%', '-z', '--diff-filter=ACDR', '--no-ext-diff', '--no-textconv'];
  const range = ['--ignore-submodules=all', '--end-of-options', commit, ...(later === undefined ? [] : [later]), '--'];
  const command = later === undefined ? ['diff', '--cached'] : ['diff-tree', '-r'];
  const output = await git.tryRun(root, [...command, ...wanted, ...range], { signal, timeoutMs });
  const fields = (output ?? '').split('\0');
  const asked = new Set(paths);
  const renames = new Map<string, string>();
  const [added, gone]: [string[], string[]] = [[], []];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status = '', before = '', after = ''] = fields.slice(at, at + 3);
    if (status === 'A') added.push(before);
    else if (status === 'D' && asked.has(before)) gone.push(before);
    if (!/^[CR]\d/.test(status)) continue;
    // Git says "copied" where the old name is there still, in a file that has hardly anything of the old one.
    const isMoved = status.startsWith('R') || Number(status.slice(1)) >= leastMoved;
    if (isMoved && asked.has(before)) renames.set(before, after);
    at++;
  }
  const others = await formattedAnew(git, root, compared, { gone, added }, signal).catch(() => []);
  signal.throwIfAborted();
  return new Map([...renames, ...others]);
}

interface NamedLines {
  readonly name: string;
  readonly lines: ReadonlySet<string>;
}

/** The files of the same lines but for white space, which git does not take for renamed where most were indented anew. */
async function formattedAnew(
  git: Git,
  root: string,
  [commit, later = ':0']: readonly [string, string?],
  { gone, added }: { readonly gone: readonly string[]; readonly added: readonly string[] },
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const extensions = new Set(gone.map(name => path.extname(name)));
  const likely = added.filter(name => extensions.has(path.extname(name))).slice(0, mostCompared);
  if (likely.length === 0) return new Map();
  const [before, after] = await Promise.all([
    readBlobs(git, root, commit, gone.slice(0, mostCompared), signal),
    readBlobs(git, root, later, likely, signal),
  ]);
  const news = linesOfEach(after);
  const found = linesOfEach(before).flatMap((old): [string, string][] => {
    const [best] = news
      .filter(({ name }) => path.extname(name) === path.extname(old.name))
      .map(each => ({ name: each.name, share: shareOf(old.lines, each.lines) }))
      .sort((one, other) => other.share - one.share);
    return best !== undefined && best.share >= leastShare ? [[old.name, best.name]] : [];
  });
  return new Map(found);
}

function linesOfEach(texts: ReadonlyMap<string, Buffer>): NamedLines[] {
  const short = [...texts].filter(([, text]) => text.length <= longestCompared);
  return short.map(([name, text]) => ({ name, lines: linesIn(text) }));
}

/** How many of the lines of the longer of two files both have. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const most = Math.max(one.size, other.size, 1);
  if (Math.min(one.size, other.size) / most < leastShare) return 0;
  let shared = 0;
  for (const line of one) if (other.has(line)) shared++;
  return shared / most;
}

/** The different lines of a text that are more than brackets, without white space. */
function linesIn(text: Buffer): Set<string> {
  const lines = text.toString('latin1').split('\n').map(stripWhitespace);
  return new Set(lines.filter(line => line.length >= shortestLine));
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
