import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';

/** In milliseconds. A call is not kept waiting for longer. */
const longestWait = 5_000;
/** In milliseconds. */
const latestAnswer = 600_000;

/**
 * Returns what reads the folders that a client names as its roots; the current folder where it names none. They are read
 * once, and again when the client says that they have changed. A client that is busy may answer late: until then it has the
 * current folder.
 * @param wait resolves when a call has waited long enough
 */
export function clientRoots(
  server: () => McpServer['server'],
  cwd: string,
  wait: () => Promise<void> = () => delay(longestWait, undefined, { ref: false }),
): () => Promise<readonly string[]> {
  let known: Promise<readonly string[]> | undefined;
  const ask = async (): Promise<readonly string[]> => {
    const client = server();
    client.setNotificationHandler('notifications/roots/list_changed', () => {
      known = undefined;
    });
    try {
      // Refused where the client has not said that it names any.
      const { roots } = await client.request({ method: 'roots/list' }, { timeout: latestAnswer });
      const folders = roots.flatMap(({ uri }) => folderOf(uri));
      return folders.length === 0 ? [cwd] : folders;
    } catch {
      return [cwd];
    }
  };
  const read = (): Promise<readonly string[]> => {
    const asked = ask();
    const inTime = Promise.race([asked, wait().then(() => [cwd])]);
    void asked.then(() => {
      if (known === inTime) known = asked;
    });
    return inTime;
  };
  return () => (known ??= read());
}

/** Empty for what is no folder of this machine. */
function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
