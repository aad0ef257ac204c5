import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import type { Git } from '../run/git.ts';
import { BareRepositoryError } from '../run/gitErrors.ts';
import { editorPaths } from './editorPaths.ts';

/** A checked-out git repository. */
export interface WorkingCopy {
  /** Real path of the root. */
  readonly root: string;
  /** Absolute path of its git directory; each linked worktree has its own. */
  readonly gitDir: string;
  /** Absolute path of the git directory that worktrees share. */
  readonly commonDir: string;
  /** The checked-out branch, or the one that is rebased or bisected; undefined when HEAD is detached for nothing of that. */
  readonly branch: string | undefined;
  /** Present where the branch is rebased or bisected: HEAD is none of its commits to push. */
  readonly isUnfinished?: true;
  /** Full hash of HEAD's commit; undefined while there is none. */
  readonly head: string | undefined;
}

/** Opens the repository that contains a file or folder. @throws CodeReviewError of kind `git`, with advice */
export async function openWorkingCopy(git: Git, fileOrFolder: string, signal: AbortSignal): Promise<WorkingCopy> {
  const folder = await folderOf(fileOrFolder);
  const { root, gitDir, commonDir, branch, head } =
    (await describeAtOnce(git, folder, signal)) ?? (await describe(git, folder, signal));
  const unfinished = branch === undefined ? await unfinishedBranch(gitDir) : undefined;
  return {
    root: (await editorPaths.identityOf(root)) ?? path.normalize(root),
    gitDir: path.normalize(gitDir),
    commonDir: path.normalize(commonDir),
    branch: branch?.replace(/^refs\/heads\//, '') ?? unfinished,
    ...(unfinished !== undefined && { isUnfinished: true }),
    head,
  };
}

/**
 * The top folder of the working copy that a folder is in, without a run of git: the nearest one with `.git`. Does not
 * know of those that the environment or a configuration (`core.worktree`) puts elsewhere.
 * @returns its real path, `undefined` for a folder in none
 */
export async function topFolderOf(folder: string): Promise<string | undefined> {
  for (let at = await editorPaths.identityOf(folder); at !== undefined; at = parentOf(at))
    if (await exists(path.join(at, '.git'))) return at;
  return undefined;
}

function parentOf(folder: string): string | undefined {
  const parent = path.dirname(folder);
  return parent === folder ? undefined : parent;
}

function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

const absoluteFolders = ['--path-format=absolute', '--is-bare-repository', '--absolute-git-dir', '--git-common-dir'];

/**
 * Describes a working copy with a commit in one run of git, since each one that starts blocks the editor's extensions.
 * @returns undefined where there is no commit, or where a name makes the output ambiguous
 */
async function describeAtOnce(git: Git, folder: string, signal: AbortSignal): Promise<WorkingCopy | undefined> {
  const asked = ['--show-toplevel', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'];
  const described = await git.tryRun(folder, ['rev-parse', ...absoluteFolders, ...asked], { signal });
  const [bare, gitDir = '', commonDir = '', root = '', head = '', name = '', ...others] = described?.split('\n') ?? [];
  if (bare !== 'false' || others.length > 0 || !isFullHash(head) || !/^(?:HEAD$|refs\/)/.test(name)) return undefined;
  return { root, gitDir, commonDir, branch: name === 'HEAD' ? undefined : name, head };
}

async function describe(git: Git, folder: string, signal: AbortSignal): Promise<WorkingCopy> {
  const described = await git.run(folder, ['rev-parse', ...absoluteFolders], { signal });
  const [bare, gitDir = '', commonDir = ''] = described.split('\n');
  if (bare === 'true') throw new BareRepositoryError(new Error('core.bare is set'));
  const [root, branch, head] = await Promise.all([
    git.run(folder, ['rev-parse', '--show-toplevel'], { signal }),
    // Not --short: it prints `heads/NAME` if there is a tag of the same name.
    git.tryRun(folder, ['symbolic-ref', '-q', 'HEAD'], { signal }),
    git.tryRun(folder, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'], { signal }),
  ]);
  return { root, gitDir, commonDir, branch, head };
}

/** Resolves a revision to the full hash of its commit; undefined if there is none. Safe for untrusted text. */
export async function resolveCommit(
  git: Git,
  root: string,
  revision: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [commit] = await resolveCommits(git, root, [revision], signal);
  return commit;
}

/**
 * Resolves revisions to the full hashes of their commits in one run of git. Safe for untrusted text.
 * @returns one for each revision, undefined for one that is no commit here
 */
export async function resolveCommits(
  git: Git,
  root: string,
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  // Git reads them line by line, and a name only to its first NUL.
  const input = revisions.map(each => (/[\n\0]/.test(each) ? '\n' : `${each}^{commit}\n`)).join('');
  const listed = await git.tryRun(root, ['cat-file', '--batch-check=%(objectname)'], { signal, input });
  // Of some, such as `@{upstream}` where there is none, git fails and tells nothing of the others.
  if (listed === undefined && revisions.length > 1)
    return Promise.all(revisions.map(each => resolveCommit(git, root, each, signal)));
  const lines = listed?.split('\n') ?? [];
  return revisions.map((_, index) => lines[index]).map(line => (isFullHash(line ?? '') ? line : undefined));
}

/**
 * Names a commit for further runs of git, which fail if it is not here. A full hash needs no run of git to be safe.
 * @param revision untrusted
 */
export async function nameCommit(
  git: Git,
  root: string,
  revision: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return isFullHash(revision) ? revision : resolveCommit(git, root, revision, signal);
}

/** Whether a text is the full hash of an object. */
export function isFullHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Files of a git directory that name the branch which a rebase or `git bisect` has detached HEAD from. */
const unfinishedFiles = ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START'];

async function unfinishedBranch(gitDir: string): Promise<string | undefined> {
  for (const file of unfinishedFiles) {
    const name = (await readFile(path.join(gitDir, file), 'utf8').catch(() => '')).trim();
    if (name !== '' && name !== 'detached HEAD' && !isFullHash(name)) return name.replace(/^refs\/heads\//, '');
  }
  return undefined;
}

async function folderOf(fileOrFolder: string): Promise<string> {
  try {
    return (await stat(fileOrFolder)).isDirectory() ? fileOrFolder : path.dirname(fileOrFolder);
  } catch (cause) {
    throw new CodeReviewError('git', t('This folder does not exist.'), t('Open a folder that is on this machine.'), {
      cause,
    });
  }
}
