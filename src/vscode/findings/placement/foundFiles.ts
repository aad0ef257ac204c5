import path from 'node:path';
import type * as vscode from 'vscode';
import type { Slices } from '../../../core/base/slices.ts';
import { mayBeRenamed } from '../../../core/placement/mayBeRenamed.ts';
import { fileInside } from '../../../git/repository/fileInside.ts';
import type { EditorUris } from '../editorPlaces.ts';
import type { ReviewedFiles } from './reviewedText.ts';

/** A file of a review that is here. */
export interface FoundFile {
  readonly uri: vscode.Uri;
  /** Its path in the repository. */
  readonly path: string;
  /** Its real path. */
  readonly identity: string;
  /** In bytes. */
  readonly size: number;
  /** Another one once the file is replaced or written. */
  readonly stamp: string;
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
  for (const file of files) {
    const here = findFile(top, file, spellings);
    if (here !== undefined) found.set(file, here);
    if (slices.isUsedUp) await slices.rest();
  }
  return found;
}

/** Looks again for the files that the reviewed commit has by another name, and for those that were renamed since. */
export async function followRenames(
  paths: readonly string[],
  named: ReadonlyMap<string, FoundFile>,
  reviewed: ReviewedFiles,
  find: (files: Iterable<string>) => Promise<ReadonlyMap<string, FoundFile>>,
): Promise<Map<string, FoundFile>> {
  const names = new Map(paths.map(file => [file, reviewed.nameOf(file)]));
  const others = [...names].flatMap(([file, name]) => (file === name ? [] : [name]));
  const here = new Map([...named, ...(await find(others))]);
  // To ask git each time would be most of the work.
  const isAsked = [...names].some(([file, name]) => mayBeRenamed(here.get(name)?.size, reviewed.sizeOf(file)));
  const renames: ReadonlyMap<string, string> = isAsked ? await reviewed.renames() : new Map();
  const renamed = [...names.values()].flatMap(name => renames.get(name) ?? []);
  const all = new Map([...here, ...(await find(renamed))]);
  return new Map(
    [...names].flatMap(([file, name]) => {
      const place = all.get(renames.get(name) ?? name);
      return place === undefined ? [] : [[file, place] as const];
    }),
  );
}

/** Finds one of them. */
export function findFile(top: string, file: string, spellings: EditorUris): FoundFile | undefined {
  const inside = fileInside(top, file);
  if (inside === undefined) return undefined;
  const { identity, inner, size, stamp } = inside;
  // As the disk has its name, unless the path leads over a link: that is another name for the user, too.
  const isSameName = inner === file || folded(inner) === folded(file);
  const own = spellings.uriOf(isSameName ? identity : path.join(top, file));
  const uri = spellings.openUri(own, identity);
  return { uri, path: file, identity, size, stamp, isBorrowed: uri !== own && uri.toString() !== own.toString() };
}

function folded(file: string): string {
  return file.normalize('NFC').toLowerCase();
}
