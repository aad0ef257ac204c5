import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { CodeReviewError } from '../core/errors.ts';
import { plainLine } from '../core/plainText.ts';
import { openFileStore } from './fileStore.ts';
import { DamagedDatabase, openSqliteStore, sqliteFile } from './sqliteStore.ts';
import type { Store } from './store.ts';

/**
 * Opens the store in that folder, which is made where it is missing: SQLite, or plain files where this Node has none.
 * A damaged database is put aside and a new one begun, for otherwise there would be no review any more.
 * @param onError told of a damaged one; a line on stderr where nobody else is
 * @throws CodeReviewError of kind `input` where the folder cannot be made
 */
export async function openStore(folder: string, onError: (error: Error) => void = writeLine): Promise<Store> {
  makeFolder(folder);
  const file = path.join(folder, sqliteFile);
  const opened = inode(file);
  try {
    return await openSqliteStore(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_BUILTIN_MODULE')
      return openFileStore(folder);
    if (!(error instanceof DamagedDatabase)) throw error;
    // Another process may have put it aside already.
    if (inode(file) === opened) putAside(file, error, onError);
  }
  return openSqliteStore(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `Reviews and keys cannot be kept in ${plainLine(folder, 200)}.`;
    throw new CodeReviewError('input', message, 'Name a folder that can be written to.', { cause });
  }
}

function putAside(file: string, cause: Error, onError: (error: Error) => void): void {
  const aside = `${file}.damaged`;
  // What was not moved into the file yet belongs to it.
  for (const part of ['-wal', '-shm', '']) if (inode(file + part) !== undefined) renameSync(file + part, aside + part);
  const message = `The reviews and keys of the service were damaged and are put aside in ${aside}. It begins anew.`;
  onError(new Error(message, { cause }));
}

function writeLine({ message }: Error): void {
  process.stderr.write(`${message}\n`);
}

function inode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
