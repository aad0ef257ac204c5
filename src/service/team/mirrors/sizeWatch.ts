import { CodeReviewError } from '../../../core/base/errors.ts';
import type { MirrorFolder } from './mirrorFolder.ts';

const pause = 500;

/** A repository is larger than a mirror may be. */
export class TooLargeError extends CodeReviewError {
  constructor(fullName: string, bytes: number) {
    super(
      'refused',
      `${fullName} is larger than ${formatBytes(bytes)}, the bound of a mirror.`,
      'Move large files out of the repository.',
    );
  }
}

/** Bytes for people: `512 MB`. */
export function formatBytes(bytes: number): string {
  return bytes >= 1 << 30 ? `${Math.round((bytes / (1 << 30)) * 10) / 10} GB` : `${Math.round(bytes / (1 << 20))} MB`;
}

/**
 * Runs an action that lets a mirror grow, and stops it once the mirror is larger than it may be: git has no bound of its
 * own. @throws TooLargeError
 */
export async function withinSize<T>(
  folder: MirrorFolder,
  { fullName, bytes }: { readonly fullName: string; readonly bytes: number },
  signal: AbortSignal,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const check = async (): Promise<void> => {
    if ((await folder.bytes()) > bytes) stop.abort();
    else if (!stop.signal.aborted) timer = setTimeout(look, pause);
  };
  const look = (): void => void check();
  let timer = setTimeout(look, pause);
  try {
    const result = await action(AbortSignal.any([signal, stop.signal]));
    // A fast fetch has ended before anybody looked.
    if ((await folder.bytes()) > bytes) throw new TooLargeError(fullName, bytes);
    return result;
  } catch (error) {
    if (stop.signal.aborted && !signal.aborted) throw new TooLargeError(fullName, bytes);
    throw error;
  } finally {
    stop.abort();
    clearTimeout(timer);
  }
}
