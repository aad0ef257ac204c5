import * as vscode from 'vscode';

/** Text in a file's encoding, as the editor would read it; undefined where it is no text. */
export async function decodeText(bytes: Uint8Array, uri: vscode.Uri): Promise<string | undefined> {
  const ascii = decodeAscii(bytes);
  if (ascii !== undefined) return ascii;
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  const encoding = open?.encoding ?? vscode.workspace.getConfiguration('files', uri).get<string>('encoding', 'utf8');
  // git keeps a file in UTF-8 that it checks out in UTF-16 (`working-tree-encoding`).
  const mayBeUtf8 = encoding.startsWith('utf8') || (encoding.startsWith('utf16') && !bytes.includes(0));
  if (mayBeUtf8) {
    const text = decodeUtf8(bytes);
    if (text !== undefined) return text;
  }
  try {
    return await (open === undefined
      ? vscode.workspace.decode(bytes, { uri })
      : vscode.workspace.decode(bytes, { encoding }));
  } catch {
    return undefined;
  }
}

/** Most code is the same text in every encoding, and the setting need not be looked up for each file. */
function decodeAscii(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return /[\u0080-\u00ff]/.test(text) ? undefined : text;
}

/** Undefined where the bytes are something else. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
