import * as vscode from 'vscode';
import { settings } from '../platform/settings.ts';

/** The used part of the API of VS Code's git extension. */
interface GitExtension {
  getAPI(version: 1): { readonly git: { readonly path: string } };
}

/** The git that the editor itself uses, else the one that it was told to use, else the one on the path. @throws CodeReviewError of kind `git` */
export async function findEditorGit(): Promise<string> {
  const { findGit } = await import('./repositoryReading.ts');
  return findGit([...(await ofExtension()), ...settings.gitPaths]);
}

/** None where the extension is switched off or has found none. */
async function ofExtension(): Promise<string[]> {
  try {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const git = extension?.isActive === true ? extension.exports : await extension?.activate();
    const path = git?.getAPI(1).git.path;
    return typeof path === 'string' ? [path] : [];
  } catch {
    return [];
  }
}
