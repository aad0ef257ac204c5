import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { ApiClient, type ApiClientOptions, type Exchange } from '../../../src/api/client.ts';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import { canaryKey } from '../../host/keys/canary.ts';

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A real HTTP server and a client for it. */
export interface Served {
  readonly client: ApiClient;
  readonly origin: string;
  readonly seen: Seen[];
  readonly log: Exchange[];
}

type Answer = (request: Seen, response: ServerResponse) => void;

/** Key of the client. */
export const key = canaryKey();

const quick = { connect: 2_000, headers: 500, body: 500, total: 3_000 };

/** Runs `use` with a server that answers with `answer` and a client with the given options, and closes both. */
export async function serving(
  answer: Answer,
  use: (served: Served) => Promise<void>,
  options: Partial<ApiClientOptions> = {},
): Promise<void> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const each = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(each);
      answer(each, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createTransport({ userAgent: 'unit-test', timeouts: quick });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log: Exchange[] = [];
  const client = new ApiClient({
    baseUrl: parseBaseUrl(origin),
    key: () => Promise.resolve(key),
    transport,
    log: exchange => log.push(exchange),
    // Tries again without a wait.
    random: () => 0,
    ...options,
  });
  try {
    await use({ client, origin, seen, log });
  } finally {
    await transport.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Answers JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
