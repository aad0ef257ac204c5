import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { certificateFor, type Certificate } from './certificate.ts';

/** What becomes of a connection whose answer is not whole. */
export type Ending = 'reset' | 'end' | 'stall';
/** How the end of the answer is told. */
export type Framing = 'length' | 'chunked' | 'close';

/** What goes wrong with one request. */
export type Fault =
  | { readonly kind: 'none'; readonly framing: Framing }
  /** Given up after so many bytes of the request. */
  | { readonly kind: 'unread'; readonly after: number; readonly ending: Ending }
  /** So many thousandths of an answer. */
  | { readonly kind: 'cut'; readonly framing: Framing; readonly at: number; readonly ending: Ending }
  | { readonly kind: 'length'; readonly off: number; readonly ending: Ending }
  | { readonly kind: 'lengthHeader'; readonly header: string; readonly ending: Ending }
  | { readonly kind: 'encoded'; readonly encoding: string; readonly megabytes: number }
  | { readonly kind: 'interim'; readonly status: number; readonly times: number }
  | { readonly kind: 'drip'; readonly from: 'head' | 'body' }
  | { readonly kind: 'garbage'; readonly bytes: Uint8Array; readonly ending: Ending }
  | { readonly kind: 'headers'; readonly shape: 'long' | 'many' | 'endless' }
  | { readonly kind: 'header'; readonly line: string }
  | { readonly kind: 'endless'; readonly framing: Framing }
  | { readonly kind: 'chunk'; readonly line: string; readonly ending: Ending }
  | { readonly kind: 'statusLine'; readonly line: string }
  /** A second answer that nobody asked for. */
  | { readonly kind: 'second'; readonly apart: boolean }
  | { readonly kind: 'closedPort' }
  /** The connection is reset as soon as it is there. */
  | { readonly kind: 'unwelcome' }
  | { readonly kind: 'tls'; readonly problem: TlsProblem };

export const tlsProblems = [
  'untrusted',
  'expired',
  'name',
  'plain',
  'garbage',
  'closes',
  'stalls',
  'reset',
  'cut',
] as const;
export type TlsProblem = (typeof tlsProblems)[number];

/** Whether what the peer sends may be taken for a whole answer. */
export function isWhole(fault: Fault): boolean {
  switch (fault.kind) {
    case 'none':
    case 'lengthHeader':
    case 'header':
    case 'statusLine':
    case 'second':
      return true;
    case 'interim':
      return fault.status !== 101 && fault.times < Infinity;
    case 'encoded':
      return fault.encoding === 'identity';
    default:
      return false;
  }
}

/** Peers on loopback that do to each request what was agreed for it. */
export class FaultServer {
  /** How many connections brought bytes of the request. */
  readonly arrived = new Map<number, number>();
  /** Certificates that the client has to trust for the problems that are not about trust. */
  readonly trusted: readonly string[];
  readonly #faults = new Map<number, { readonly fault: Fault; readonly body: string }>();
  readonly #sockets = new Set<Socket>();
  readonly #servers: Server[] = [];
  readonly #ports = new Map<string, number>();
  readonly #certificates: Readonly<Record<'good' | 'untrusted' | 'expired' | 'name', Certificate>>;
  #last = 0;

  constructor() {
    const day = 86_400_000;
    const at = (days: number): Date => new Date(Date.now() + days * day);
    const good = certificateFor({ name: '127.0.0.1', from: at(-1), to: at(1) });
    const expired = certificateFor({ name: '127.0.0.1', from: at(-2), to: at(-1) });
    const name = certificateFor({ name: 'other.example', from: at(-1), to: at(1) });
    const untrusted = certificateFor({ name: '127.0.0.1', from: at(-1), to: at(1) });
    this.#certificates = { good, untrusted, expired, name };
    this.trusted = [good.cert, expired.cert, name.cert];
  }

  async start(): Promise<void> {
    await this.#listen(
      'http',
      createServer(socket => this.#meet(socket)),
    );
    await this.#listen(
      'unwelcome',
      createServer(socket => socket.resetAndDestroy()),
    );
    const closed = await this.#listen('closedPort', createServer());
    closed.close();
    for (const problem of tlsProblems) await this.#listen(problem, this.#tlsServer(problem));
  }

  /** Agrees on a fault. @returns the number it is known by, and the address to ask */
  agree(fault: Fault, body: string): { readonly id: number; readonly address: string } {
    const id = ++this.#last;
    this.#faults.set(id, { fault, body });
    this.arrived.set(id, 0);
    const isOther = fault.kind === 'unwelcome' || fault.kind === 'closedPort';
    const port = this.#ports.get(fault.kind === 'tls' ? fault.problem : isOther ? fault.kind : 'http');
    return { id, address: `${fault.kind === 'tls' ? 'https' : 'http'}://127.0.0.1:${port}/${id}` };
  }

  forget(id: number): void {
    this.#faults.delete(id);
    this.arrived.delete(id);
  }

  /** Waits until the clients have left every connection. */
  async left(): Promise<void> {
    await Promise.all([...this.#sockets].map(async socket => socket.destroyed || once(socket, 'close')));
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
  }

  #tlsServer(problem: TlsProblem): Server {
    const { good, ...others } = this.#certificates;
    if (problem === 'untrusted' || problem === 'expired' || problem === 'name')
      return createTlsServer(others[problem], socket => this.#meet(socket)).on('tlsClientError', () => undefined);
    if (problem === 'reset' || problem === 'cut') return createTlsServer(good, socket => this.#meet(socket));
    return createServer(socket => {
      this.#keep(socket);
      socket.once('data', () => {
        if (problem === 'closes') socket.end();
        if (problem === 'garbage') socket.end(Buffer.from('16030300040e0000ffffff', 'hex'));
        if (problem === 'plain') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    });
  }

  async #listen(name: string, server: Server): Promise<Server> {
    this.#servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#ports.set(name, (server.address() as AddressInfo).port);
    return server;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
  }

  /** Reads request after request of a connection and answers each with its fault. */
  #meet(socket: Socket): void {
    this.#keep(socket);
    let read = '';
    let counted = false;
    socket.setEncoding('latin1').on('data', (text: string) => {
      read += text;
      const id = Number(/^[A-Z]+ \/(\d+)\//.exec(read)?.[1]);
      const agreed = this.#faults.get(id);
      if (agreed === undefined) return;
      if (!counted) this.arrived.set(id, (this.arrived.get(id) ?? 0) + 1);
      counted = true;
      const { fault, body } = agreed;
      if (fault.kind === 'unread') {
        if (read.length >= fault.after) end(socket, fault.ending);
        return;
      }
      const head = read.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(read)?.[1] ?? '0');
      if (head < 0 || read.length < head + 4 + length) return;
      read = '';
      counted = false;
      answer(fault, body, socket);
    });
  }
}

function answer(fault: Fault, body: string, socket: Socket): void {
  const { length } = Buffer.from(body);
  const head = (...lines: readonly string[]): string =>
    ['HTTP/1.1 200 OK', 'content-type: application/json', ...lines, '', ''].join('\r\n');
  const whole = head(`content-length: ${length}`) + body;
  switch (fault.kind) {
    case 'none':
      socket.write(framed(fault.framing, body));
      if (fault.framing === 'close') socket.end();
      return;
    case 'cut': {
      const text = framed(fault.framing, body);
      socket.write(text.slice(0, Math.floor((text.length * fault.at) / 1_000)), () => end(socket, fault.ending));
      return;
    }
    case 'length':
      socket.write(head(`content-length: ${Math.max(0, length + fault.off)}`) + body, () => end(socket, fault.ending));
      return;
    case 'lengthHeader':
      socket.write(head(fault.header) + body, () => end(socket, fault.ending));
      return;
    case 'encoded': {
      const bytes = fault.encoding === 'identity' ? Buffer.from(body) : bombOf(fault.megabytes);
      socket.write(head(`content-encoding: ${fault.encoding}`, `content-length: ${bytes.length}`));
      socket.write(bytes);
      return;
    }
    case 'interim': {
      const interim = `HTTP/1.1 ${fault.status} Wait\r\nlink: </a>; rel=preload\r\n\r\n`;
      if (fault.times < Infinity) socket.write(interim.repeat(fault.times) + (fault.status === 101 ? '' : whole));
      else every(10, socket, () => interim.repeat(50));
      return;
    }
    case 'drip':
      drip(socket, fault.from === 'head' ? whole : head('content-length: 100000'));
      return;
    case 'garbage':
      socket.write(fault.bytes, () => end(socket, fault.ending));
      return;
    case 'headers': {
      const line = `x-filler: ${'x'.repeat(1_000)}\r\n`;
      socket.write(head().slice(0, -2));
      if (fault.shape === 'endless') flood(socket, line);
      else socket.write(`${fault.shape === 'long' ? `x: ${'x'.repeat(100_000)}\r\n` : line.repeat(100)}\r\n${body}`);
      return;
    }
    case 'header':
      socket.write(head(fault.line, `content-length: ${length}`) + body);
      return;
    case 'endless':
      socket.write(
        fault.framing === 'chunked' ? head('transfer-encoding: chunked') : head(...endlessLength(fault.framing)),
      );
      flood(socket, fault.framing === 'chunked' ? `10000\r\n${' '.repeat(65_536)}\r\n` : ' '.repeat(65_536));
      return;
    case 'chunk':
      socket.write(`${head('transfer-encoding: chunked')}${fault.line}\r\n${body}\r\n`, () =>
        end(socket, fault.ending),
      );
      return;
    case 'statusLine':
      socket.end(`${fault.line}\r\ncontent-length: ${length}\r\n\r\n${body}`);
      return;
    case 'second':
      if (fault.apart) socket.write(whole, () => socket.write(whole));
      else socket.write(whole + whole);
      return;
    case 'tls':
      if (fault.problem === 'reset') socket.destroy();
      // Without the sign that TLS ends a connection with.
      else socket.write(whole.slice(0, -5), () => socket.destroy());
      return;
    default:
  }
}

function framed(framing: Framing, body: string): string {
  const start = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  if (framing === 'length') return `${start}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  if (framing === 'close') return `${start}connection: close\r\n\r\n${body}`;
  const half = body.length >> 1;
  const chunks = [body.slice(0, half), body.slice(half)].map(part => `${part.length.toString(16)}\r\n${part}\r\n`);
  return `${start}transfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
}

function endlessLength(framing: Framing): readonly string[] {
  return framing === 'length' ? ['content-length: 1000000000000'] : [];
}

function end(socket: Socket, ending: Ending): void {
  if (ending === 'reset') socket.resetAndDestroy();
  else if (ending === 'end') socket.end();
}

/** Writes as long as the other side reads. */
function flood(socket: Socket, text: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
}

/** A character now and then, never enough. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  every(20, socket, () => text.charAt(at++) || ' ');
}

function every(milliseconds: number, socket: Socket, text: () => string): void {
  const timer = setInterval(() => socket.write(text()), milliseconds);
  socket.once('close', () => clearInterval(timer));
}

const bombs = new Map<number, Buffer>();

/** That many megabytes of blanks, compressed about a thousandfold. */
function bombOf(megabytes: number): Buffer {
  const made = bombs.get(megabytes) ?? gzipSync(Buffer.alloc(megabytes << 20, 32));
  bombs.set(megabytes, made);
  return made;
}
