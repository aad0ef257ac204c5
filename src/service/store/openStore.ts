import { mkdirSync } from 'node:fs';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { SqliteStore } from './sqliteStore.ts';
import { defaultKeepDays, type Store } from './store.ts';

/**
 * Opens the store in that folder, which is made where it is missing.
 * @param onError told where a damaged store was put aside; a line on stderr where nobody else is
 * @param keepDays how many days reviews are kept
 * @throws CodeReviewError of kind `input` where the folder cannot be made
 */
export async function openStore(
  folder: string,
  onError: (error: Error) => void = writeLine,
  keepDays = defaultKeepDays,
): Promise<Store> {
  makeFolder(folder);
  return SqliteStore.open({ folder, keepDays, onError });
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `Reviews and keys cannot be kept in ${plainLine(folder, 200)}.`;
    throw new CodeReviewError('input', message, 'Name a folder that can be written to.', { cause });
  }
}

function writeLine({ message }: Error): void {
  process.stderr.write(`${message}\n`);
}
