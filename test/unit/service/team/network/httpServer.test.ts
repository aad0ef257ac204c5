import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenHttp, type Answer, type HttpServer } from '../../../../../src/service/team/network/httpServer.ts';
import { TrustedProxies } from '../../../../../src/service/team/network/trustedProxies.ts';

describe('a server on the network', () => {
  let server: HttpServer;
  const agent = new Agent({ keepAlive: true });

  async function listening(answer: Answer, proxies: readonly string[] = []): Promise<void> {
    server = await listenHttp({ host: '127.0.0.1', port: 0 }, new TrustedProxies(proxies), answer);
  }

  afterEach(async () => {
    agent.destroy();
    await server.drain(0);
  });

  /** Sends text as it is and resolves to all that is answered until the connection ends. */
  async function raw(request: string): Promise<string> {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(request);
    return text(socket);
  }

  async function ask(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const [answer] = (await once(get({ port: server.port, path, agent, headers }), 'response')) as [IncomingMessage];
    return answer;
  }

  it('tells what is no request, or has too long headers, what is wrong with it', async () => {
    await listening(() => new Response('fine'));
    for (const [request, status, words] of [
      ['HELO there\r\n\r\n', '400 Bad Request', /not valid HTTP/],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, '431 Request Header Fields Too Large', /16384/],
      ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', '400 Bad Request', /cannot be read/],
    ] as const) {
      const answer = await raw(request);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.ok(head.startsWith(`HTTP/1.1 ${status}`), answer);
      assert.match(head, /content-type: application\/problem\+json/i);
      assert.match((JSON.parse(body) as { detail: string }).detail, words);
    }
  });

  it('believes what trusted proxies add, and nobody else', async () => {
    const told: Answer = (_, { client: { address, protocol, authority, requestId } }) =>
      Response.json([address, protocol, authority, requestId.startsWith('req_') ? 'own' : requestId]);
    const forged = {
      host: 'direct.example',
      'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.1.1.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'Review.Example.com',
      'x-request-id': 'abc-1',
    };
    await listening(told);
    assert.deepEqual(JSON.parse(await text(await ask('/', forged))), ['127.0.0.1', 'http', 'direct.example', 'own']);
    await server.drain(0);
    await listening(told, ['127.0.0.1', '10.0.0.0/8']);
    const read = async (headers: Record<string, string>): Promise<unknown> =>
      JSON.parse(await text(await ask('/', headers)));
    assert.deepEqual(await read(forged), ['203.0.113.9', 'https', 'review.example.com', 'abc-1']);
    assert.deepEqual(await read({ ...forged, 'x-forwarded-for': '[2001:db8::1]:443', 'x-request-id': 'a b\t' }), [
      ...['2001:db8::1', 'https', 'review.example.com', 'own'],
    ]);
    assert.deepEqual(await read({ host: 'a', 'x-forwarded-for': '<script>' }), ['127.0.0.1', 'http', 'a', 'own']);
  });

  it('answers what it has begun before it ends, and takes nothing new', async () => {
    const gate = new EventEmitter();
    await listening(async request => {
      if (!request.url.endsWith('/slow')) return new Response('quick');
      gate.emit('begun');
      await once(gate, 'open');
      return new Response('whole');
    });
    await text(await ask('/'));
    const begun = once(gate, 'begun');
    const slow = ask('/slow');
    await begun;
    const drained = server.drain(60_000);
    const [refused] = (await once(connect(server.port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    assert.equal(refused.code, 'ECONNREFUSED');
    gate.emit('open');
    const answer = await slow;
    assert.equal(answer.headers.connection, 'close');
    assert.equal(await text(answer), 'whole');
    await drained;
  });

  it('waits for no request longer than it is told', async () => {
    const gate = new EventEmitter();
    await listening(() => {
      gate.emit('begun');
      return new Promise<Response>(() => undefined);
    });
    const begun = once(gate, 'begun');
    const refused = assert.rejects(ask('/'), /hang up|ECONNRESET/);
    await begun;
    await server.drain(50);
    await refused;
  });
});
