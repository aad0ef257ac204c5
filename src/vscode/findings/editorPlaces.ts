import * as vscode from 'vscode';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';

/** Maps files to the URIs that this window uses for them, at one moment. */
export interface EditorUris {
  /** The URI of a path below a real one, whatever it leads to. */
  uriOf(place: string): vscode.Uri;
  /** The URI that a file is open by: the given one if it is, else the one that another spelling of it is open by. */
  openUri(uri: vscode.Uri, identity: string): vscode.Uri;
  /** Whether a file is in sight, by its real path. */
  isInSight(identity: string): boolean;
}

/** Reads how the folders and documents of the window are spelled. @param opened further folders that repositories were found by */
export async function readEditorUris(opened: readonly EditorFolder[]): Promise<EditorUris> {
  const folders = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(async ({ uri }): Promise<EditorFolder[]> => {
      const identity = uri.scheme === 'file' ? await editorPaths.identityOf(uri.fsPath) : undefined;
      return identity === undefined ? [] : [{ spelling: uri.fsPath, identity }];
    }),
  );
  const anchors = [...folders.flat(), ...opened];
  const documents = await openDocuments();
  const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
  return {
    uriOf: place => vscode.Uri.file(editorPaths.spelled(place, anchors)),
    openUri: (uri, identity) => {
      const open = documents.get(identity) ?? [];
      return open.find(each => each.toString() === uri.toString()) ?? open[0] ?? uri;
    },
    isInSight: identity => documents.get(identity)?.some(each => visible.has(each.toString())) === true,
  };
}

/** By the real path. */
async function openDocuments(): Promise<ReadonlyMap<string, readonly vscode.Uri[]>> {
  const byIdentity = new Map<string, vscode.Uri[]>();
  await Promise.all(
    vscode.workspace.textDocuments.map(async ({ uri }) => {
      const identity = await identityOfDocument(uri);
      if (identity === undefined) return;
      byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), uri]);
    }),
  );
  return byIdentity;
}

/** The real path of a document's file; undefined for what is no file of this machine. */
export async function identityOfDocument(uri: vscode.Uri): Promise<string | undefined> {
  return uri.scheme === 'file' ? editorPaths.identityOf(uri.fsPath) : undefined;
}
