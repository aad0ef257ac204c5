import { mkdirSync } from 'node:fs';
import { openFileStore } from './fileStore.ts';
import { openSqliteStore } from './sqliteStore.ts';
import type { Store } from './store.ts';

/** Opens the store in that folder, which is made where it is missing: SQLite, or plain files where this Node has none. */
export async function openStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await openSqliteStore(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_BUILTIN_MODULE')
      return openFileStore(folder);
    throw error;
  }
}
