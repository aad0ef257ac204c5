import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import type { Transport } from '../../../../src/api/transport/transport.ts';

/** What a provider's server answers. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A request as the product meant it. */
export interface Asked {
  readonly url: string;
  readonly authorization: string | undefined;
}

/** A local server that stands for every host: requests to `https://HOST/…` are brought to it. */
export class ProviderServer {
  readonly asked: Asked[] = [];
  readonly transport: Transport;
  readonly #server: Server;
  readonly #inner: Transport;

  private constructor(server: Server, inner: Transport) {
    this.#server = server;
    this.#inner = inner;
    this.transport = {
      send: (request, signal) => {
        const url = new URL(request.url);
        if (url.protocol !== 'https:') throw new Error(`not asked over https: ${request.url}`);
        this.asked.push({ url: request.url, authorization: request.headers['authorization'] });
        const { port } = server.address() as AddressInfo;
        const local = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
        return inner.send({ ...request, url: local }, signal);
      },
      close: () => inner.close(),
    };
  }

  /** @param answer undefined leaves the request without an answer */
  static async start(
    answer: (path: string, request: IncomingMessage, sent: string) => Answer | undefined,
  ): Promise<ProviderServer> {
    const server = createServer((request, response) => {
      const respond = (sent: string): void => {
        const found = answer(request.url ?? '', request, sent);
        if (found === undefined) return;
        const { status = 200, body, headers = {} } = found;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
      };
      text(request).then(respond, () => response.destroy());
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return new ProviderServer(server, createTransport({ userAgent: 'test' }));
  }

  async stop(): Promise<void> {
    await this.#inner.close();
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}
