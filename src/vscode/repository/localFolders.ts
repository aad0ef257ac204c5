import * as vscode from 'vscode';

/** Paths of the folders of this window that are on this machine's disk. */
export function localFolders(folders = vscode.workspace.workspaceFolders ?? []): string[] {
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
