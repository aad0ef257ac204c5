import * as vscode from 'vscode';

/** The files whose text in an editor is not on disk, where reviews read it, as paths in the workspace. */
export function unsavedFiles(): string[] {
  return vscode.workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file')
    .map(({ uri }) => vscode.workspace.asRelativePath(uri));
}
