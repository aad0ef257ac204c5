import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/server';

/** In milliseconds. */
const answerTimeout = 5_000;

/**
 * Returns what reads the folders that a client names as its roots; the current folder where it names none. They are read
 * once, and again when the client says that they have changed.
 */
export function clientRoots(server: () => McpServer['server'], cwd: string): () => Promise<readonly string[]> {
  let known: Promise<readonly string[]> | undefined;
  const read = async (): Promise<readonly string[]> => {
    const client = server();
    client.setNotificationHandler('notifications/roots/list_changed', () => {
      known = undefined;
    });
    try {
      // Refused where the client has not said that it names any.
      const { roots } = await client.request({ method: 'roots/list' }, { timeout: answerTimeout });
      const folders = roots.flatMap(({ uri }) => folderOf(uri));
      return folders.length === 0 ? [cwd] : folders;
    } catch {
      return [cwd];
    }
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
