import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { filteredFiles } from './filteredFiles.ts';
import type { Git, GitOptions } from '../run/git.ts';
import { dirtySubmodules } from './submodules.ts';

/** A change that is not reviewed. */
export interface SkippedChange {
  /** Relative to the top folder, with `/`. */
  readonly path: string;
  /** The reason: "submodule", "larger than 1 MB", …. */
  readonly why: string;
}

/** Largest file to include, in bytes. Larger ones are not reviewed and would fill the object store. */
const largestFile = 1_000_000;
const tooLarge = (): string => t('larger than 1 MB');
/** Reasons why an entry of the working tree is no file of this repository. */
export const unsupportedEntries = (): { repository: string; special: string; ignored: string } => ({
  repository: t('a repository of its own'),
  special: t('not a file'),
  ignored: t('git is told to ignore its changes'),
});
const mostUntracked = 5_000;
const longestListing = 256 << 20;

/**
 * Lists differences between the working tree and the index in `options`; deleted files come first, so that a file can
 * replace a folder and vice versa.
 * @throws CodeReviewError of kind `git` if there are too many untracked files
 */
export async function listTreeChanges(
  git: Git,
  root: string,
  options: GitOptions,
): Promise<{ readonly paths: readonly string[]; readonly leftOut: readonly SkippedChange[] }> {
  const listing = { ...options, maxBytes: longestListing };
  const [changed, listed, dirty] = await Promise.all([
    git.run(root, ['diff-files', '--raw', '-z', '--no-abbrev', '--ignore-submodules=dirty'], options),
    git.run(root, ['ls-files', '-z', '-v', '--cached', '--others', '--exclude-standard'], listing),
    dirtySubmodules(git, root, options),
  ]);
  const { files, submodules: moved } = parseChanged(changed);
  const submodules = new Set([...moved, ...dirty]);
  const entries = listed.split('\0');
  const untracked = entries.filter(entry => entry.startsWith('? ')).map(entry => entry.slice(2));
  if (untracked.length > mostUntracked) {
    throw new CodeReviewError(
      'git',
      t('There are {count} untracked files, which is too many to review.', { count: untracked.length }),
      t('Add what is not yours to .gitignore, or stage what you want reviewed and review that.'),
    );
  }
  const looked = await Promise.all([...files, ...untracked].map(file => look(root, file)));
  const ignored = await ignoredChanges(git, root, entries, options);
  const found = await withoutFiltered(git, root, looked, options);
  const taken = found.filter(({ why }) => why === undefined);
  return {
    paths: [...taken.filter(({ isGone }) => isGone), ...taken.filter(({ isGone }) => !isGone)].map(each => each.path),
    leftOut: [
      ...[...submodules].map(submodule => ({ path: submodule, why: 'submodule' })),
      ...ignored.map(file => ({ path: file, why: unsupportedEntries().ignored })),
      ...found.flatMap(({ path: file, why }) => (why === undefined ? [] : [{ path: file, why }])),
    ],
  };
}

/**
 * Files that differ from the index although git is told to ignore that (`assume-unchanged`, `skip-worktree`). Clears these
 * flags in the index in `options`. In a sparse checkout git itself clears the flag of files that are there.
 * @param entries as `ls-files -v` lists them
 */
async function ignoredChanges(
  git: Git,
  root: string,
  entries: readonly string[],
  options: GitOptions,
): Promise<string[]> {
  const isSparse =
    entries.some(entry => entry.startsWith('S ')) &&
    (await git.tryRun(root, ['config', '--type=bool', 'core.sparseCheckout'], options)) === 'true';
  const flagged = entries.filter(entry => (isSparse ? /^[a-z] / : /^[a-zS] /).test(entry)).map(entry => entry.slice(2));
  if (flagged.length === 0) return [];
  const input = flagged.map(file => `${file}\0`).join('');
  for (const flag of ['--no-assume-unchanged', '--no-skip-worktree'])
    await git.run(root, ['update-index', flag, '-z', '--stdin'], { ...options, input });
  await git.tryRun(root, ['update-index', '-q', '--refresh', '--ignore-submodules'], options);
  const changed = await git.run(root, ['diff-files', '--raw', '-z', '--no-abbrev', '--ignore-submodules'], options);
  const isFlagged = new Set(flagged);
  const looked = await Promise.all(parseChanged(changed).files.map(file => look(root, file)));
  return looked.filter(({ path: file, isGone }) => !isGone && isFlagged.has(file)).map(each => each.path);
}

/** Parses pairs of ":100644 100644 <hash> <hash> M" and a path; a file with conflicts occurs twice. */
function parseChanged(raw: string): { readonly files: readonly string[]; readonly submodules: readonly string[] } {
  const fields = raw.split('\0');
  const files = new Set<string>();
  const submodules = new Set<string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before, after] = (fields[at] ?? '').slice(1).split(' ');
    const file = fields[at + 1] ?? '';
    if (before === '160000' || after === '160000') submodules.add(file);
    else files.add(file);
  }
  return { files: [...files], submodules: [...submodules] };
}

/** Leaves out files with an untrusted filter: without running it, their stored content is unknown. */
async function withoutFiltered(git: Git, root: string, looked: readonly Look[], options: GitOptions): Promise<Look[]> {
  const filters = await git.untrustedFilters(root, options);
  const stored = looked.filter(({ isGone, why }) => !isGone && why === undefined).map(each => each.path);
  const filtered = await filteredFiles(git, root, stored, filters, options);
  return looked.map(each => {
    const filter = filtered.get(each.path);
    return filter === undefined
      ? each
      : { ...each, why: t('filter {filter} not run without --trust', { filter: plainLine(filter, 60) }) };
  });
}

/** What a file of the working tree is. */
interface Look {
  readonly path: string;
  readonly isGone: boolean;
  /** Why a review leaves it out; `undefined` for one that is read. */
  readonly why: string | undefined;
}

/** Looks at a file as `git status` and `git ls-files` name it. */
export async function look(root: string, file: string): Promise<Look> {
  if (file.endsWith('/')) return { path: file.slice(0, -1), isGone: false, why: unsupportedEntries().repository };
  try {
    const found = await lstat(path.join(root, file));
    // A folder replaced a tracked file.
    if (found.isDirectory()) return { path: file, isGone: true, why: undefined };
    const isFile = found.isFile() || found.isSymbolicLink();
    const why = !isFile ? unsupportedEntries().special : found.size > largestFile ? tooLarge() : undefined;
    return { path: file, isGone: false, why };
  } catch {
    return { path: file, isGone: true, why: undefined };
  }
}
