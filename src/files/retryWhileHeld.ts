import { setTimeout as wait } from 'node:timers/promises';

/** What Windows answers while a virus scanner, an indexer or another window holds a file. */
const heldCodes: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY'];
/** Milliseconds between the attempts, 1.3 s in all. */
const pauses = [20, 40, 80, 160, 320, 640];

/** Tries again, a few times and ever more slowly, while another program holds the file. @throws the last failure */
export async function whileHeld<T>(
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
