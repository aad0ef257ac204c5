import * as vscode from 'vscode';

/** Text in a file's encoding, as the editor would read it; undefined where it is no text. */
export async function decodeText(bytes: Uint8Array, uri: vscode.Uri): Promise<string | undefined> {
  // Hardly any text of another encoding is UTF-8 too, which git keeps a file in that it checks out in another one
  // (`working-tree-encoding`).
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== undefined) return utf8;
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  try {
    return await (open === undefined
      ? vscode.workspace.decode(bytes, { uri })
      : vscode.workspace.decode(bytes, { encoding: open.encoding }));
  } catch {
    return undefined;
  }
}

/** Undefined where the bytes are something else; letters between zeros are UTF-16. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
