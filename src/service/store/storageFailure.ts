import { sqliteResultCode, sqliteResultCodes } from './sqliteErrors.ts';

const unwritable = new Set<unknown>([
  sqliteResultCodes.readOnly,
  sqliteResultCodes.ioError,
  sqliteResultCodes.cannotOpen,
  'EACCES',
  'EROFS',
  'EIO',
]);
const full = new Set<unknown>([sqliteResultCodes.full, 'ENOSPC', 'EDQUOT']);

/** The message for an error that the disk causes (full, read-only, failing); undefined for any other error. */
export function storageFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = sqliteResultCode(error) ?? ('code' in error ? error.code : undefined);
  if (full.has(code)) return 'The disk is full, so reviews cannot be stored. Free some space, then try again.';
  if (unwritable.has(code)) return 'The folder of the service cannot be written to, so reviews cannot be stored.';
  if (code === sqliteResultCodes.busy)
    return 'Another program has the database of the service open, so reviews cannot be stored. Try again in a moment.';
  return undefined;
}
