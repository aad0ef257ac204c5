import { copyFile, stat, utimes } from 'node:fs/promises';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';

/**
 * Copies the index with its modification time. git reads files changed at or after that time, since their timestamp
 * alone is not reliable, so the copy must not be newer.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const seconds = Math.floor(mtimeMs / 1_000);
    await utimes(to, seconds, seconds);
  } catch (cause) {
    // There is no index before the first `git add`.
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return;
    throw new CodeReviewError('git', t('The index of the repository could not be read.'), '', { cause });
  }
}
