import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { CodeReviewError } from '../../core/base/errors.ts';

/** Suffixes of SQLite's files, the database itself last. */
const parts = ['-wal', '-shm', ''];

/**
 * Creates a database for this user alone, unless there is one. It is filled under another name, so that no other process
 * ever finds it half made.
 */
export function createFilled(file: string, fill: (file: string) => void): void {
  if (fileInode(file) !== undefined) return;
  const made = `${file}.new-${process.pid}`;
  try {
    closeSync(openSync(made, 'w', 0o600));
    fill(made);
    giveName(made, file);
  } finally {
    for (const part of parts) rmSync(made + part, { force: true });
  }
}

/** Gives a file a second name, unless another has it. */
function giveName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    // Some file systems have no links.
    if (fileInode(name) === undefined) copyFileSync(file, name, constants.COPYFILE_EXCL);
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
