import type { Readable, Writable } from 'node:stream';
import type { McpServer, Transport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Git } from '../../git/run/git.ts';
import { openUserData } from '../../reviews/userData.ts';
import type { ReviewChanges } from './reviewRequest.ts';
import { clientRoots } from './clientRoots.ts';
import { makeServer } from './server.ts';
import { Workspace } from './workspace.ts';

interface Options {
  readonly version: string;
  readonly git: Git;
  /** Folders that may be used, absolute; those of the client, or the current folder, where there are none. */
  readonly roots: readonly string[];
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly userDataFolder: string;
  readonly review: ReviewChanges;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Ends the server when it aborts. */
  readonly signal: AbortSignal;
  /** Receives lines for standard error: standard output has the protocol. */
  readonly log: (line: string) => void;
}

/** Serves MCP until the client closes standard input, or nobody reads standard output any more. */
export async function serveMcp({ git, roots, cwd, review, signal, log, ...options }: Options): Promise<void> {
  const onError = (error: unknown): void => log(error instanceof Error ? error.message : String(error));
  const data = await openUserData(options.userDataFolder, onError);
  const make = (): McpServer => {
    const folders = roots.length > 0 ? () => Promise.resolve(roots) : clientRoots(() => server.server, cwd);
    const workspace = new Workspace({ git, data, roots: folders });
    const server = makeServer(options.version, { git, workspace, data, review, now: Date.now, log, onError });
    return server;
  };
  await new Promise<void>(resolve => {
    const transport = boundedTransport(options.stdin, options.stdout, resolve);
    const handle = serveStdio(make, { transport, onerror: onError });
    signal.addEventListener('abort', () => void handle.close().finally(resolve), { once: true });
  });
  data.dispose();
  // A client that no longer reads may keep it open.
  options.stdin.destroy();
}

/** A transport that takes no requests while the client does not read the answers, so that they do not pile up. */
function boundedTransport(stdin: Readable, stdout: Writable, onEnd: () => void): Transport {
  const transport = new StdioServerTransport(stdin, stdout);
  const send = transport.send.bind(transport);
  transport.send = async message => {
    const sent = send(message);
    if (stdout.writableNeedDrain) stdin.pause();
    try {
      await sent;
    } finally {
      if (!stdout.writableNeedDrain) stdin.resume();
    }
  };
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    onEnd();
  };
  return transport;
}
