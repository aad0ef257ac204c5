import { chmodSync, closeSync, openSync, renameSync, statSync } from 'node:fs';
import { CodeReviewError } from '../../core/base/errors.ts';

/** What SQLite adds to the name of a database's file. */
const parts = ['-wal', '-shm', ''];

/** Whether this call, and none before it, made the file; for this user alone. */
export function isNew(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Whether a file is there and holds nothing. */
export function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0;
}

/**
 * Moves a database and what waits in the log beside it to a name of its own.
 * @returns the new path
 * @throws CodeReviewError where another program holds the file
 */
export function putAside(file: string): string {
  const aside = freeName(`${file}.damaged-${new Date().toISOString().replace(/\W/g, '-')}`);
  for (const part of parts) moveAside(file + part, aside + part);
  return aside;
}

function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return;
    // Windows moves no file that another process holds open.
    const message = 'The reviews and keys of the service are damaged, and another program holds their file.';
    throw new CodeReviewError('service', message, 'Close the other windows of the editor, then try again.', { cause });
  }
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let count = 2; inodeOf(name) !== undefined; count++) name = `${wanted}-${count}`;
  return name;
}

/** Lets this user alone read the database. Where the rights cannot be changed, they stay. */
export function makePrivate(file: string): void {
  for (const part of parts) {
    try {
      chmodSync(file + part, 0o600);
    } catch {
      // It is another user's, or not there.
    }
  }
}

/** Tells a file from the next one of the same name; undefined where there is none. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
