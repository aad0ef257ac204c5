import { once } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { cannotListen } from '../../http/cannotListen.ts';
import { authorityOf, type ListenAddress } from './addresses.ts';
import { arrivalOf, type Arrival } from './client.ts';
import type { TrustedProxies } from './trustedProxies.ts';

/** Answers a request; `client` says where it comes from. */
export type Answer = (request: Request, env: { readonly client: Arrival }) => Response | Promise<Response>;

/** A listening HTTP server. */
export interface HttpServer {
  readonly port: number;
  /** Takes no further connections, ends idle ones, and resolves once all requests are answered or `most` ms are over. */
  drain(most: number): Promise<void>;
}

const longestHeaders = 16_384;
const mostConnections = 4_000;
/** In milliseconds. A proxy keeps connections for a minute at most, and must not find one closed. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, idle: 70_000 };

/** Listens, within bounds on headers, connections and times. @throws CodeReviewError if the address cannot be used */
export async function listenHttp(address: ListenAddress, proxies: TrustedProxies, answer: Answer): Promise<HttpServer> {
  const running = new Set<ServerResponse>();
  let isDraining = false;
  const server = createServer({ maxHeaderSize: longestHeaders, connectionsCheckingInterval: 1_000, ...timeouts });
  server.maxConnections = mostConnections;
  server.setTimeout(timeouts.idle);
  const listener = getRequestListener(
    (request, env) => answer(request, { ...env, client: arrivalOf(env.incoming as IncomingMessage, proxies) }),
    { overrideGlobalObjects: false, errorHandler: () => problemResponse(400, 'The request cannot be read.') },
  );
  server.on('request', (incoming, outgoing) => {
    running.add(outgoing);
    outgoing.shouldKeepAlive &&= !isDraining;
    outgoing.once('close', () => {
      running.delete(outgoing);
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
    void listener(incoming, outgoing);
  });
  server.on('clientError', refuse);
  await listen(server, address);
  const taken = server.address();
  return {
    port: typeof taken === 'object' && taken !== null ? taken.port : address.port,
    drain: async most => {
      isDraining = true;
      const closed = once(server, 'close');
      server.close();
      // An answer that has not begun says that the connection ends with it.
      for (const outgoing of running) outgoing.shouldKeepAlive = false;
      const limit = setTimeout(() => server.closeAllConnections(), most);
      await closed;
      clearTimeout(limit);
    },
  };
}

async function listen(server: Server, address: ListenAddress): Promise<void> {
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(authorityOf(address), cause);
  }
}

/** Answers what is no HTTP request, or is too long or too slow. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, detail] = refusals[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const body = problem(status, detail);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const refusals: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The headers are longer than ${longestHeaders} bytes.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

function problemResponse(status: number, detail: string): Response {
  return new Response(problem(status, detail), { status, headers: { 'content-type': 'application/problem+json' } });
}

function problem(status: number, detail: string): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
}
