import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLabel } from '../../core/base/text.ts';
import type { OpenRepository, OpenRepositories } from './openRepositories.ts';
import { noRepository } from './windowFolders.ts';

/** Names the repository that a command is for. A `vscode.SourceControl` has this shape. */
export interface RepositoryArgument {
  readonly rootUri?: vscode.Uri;
  /** Whether a setting has the command run, and no user. */
  readonly isAutomatic?: boolean;
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
  const choices = await choicesOf(copies);
  if (choices.length === 1) return choices[0]?.open();
  if (choices.length === 0) {
    // Says what is wrong with the folder (no git, not safe, not a repository) rather than that there is none.
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    if (folder !== undefined && vscode.workspace.isTrusted) return copies.of(folder.uri.fsPath);
    throw noRepository();
  }
  const matched = { matchOnDescription: true, matchOnDetail: true };
  const options = { title: 'Code Review', placeHolder: t('Which repository?'), ...matched };
  return (await vscode.window.showQuickPick(choices, options))?.open();
}

interface Choice extends vscode.QuickPickItem {
  readonly open: () => Promise<OpenRepository | undefined>;
}

/** The folders' own repositories and those below folders that are in none; where there are neither, those that were visited. */
async function choicesOf(copies: OpenRepositories): Promise<Choice[]> {
  const [own, below] = await Promise.all([copies.ofFolders(), copies.below()]);
  const open = own.length + below.length > 0 ? own : await copies.all();
  return [
    ...open.map(repository => ({
      label: plainLabel(repository.identity.fullName),
      description: plainLabel(repository.copy.branch ?? t('detached')),
      detail: plainLabel(repository.folder),
      open: () => Promise.resolve(repository),
    })),
    ...below.map(({ folder, branch }) => ({
      label: plainLabel(path.basename(folder)),
      description: plainLabel(branch ?? ''),
      detail: plainLabel(folder),
      open: () => copies.visit(folder),
    })),
  ];
}

function ofUri(copies: OpenRepositories, { scheme, fsPath }: vscode.Uri): Promise<OpenRepository | undefined> {
  if (scheme === 'file') return copies.visit(fsPath);
  throw new CodeReviewError('git', t('This repository is not on disk.'), t('Clone it and open its folder.'));
}
