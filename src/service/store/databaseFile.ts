import { chmodSync, closeSync, openSync, renameSync, statSync } from 'node:fs';
import { CodeReviewError } from '../../core/base/errors.ts';

/** Suffixes of SQLite's files, the database itself last. */
const parts = ['-wal', '-shm', ''];

/** Creates the file for this user alone; false if it existed. */
export function createNew(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Whether the file exists and has no bytes. */
export function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0;
}

/**
 * Moves a database, with its write-ahead log, to a new name.
 * @returns the new path
 * @throws CodeReviewError if another program has it open
 */
export function moveAside(file: string): string {
  const aside = freeName(`${file}.damaged-${new Date().toISOString().replace(/\W/g, '-')}`);
  for (const part of parts) moveIfPresent(file + part, aside + part);
  return aside;
}

function moveIfPresent(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return;
    // Windows does not move a file that another process has open.
    const message = 'The database of the service is damaged, and another program has it open.';
    throw new CodeReviewError('service', message, 'Close the other windows of the editor, then try again.', { cause });
  }
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let count = 2; fileInode(name) !== undefined; count++) name = `${wanted}-${count}`;
  return name;
}

/** Restricts the database's permissions to this user, if they can be changed. */
export function makePrivate(file: string): void {
  for (const part of parts) {
    try {
      chmodSync(file + part, 0o600);
    } catch {
      // The file belongs to another user or does not exist.
    }
  }
}

/** Inode of a file, to notice when another takes its name; undefined if it does not exist. */
export function fileInode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
