import path from 'node:path';
import type * as vscode from 'vscode';
import type { Slices } from '../../../core/base/slices.ts';
import { fileInside } from '../../../git/repository/fileInside.ts';
import type { EditorUris } from '../editorPlaces.ts';

/** A file of a review that is here. */
export interface FoundFile {
  readonly uri: vscode.Uri;
  /** Its real path. */
  readonly identity: string;
  /** In bytes. */
  readonly size: number;
  /** Another spelling of the file is open, by which it is shown as long as that is so. */
  readonly isBorrowed: boolean;
}

/**
 * Finds the files of a review in its working copy.
 * @param top identity of the repository's folder
 * @returns those that are here, by path
 */
export async function findFiles(
  top: string,
  files: Iterable<string>,
  spellings: EditorUris,
  slices: Slices,
): Promise<Map<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  const looking: Promise<void>[] = [];
  for (const file of files) {
    looking.push(findFile(top, file, spellings).then(each => void (each && found.set(file, each))));
    await slices.rest();
  }
  await Promise.all(looking);
  return found;
}

async function findFile(top: string, file: string, spellings: EditorUris): Promise<FoundFile | undefined> {
  const inside = await fileInside(top, file);
  if (inside === undefined) return undefined;
  const { identity, inner, size } = inside;
  // As the disk has its name, unless the path leads over a link: that is another name for the user, too.
  const isSameName = folded(inner) === folded(file);
  const own = spellings.uriOf(isSameName ? identity : path.join(top, file));
  const uri = spellings.openUri(own, identity);
  return { uri, identity, size, isBorrowed: uri.toString() !== own.toString() };
}

function folded(file: string): string {
  return file.normalize('NFC').toLowerCase();
}
