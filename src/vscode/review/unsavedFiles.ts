import path from 'node:path';
import * as vscode from 'vscode';
import type { OpenRepositories, OpenRepository } from '../repository/openRepositories.ts';

/** The files whose text in an editor is not on disk, where reviews read it. */
export function unsavedFiles(): vscode.Uri[] {
  return vscode.workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file')
    .map(({ uri }) => uri);
}

/** Those of a repository, as paths in the workspace. */
export async function unsavedFilesOf(
  { copy }: OpenRepository,
  copies: Pick<OpenRepositories, 'of'>,
): Promise<string[]> {
  const found = unsavedFiles().map(async uri => {
    const open = await copies.of(path.dirname(uri.fsPath)).catch(() => undefined);
    return open?.copy.root === copy.root ? [vscode.workspace.asRelativePath(uri)] : [];
  });
  return (await Promise.all(found)).flat();
}
