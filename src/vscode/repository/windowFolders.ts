import path from 'node:path';
import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { virtualWorkspaceProblem } from '../../core/system/machineName.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import { localFolders } from './localFolders.ts';

/** A place as the editor spells it below the first of the folders that holds it; undefined if none does. */
export async function spelledBelow(place: string, folders: readonly string[]): Promise<string | undefined> {
  const identity = await editorPaths.identityOf(place);
  for (const folder of identity === undefined ? [] : folders) {
    const inner = editorPaths.within((await editorPaths.identityOf(folder)) ?? folder, identity ?? place);
    if (inner !== undefined) return path.join(folder, inner);
  }
  return undefined;
}

/** Creates the error for a window without a repository. */
export function noRepository(): CodeReviewError {
  if (!vscode.workspace.isTrusted) {
    return new CodeReviewError(
      'git',
      t('This folder is in Restricted Mode, where Code Review runs no git.'),
      t('Trust the folder to review its branch.'),
    );
  }
  if (localFolders().length > 0) {
    return new CodeReviewError(
      'git',
      t('No folder of this window is in a git repository.'),
      t('Open a cloned repository, or run git init.'),
    );
  }
  const schemes = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const problem = virtualWorkspaceProblem(schemes);
  if (problem !== undefined) return new CodeReviewError('git', ...problem);
  const advice = t('Open the folder of a git repository first.');
  return new CodeReviewError('git', t('No folder is open.'), advice, { next: 'openFolder' });
}
