/** SQLite's primary result codes. */
const full = 13;
const unwritable = new Set([8, 10, 14]);

/** Why the disk did not take what the service has to keep, as a sentence for a person; undefined for any other error. */
export function storageFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const result = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
  const code = 'code' in error ? error.code : undefined;
  if (result === full || code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full, so that no review can be kept. Make room on it, then try again.';
  if ((result !== undefined && unwritable.has(result)) || code === 'EACCES' || code === 'EROFS' || code === 'EIO')
    return 'The folder of the service cannot be written to, so that no review can be kept.';
  return undefined;
}
