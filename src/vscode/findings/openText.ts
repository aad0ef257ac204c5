import * as vscode from 'vscode';

/** Opens a file as text; undefined where the editor cannot: it is binary, too large, or no longer there. */
export async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
