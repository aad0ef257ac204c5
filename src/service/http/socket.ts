import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import path from 'node:path';
import { CodeReviewError } from '../../core/base/errors.ts';
import { removeFolder } from '../../files/temporaryFolder.ts';

/** A socket with a listening server. */
interface ListeningSocket {
  /** Path of a Unix domain socket, or name of a named pipe. */
  readonly path: string;
  /** Removes the socket's folder; call it after closing the server. */
  dispose(): void;
}

const prefix = 'code-review-socket-';
const socketName = 's';
/** Longest path of a socket in bytes: `sun_path` holds 108 on Linux and 104 elsewhere, with a null byte. */
const longestPath = process.platform === 'linux' ? 107 : 103;
/** Minimum age of an abandoned folder, in milliseconds: another process may be about to listen in a newer one. */
const youngest = 60_000;

/**
 * Listens on a socket with a random name, which nobody forwards and no web page can reach: a named pipe on Windows,
 * else a Unix domain socket in a new folder that only this user can access.
 * @param folders possible parents of that folder, best first
 * @throws CodeReviewError of kind `service` if none of them can hold a socket
 */
export async function listenOnSocket(server: Server, folders: readonly string[]): Promise<ListeningSocket> {
  if (process.platform === 'win32') {
    const name = `\\\\.\\pipe\\code-review-${randomBytes(16).toString('hex')}`;
    await listen(server, name);
    return { path: name, dispose: () => undefined };
  }
  const failures: unknown[] = [];
  for (const parent of folders) {
    try {
      return await listenIn(server, parent);
    } catch (error) {
      failures.push(error);
    }
  }
  const message = `No socket can be made in ${folders.join(', ')}.`;
  const advice = 'Set TMPDIR to a folder with a short path that can be written to, and start the editor again.';
  throw new CodeReviewError('service', message, advice, { cause: new AggregateError(failures) });
}

/** Removes the folders of abandoned sockets, for example after a crash. Never rejects. */
export async function sweepSockets(folders: readonly string[], now: number): Promise<void> {
  for (const parent of folders) {
    const names = await readdir(parent).catch(() => []);
    for (const name of names.filter(each => each.startsWith(prefix))) {
      const folder = path.join(parent, name);
      if (await isAbandoned(folder, now)) await removeFolder(folder);
    }
  }
}

async function listenIn(server: Server, parent: string): Promise<ListeningSocket> {
  const longest = path.join(parent, `${prefix}XXXXXX`, socketName);
  if (Buffer.byteLength(longest) > longestPath) throw new Error(`The path of ${parent} is too long for a socket.`);
  const folder = await mkdtemp(path.join(parent, prefix));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const socket = path.join(folder, socketName);
    await listen(server, socket);
    return { path: socket, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function listen(server: Server, name: string): Promise<void> {
  server.listen(name);
  await once(server, 'listening');
}

async function isAbandoned(folder: string, now: number): Promise<boolean> {
  try {
    const found = await lstat(folder);
    const isOwn = found.isDirectory() && found.uid === process.getuid?.();
    return isOwn && now - found.mtimeMs > youngest && !(await isAnswered(path.join(folder, socketName)));
  } catch {
    return false;
  }
}

async function isAnswered(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code !== 'ECONNREFUSED' && code !== 'ENOENT';
  } finally {
    connection.destroy();
  }
}
