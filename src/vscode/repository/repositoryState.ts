import * as vscode from 'vscode';
import type { Git } from '../../git/run/git.ts';
import type { OpenRepositories } from './openRepositories.ts';
import { localFolders } from './localFolders.ts';

/** What a window has that can be reviewed. */
export type RepositoryState =
  /** At least one repository with a commit, or some below a folder, which are opened when they are chosen. */
  | 'ready'
  /** Repositories without a commit only. */
  | 'noCommit'
  /** Folders that are in no repository, and hold none that is known. */
  | 'none'
  /** A repository that git does not open: it belongs to another user, or is bare. */
  | 'unreadable'
  /** Folders, and no git on this machine. */
  | 'gitMissing'
  /** Folders that are not on this machine's disk. */
  | 'notOnDisk'
  /** No folder, or one that is not trusted: no git is run. */
  | 'unknown';

/** Says what the window has that can be reviewed; runs git in trusted folders. */
export async function repositoryState(git: Git, copies: OpenRepositories): Promise<RepositoryState> {
  if (!vscode.workspace.isTrusted || (vscode.workspace.workspaceFolders ?? []).length === 0) return 'unknown';
  const folders = localFolders();
  if (folders.length === 0) return 'notOnDisk';
  try {
    await git.path();
  } catch {
    return 'gitMissing';
  }
  const open = [...(await copies.all()), await copies.ofActiveEditor()].filter(each => each !== undefined);
  if (open.some(({ copy }) => copy.head !== undefined) || (await copies.below()).length > 0) return 'ready';
  if (open.length > 0) return 'noCommit';
  const { NotARepositoryError } = await import('./repositoryReading.ts');
  const isInNone = await Promise.all(
    folders.map(folder =>
      copies.of(folder).then(
        () => false,
        (error: unknown) => NotARepositoryError.isNotARepository(error),
      ),
    ),
  );
  return isInNone.every(Boolean) ? 'none' : 'unreadable';
}
