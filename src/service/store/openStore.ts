import { mkdirSync } from 'node:fs';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { SqliteStore } from './sqliteStore.ts';
import { defaultKeepDays, type LocalStore } from './store.ts';

/**
 * Opens the store in a folder, which is created if missing.
 * @param onError called when a damaged store was moved away; writes to stderr by default
 * @param keepDays number of days to keep reviews
 * @throws CodeReviewError of kind `input` if the folder cannot be created
 */
export async function openStore(
  folder: string,
  onError: (error: Error) => void = writeLine,
  keepDays = defaultKeepDays,
): Promise<LocalStore> {
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
