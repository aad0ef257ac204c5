import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Certificate } from './certificateAuthority.ts';

interface ProxyOptions {
  /** Loopback port by the `host:port` that only this proxy knows the way to. */
  readonly ways: Readonly<Record<string, number>>;
  /** Value of `Proxy-Authorization` without which it lets nobody through. */
  readonly wanted?: string;
  /** Speaks TLS to its clients with this. */
  readonly certificate?: Certificate;
}

/** A real CONNECT proxy on loopback that remembers all it was asked and all it could read. */
export class ProxyServer {
  readonly port: number;
  /** `host:port` of every tunnel that was asked for. */
  readonly asked: string[] = [];
  /** What `Proxy-Authorization` said each time. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #read: Buffer[] = [];

  private constructor(server: Server, options: ProxyOptions) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket: Socket) => this.#keep(socket));
    server.on('connect', (request: IncomingMessage, socket: Socket, first: Buffer) => {
      if (first.length > 0) socket.unshift(first);
      this.#tunnel(request, socket, options);
    });
  }

  static async start(options: ProxyOptions): Promise<ProxyServer> {
    const { certificate } = options;
    const server = certificate === undefined ? createServer() : createSecureServer(certificate);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ProxyServer(server, options);
  }

  /** Everything it was sent by its clients, in the form it came. */
  get read(): string {
    return Buffer.concat(this.#read).toString('latin1');
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
  }

  #tunnel(request: IncomingMessage, socket: Socket, { ways, wanted }: ProxyOptions): void {
    const { url: target = '', rawHeaders, headers } = request;
    this.asked.push(target);
    this.authorizations.push(headers['proxy-authorization']);
    this.#read.push(Buffer.from(`CONNECT ${target}\n${rawHeaders.join('\n')}\n`));
    const way = ways[target];
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="way out"\r\n\r\n');
    } else if (way === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    } else {
      const onward = connect(way, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket);
        socket.pipe(onward);
      });
      socket.on('data', (bytes: Buffer) => this.#read.push(bytes));
      this.#keep(onward);
    }
  }
}
