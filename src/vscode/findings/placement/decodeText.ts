import * as vscode from 'vscode';

/** The open documents, by their address. */
export function openDocuments(): ReadonlyMap<string, vscode.TextDocument> {
  return new Map(vscode.workspace.textDocuments.map(document => [document.uri.toString(), document]));
}

/** Text in a file's encoding, as the editor would read it; undefined where it is no text. */
export async function decodeText(bytes: Uint8Array, uri: vscode.Uri): Promise<string | undefined> {
  // Hardly any text of another encoding is UTF-8 too, which git keeps a file in that it checks out in another one
  // (`working-tree-encoding`).
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  const open = openDocuments().get(uri.toString());
  try {
    return await (open === undefined
      ? vscode.workspace.decode(bytes, { uri })
      : vscode.workspace.decode(bytes, { encoding: open.encoding }));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined where the bytes are something else; letters between zeros are UTF-16. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
