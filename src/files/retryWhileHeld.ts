import { setTimeout as wait } from 'node:timers/promises';

/** Error codes on Windows while a virus scanner, an indexer or another window has a file open. */
const heldCodes: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];
/** Milliseconds between attempts; 1.3 s in total. */
const pauses = [20, 40, 80, 160, 320, 640];

/** Retries with backoff while another program has the file open. @throws the last error */
export async function retryWhileHeld<T>(
  attempt: () => Promise<T>,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Promise<T> {
  for (const milliseconds of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || !heldCodes.includes(error.code)) throw error;
    }
    await pause(milliseconds);
  }
  return attempt();
}
