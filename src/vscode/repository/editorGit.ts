import * as vscode from 'vscode';
import { settings } from '../platform/settings.ts';

/** The used part of a repository of VS Code's git extension. */
export interface EditorRepository {
  readonly rootUri: vscode.Uri;
  /** HEAD is not known before the repository was first read. */
  readonly state: {
    readonly HEAD?: { readonly name?: string } | undefined;
    /** Fires when the editor has looked through the working tree, which it does when files in it change. */
    readonly onDidChange: vscode.Event<unknown>;
  };
  fetch(remote: string, ref: string): Promise<void>;
  checkout(branch: string): Promise<void>;
  /** Empty or rejected if it is not set. */
  getConfig(key: string): Promise<string>;
  setConfig(key: string, value: string): Promise<string>;
}

/** The used part of the API of VS Code's git extension. */
export interface GitApi {
  readonly git: { readonly path: string };
  /** `initialized` once the folders were searched for repositories. */
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly EditorRepository[];
  readonly onDidOpenRepository: vscode.Event<EditorRepository>;
  readonly onDidCloseRepository: vscode.Event<EditorRepository>;
  openRepository(root: vscode.Uri): Promise<EditorRepository | null>;
}

interface GitExtension {
  getAPI(version: 1): GitApi;
}

/** The git that the editor itself uses, else the one that it was told to use, else the one on the path. @throws CodeReviewError of kind `git` */
export async function findEditorGit(): Promise<string> {
  const { findGit } = await import('./repositoryReading.ts');
  const path = (await readApi())?.git.path;
  return findGit([...(typeof path === 'string' ? [path] : []), ...settings.gitPaths]);
}

/** The editor's own view of a repository, which runs git as the user would. @returns undefined if it has none */
export async function findEditorRepository(root: string): Promise<EditorRepository | undefined> {
  return (await (await readApi())?.openRepository(vscode.Uri.file(root))) ?? undefined;
}

/** Whether git refused to check out because files that are changed or not tracked would be overwritten. */
export function isWorkInTheWay(error: unknown): boolean {
  const { gitErrorCode, stderr } = error as { gitErrorCode?: unknown; stderr?: unknown };
  return gitErrorCode === 'DirtyWorkTree' || (typeof stderr === 'string' && stderr.includes('would be overwritten'));
}

/** The API of VS Code's git extension; undefined where that is switched off or has found no git. */
export async function readApi(): Promise<GitApi | undefined> {
  try {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const git = extension?.isActive === true ? extension.exports : await extension?.activate();
    return git?.getAPI(1);
  } catch {
    return undefined;
  }
}
