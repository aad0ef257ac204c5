import { readFileSync } from 'node:fs';
import { isBlob } from '../../../git/content/blobId.ts';
import type * as vscode from 'vscode';
import { decodeUtf8 } from './decodeText.ts';
import type { FoundFile } from './foundFiles.ts';

/** In bytes; a larger file is no matter of microseconds. */
const largestFile = 1 << 20;

/**
 * Returns the text of a file that is as it was reviewed, so that git need not be asked for it; undefined for any other.
 * At once, since to wait for one of many files takes several times as long as to read it.
 * @param id of the blob that was reviewed
 * @param documents those that are open, by their address
 */
export function unchangedText(
  { uri, identity, size }: FoundFile,
  id: string,
  documents: ReadonlyMap<string, vscode.TextDocument>,
): string | undefined {
  const open = documents.get(uri.toString());
  if (open === undefined && size > largestFile) return undefined;
  try {
    const bytes = open === undefined ? readFileSync(identity) : Buffer.from(open.getText());
    return isBlob(bytes, id) ? (open?.getText() ?? decodeUtf8(bytes)) : undefined;
  } catch {
    return undefined;
  }
}
