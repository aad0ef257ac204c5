import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLabel } from '../../core/base/text.ts';
import type { OpenRepository, OpenRepositories } from './openRepositories.ts';
import { noRepository } from './windowFolders.ts';

/** Names the repository that a command is for. A `vscode.SourceControl` has this shape. */
export interface RepositoryArgument {
  readonly rootUri?: vscode.Uri;
}

/**
 * Returns the repository that a command is for: the given one, the active editor's, the only one, or the user's pick.
 * @returns undefined when the question was dismissed
 * @throws CodeReviewError of kind `git` when there is none, with what to do
 */
export async function chooseRepository(
  copies: OpenRepositories,
  about: RepositoryArgument | undefined,
): Promise<OpenRepository | undefined> {
  if (about?.rootUri !== undefined) return ofUri(copies, about.rootUri);
  const active = await copies.ofActiveEditor();
  if (active !== undefined) return active;
  const all = await copies.all();
  if (all.length === 1) return all[0];
  if (all.length === 0) {
    // Says what is wrong with the folder (no git, not safe, not a repository) rather than that there is none.
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    if (folder !== undefined && vscode.workspace.isTrusted) return copies.of(folder.uri.fsPath);
    throw noRepository();
  }
  const items = all.map(repository => ({
    repository,
    label: plainLabel(repository.identity.fullName),
    description: plainLabel(repository.copy.branch ?? t('detached')),
    detail: plainLabel(repository.folder),
  }));
  return (await vscode.window.showQuickPick(items, { title: 'Code Review', placeHolder: t('Which repository?') }))
    ?.repository;
}

function ofUri(copies: OpenRepositories, { scheme, fsPath }: vscode.Uri): Promise<OpenRepository | undefined> {
  if (scheme === 'file') return copies.visit(fsPath);
  throw new CodeReviewError('git', t('This repository is not on disk.'), t('Clone it and open its folder.'));
}
