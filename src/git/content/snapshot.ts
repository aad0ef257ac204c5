import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodeReviewError } from '../../core/base/errors.ts';
import { commaList, t } from '../../core/base/l10n.ts';
import { makeTemporaryFolder } from '../../files/temporaryFolder.ts';
import type { Git, GitOptions } from '../run/git.ts';
import { openWorkingCopy, type WorkingCopy } from '../repository/workingCopy.ts';
import { copyIndex } from './copyIndex.ts';
import { listTreeChanges, type SkippedChange } from './workingTree.ts';

/** `staged` is the index; `uncommitted` is the working tree with all files that are not ignored. */
export type SnapshotKind = 'staged' | 'uncommitted';

/** Uncommitted changes as a commit, so that they can be reviewed like any other. */
export interface Snapshot {
  /** Full hash; deterministic for the same content and parent. Unreferenced, so git prunes it eventually. */
  readonly commit: string;
  /** Full hash of its parent: HEAD, or an empty commit if there is none yet. */
  readonly base: string;
  /** Whether it has no changes. */
  readonly isEmpty: boolean;
  /** Changes that are not included, and why. */
  readonly leftOut: readonly SkippedChange[];
}

// The dates are the parent's, see `commitTree`.
const identity = {
  GIT_AUTHOR_NAME: 'Code Review',
  GIT_AUTHOR_EMAIL: 'code-review@localhost',
  GIT_COMMITTER_NAME: 'Code Review',
  GIT_COMMITTER_EMAIL: 'code-review@localhost',
};
const hashingTimeout = 120_000;

/**
 * Takes a snapshot with a copy of the index. Writes only objects: index, HEAD, refs, reflogs and files are unchanged,
 * and a lock on the index does not matter. Files with conflicts are included as they are in the working tree. Filters
 * such as LFS run as for `git add`, except untrusted ones.
 * @param index used instead of the repository's index, such as the one that git passes to its hooks
 * @throws CodeReviewError of kind `git` for a bare repository, staged conflicts, or too many untracked files
 */
export async function takeSnapshot(
  git: Git,
  root: string,
  kind: SnapshotKind,
  signal: AbortSignal,
  index?: string,
): Promise<Snapshot> {
  return snapshotOf(git, await openWorkingCopy(git, root, signal), kind, signal, index);
}

/** Takes a snapshot of a working copy that was opened just now, see `takeSnapshot`. */
export async function snapshotOf(
  git: Git,
  copy: WorkingCopy,
  kind: SnapshotKind,
  signal: AbortSignal,
  index?: string,
): Promise<Snapshot> {
  const folder = await makeTemporaryFolder(tmpdir(), 'code-review-index-');
  try {
    const copied = path.join(folder.path, 'index');
    await copyIndex(index ?? path.join(copy.gitDir, 'index'), copied);
    const programs = await git.programsOf(copy.root, { signal });
    return await snapshotIn(git, copy, kind, { signal, settings, env: { GIT_INDEX_FILE: copied }, programs });
  } finally {
    await folder.remove();
  }
}

async function snapshotIn(
  git: Git,
  { root, head }: WorkingCopy,
  kind: SnapshotKind,
  options: GitOptions,
): Promise<Snapshot> {
  const leftOut = kind === 'staged' ? [] : await addTree(git, root, options);
  if (kind === 'staged') await refuseConflicts(git, root, options);
  // Do not fetch objects that are missing in a partial clone.
  const tree = await git.run(root, ['write-tree', '--missing-ok'], options);
  const base = head ?? (await commitTree(git, root, await emptyTree(git, root, options), undefined, options));
  const format = ['-1', '--no-show-signature', '--format=%T %ct'];
  const [baseTree, seconds = ''] = (await git.run(root, ['log', ...format, base], options)).split(' ');
  const commit = await commitTree(git, root, tree, { base, seconds }, options);
  return { commit, base, isEmpty: tree === baseTree, leftOut };
}

// A split index would leave files next to the user's, a warning about line endings must not become an error, and the
// hash must not depend on the user.
const settings = { 'core.splitIndex': 'false', 'core.safecrlf': 'false', 'i18n.commitEncoding': 'UTF-8' };

/** Adds the working tree to the index like `git add --all`, except files that should not become objects. */
async function addTree(git: Git, root: string, options: GitOptions): Promise<readonly SkippedChange[]> {
  const hashing = { ...options, timeoutMs: hashingTimeout };
  // Recognizes files that were only touched. Fails if others are changed or have conflicts.
  await git.tryRun(root, ['update-index', '-q', '--refresh', '--ignore-submodules'], hashing);
  const { paths, leftOut } = await listTreeChanges(git, root, hashing);
  if (paths.length > 0) {
    const input = paths.map(each => `${each}\0`).join('');
    await git.run(root, ['update-index', '--add', '--remove', '-z', '--stdin'], { ...hashing, input });
  }
  return leftOut;
}

async function refuseConflicts(git: Git, root: string, options: GitOptions): Promise<void> {
  const listed = await git.run(root, ['ls-files', '-z', '--unmerged'], options);
  const files = [...new Set(listed.split('\0').flatMap(entry => entry.split('\t', 2)[1] ?? []))];
  if (files.length === 0) return;
  const more = files.length - 5;
  const named = { files: commaList(files.slice(0, 5)), more };
  throw new CodeReviewError(
    'git',
    more > 0
      ? t('Staged changes cannot be reviewed while there are conflicts in {files} and {more} more.', named)
      : t('Staged changes cannot be reviewed while there are conflicts in {files}.', named),
    t('Resolve and stage them, or review all uncommitted changes.'),
  );
}

function emptyTree(git: Git, root: string, options: GitOptions): Promise<string> {
  return git.run(root, ['mktree'], { ...options, input: '' });
}

/**
 * Commits a tree with the parent's dates: a fixed old date would make git walk the whole history for the merge base,
 * and the current time would change the hash of the same content.
 */
async function commitTree(
  git: Git,
  root: string,
  tree: string,
  parent: { readonly base: string; readonly seconds: string } | undefined,
  options: GitOptions,
): Promise<string> {
  const date = `@${parent?.seconds ?? '0'} +0000`;
  const env = { ...options.env, ...identity, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const parents = parent === undefined ? [] : ['-p', parent.base];
  const message = parent === undefined ? 'No files' : 'Uncommitted changes';
  return git.run(root, ['commit-tree', '--no-gpg-sign', ...parents, '-m', message, tree], { ...options, env });
}
