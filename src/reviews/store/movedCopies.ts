import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../files/writeFileAtomic.ts';
import { gitDirectoryOf, isSameGitDirectory, type GitDirectory } from '../../git/repository/gitDirectory.ts';
import { folderOfPlace, placesOf } from './places.ts';

/** What has happened to a working copy since reviews of it were stored. */
export interface MovedCopy {
  readonly directory: GitDirectory;
  /** Where its top folder was; undefined where that is not known. */
  readonly from: string | undefined;
  /** Places of its own reviews from where it was before. */
  readonly left: readonly string[];
  /** The git directory that was in its place before; undefined where there was none. */
  readonly before: GitDirectory | undefined;
}

/**
 * Looks whether a working copy was moved or has come in the place of another one. Starts no git and reads no review.
 * @param reviews the folder of all reviews
 * @returns undefined for one that is where it was, and where that cannot be told
 */
export async function movedCopy(reviews: string, root: string): Promise<MovedCopy | undefined> {
  const directory = gitDirectoryOf(root);
  if (directory?.born === undefined) return undefined;
  const before = await readNote(reviews, root);
  if (before !== undefined && isSameGitDirectory(before, directory)) return undefined;
  const former = await readFile(rootFile(reviews, directory), 'utf8').catch(() => undefined);
  // It is in two places where a folder is mounted twice.
  const isStill = former === undefined || former === root || isAt(former, directory);
  const from = isStill ? undefined : former;
  return { directory, from, left: [directoryPlace(directory), ...(from === undefined ? [] : placesOf(from))], before };
}

/** Notes which git directory is in a working copy now, and where that is. */
export async function noteCopy(reviews: string, root: string, { directory, from, before }: MovedCopy): Promise<void> {
  if (from !== undefined) await rm(noteFile(reviews, from), { force: true });
  if (before !== undefined) await rm(rootFile(reviews, before), { force: true });
  await writeFileAtomic(noteFile(reviews, root), JSON.stringify(directory));
  await writeFileAtomic(rootFile(reviews, directory), root);
}

async function readNote(reviews: string, root: string): Promise<GitDirectory | undefined> {
  try {
    return JSON.parse(await readFile(noteFile(reviews, root), 'utf8')) as GitDirectory;
  } catch {
    return undefined;
  }
}

function isAt(root: string, directory: GitDirectory): boolean {
  const there = gitDirectoryOf(root);
  return there !== undefined && isSameGitDirectory(there, directory);
}

/** Beside the reviews of a working copy: which git directory they are of. */
function noteFile(reviews: string, root: string): string {
  return path.join(folderOfPlace(reviews, root), 'directory');
}

/** Beside what it has left behind: where its working copy was last. */
function rootFile(reviews: string, directory: GitDirectory): string {
  return path.join(folderOfPlace(reviews, directoryPlace(directory)), 'root');
}

/** The place of reviews of a git directory that was taken out of its working copy. */
export function directoryPlace({ born = '', inode = '' }: GitDirectory): string {
  return `directory ${born} ${inode}`;
}
