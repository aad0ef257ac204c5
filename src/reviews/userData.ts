import { constants } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../core/base/disposable.ts';
import { withFileLock } from '../files/fileLock.ts';
import { moveFile } from '../files/moveFile.ts';
import { DecisionStore } from './decisions/decisionStore.ts';
import { reviewsFolder } from './store/places.ts';
import { ReviewStore } from './store/reviewStore.ts';

/** The reviews of this user and what was decided about them, which all editors and agents on a machine share. */
export interface UserData extends Disposable {
  readonly reviews: ReviewStore;
  readonly decisions: DecisionStore;
  /** Runs an action while no other process of this user runs one. */
  alone<T>(action: () => Promise<T>): Promise<T>;
}

/**
 * Opens a user's data.
 * @param earlier folder in which an editor kept them until they were shared: they are moved. It is used instead of
 * `folder` where that cannot be written to.
 */
export async function openUserData(
  folder: string,
  onError: (error: unknown) => void,
  earlier?: string,
): Promise<UserData> {
  const used = earlier === undefined || (await isWritable(folder)) ? folder : earlier;
  const decisions = new DecisionStore(path.join(used, 'decisions'), onError);
  const reviews = new ReviewStore(reviewsFolder(used));
  if (earlier !== undefined && used !== earlier) {
    await moveDecisions(path.join(earlier, 'decisions'), decisions).catch(onError);
    await moveReviews(reviewsFolder(earlier), reviewsFolder(used)).catch(onError);
  }
  return {
    reviews,
    decisions,
    alone: action => withFileLock(path.join(used, 'alone'), action),
    dispose: () => decisions.dispose(),
  };
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function moveDecisions(from: string, to: DecisionStore): Promise<void> {
  for (const name of await namesIn(from, '.jsonl')) {
    const file = path.join(from, name);
    const text = await readFile(file, 'utf8').catch(ignoreMissing);
    if (text === undefined) continue;
    await to.take(name, text);
    await rm(file, { force: true });
  }
}

async function moveReviews(from: string, to: string): Promise<void> {
  for (const place of await namesIn(from, '')) {
    for (const name of await namesIn(path.join(from, place), '.json'))
      await moveFile(path.join(from, place, name), path.join(to, place, name)).catch(ignoreMissing);
    // What else is in it stays.
    await rmdir(path.join(from, place)).catch(() => undefined);
  }
}

/** Another window may have moved a file just now. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** Empty for a folder that is not there. */
async function namesIn(folder: string, end: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => name.endsWith(end));
}
