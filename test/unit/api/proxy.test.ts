import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createTransport } from '../../../src/api/http.ts';
import { networkError } from '../../../src/api/networkError.ts';
import { defaultNetwork, proxyToken, routeTo, type NetworkSettings } from '../../../src/api/networkSettings.ts';
import { sentenceFor } from '../../../src/core/errors.ts';

const { signal } = new AbortController();
const url = 'http://service.example/v1/repositories';

describe('the way to a service', () => {
  const set = (settings: Partial<NetworkSettings>): NetworkSettings => ({ ...defaultNetwork, ...settings });

  for (const [what, address, settings, environment, expected] of [
    ['direct', 'https://a.example', {}, {}, undefined],
    ['by the setting', 'https://a.example', { proxy: 'http://proxy:8080' }, {}, 'http://proxy:8080'],
    ['by the setting without a scheme', 'https://a.example', { proxy: 'proxy:8080' }, {}, 'http://proxy:8080'],
    ['by the environment', 'https://a.example', {}, { HTTPS_PROXY: 'http://env:1' }, 'http://env:1'],
    ['by the environment in small letters', 'https://a.example', {}, { http_proxy: 'http://env:1' }, 'http://env:1'],
    [
      'by the setting before the environment',
      'https://a.example',
      { proxy: 'http://set:1' },
      { HTTPS_PROXY: 'http://env:1' },
      'http://set:1',
    ],
    ['never to this machine', 'http://127.0.0.1:4000', { proxy: 'http://proxy:1' }, {}, undefined],
    ['never to this machine by name', 'http://localhost:4000', { proxy: 'http://proxy:1' }, {}, undefined],
    ['not where proxies are off', 'https://a.example', { proxy: 'http://proxy:1', proxySupport: 'off' }, {}, undefined],
    [
      'not to an exception',
      'https://git.a.example',
      { proxy: 'http://proxy:1', noProxy: ['a.example'] },
      {},
      undefined,
    ],
    [
      'not to an exception with a dot',
      'https://git.a.example',
      { proxy: 'http://proxy:1', noProxy: ['.a.example'] },
      {},
      undefined,
    ],
    [
      'but to a name that only ends alike',
      'https://nota.example',
      { proxy: 'http://proxy:1', noProxy: ['a.example'] },
      {},
      'http://proxy:1',
    ],
    [
      'but to another port',
      'https://a.example:8443',
      { proxy: 'http://proxy:1', noProxy: ['a.example:443'] },
      {},
      'http://proxy:1',
    ],
    [
      'not where everything is an exception',
      'https://a.example',
      { proxy: 'http://proxy:1', noProxy: ['*'] },
      {},
      undefined,
    ],
    [
      'not to an exception of the environment',
      'https://a.example',
      { proxy: 'http://proxy:1' },
      { NO_PROXY: 'b.example, a.example' },
      undefined,
    ],
    ['by no proxy that is none', 'https://a.example', { proxy: 'ftp://proxy' }, {}, undefined],
  ] as const) {
    it(`leads ${what}`, () => {
      assert.equal(routeTo(new URL(address), set(settings), environment).proxy?.origin, expected);
    });
  }

  it('signs in with the setting, else with what the address holds', () => {
    const proxy = new URL('http://me:p%40ss@proxy:1');
    assert.equal(proxyToken(proxy, defaultNetwork), `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    assert.equal(proxyToken(proxy, set({ proxyAuthorization: 'Negotiate x' })), 'Negotiate x');
  });
});

describe('a request through a proxy', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  async function listening(server: Server): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => sockets.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
    sockets.clear();
  });

  /** A proxy that tunnels whatever is asked for to a server that says what it was sent. */
  async function proxy(
    wanted?: string,
  ): Promise<{ port: number; asked: string[]; seen: IncomingMessage['headers'][] }> {
    const asked: string[] = [];
    const seen: IncomingMessage['headers'][] = [];
    const target = await listening(
      createServer((request, response) => {
        seen.push(request.headers);
        response.end('hello');
      }),
    );
    const server = createServer();
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      asked.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const through = connect(target, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      sockets.add(through);
    });
    return { port: await listening(server), asked, seen };
  }

  async function get(settings: Partial<NetworkSettings>): Promise<string> {
    const transport = createTransport({ userAgent: 'unit-test', network: () => ({ ...defaultNetwork, ...settings }) });
    try {
      return (
        await transport.send({ method: 'GET', url, headers: { authorization: 'Bearer unit_test_0000000000' } }, signal)
      ).body;
    } finally {
      await transport.close();
    }
  }

  it('arrives, and neither side sees the other side’s secret', async () => {
    const { port, asked, seen } = await proxy('Basic bWU6cGFzcw==');
    assert.equal(await get({ proxy: `http://me:pass@127.0.0.1:${port}` }), 'hello');
    assert.deepEqual(asked, ['service.example:80 Basic bWU6cGFzcw==']);
    assert.equal(seen[0]?.['proxy-authorization'], undefined);
    assert.equal(seen[0]?.authorization, 'Bearer unit_test_0000000000');
  });

  it('says that the proxy asks for a password', async () => {
    const { port, seen } = await proxy('Basic other');
    await assert.rejects(get({ proxy: `http://127.0.0.1:${port}` }), (error: unknown) => {
      const { kind } = networkError(error, { method: 'POST', host: 'service.example' });
      const sentence = sentenceFor(networkError(error, { method: 'POST', host: 'service.example' }));
      return kind === 'network' && /proxy asks for a user name and password.*http\.proxyAuthorization/.test(sentence);
    });
    assert.equal(seen.length, 0);
  });

  it('follows a change of the settings at once', async () => {
    const first = await proxy();
    const second = await proxy();
    let { port } = first;
    const transport = createTransport({
      userAgent: 'unit-test',
      network: () => ({ ...defaultNetwork, proxy: `http://127.0.0.1:${port}` }),
    });
    const request = { method: 'GET', url, headers: {} } as const;
    await transport.send(request, signal);
    port = second.port;
    await transport.send(request, signal);
    assert.deepEqual([first.asked.length, second.asked.length], [1, 1]);
    await transport.close();
  });

  it('goes by the host’s own fetch where nothing else gets through, and only then', async () => {
    const sent: string[] = [];
    const hostFetch = ((input: string, { method }: RequestInit) => {
      sent.push(`${method ?? ''} ${input}`);
      return Promise.resolve(new Response('by the host'));
    }) as typeof fetch;
    const transport = createTransport({ userAgent: 'unit-test', hostFetch });
    // Nothing listens there, so nothing can have been sent.
    const nowhere = { method: 'POST', url: 'http://name.invalid/v1/reviews', headers: {}, body: '{}' } as const;
    assert.equal((await transport.send(nowhere, signal)).body, 'by the host');
    const broken = createServer((_, response) => response.destroy());
    const port = await listening(broken);
    await assert.rejects(transport.send({ ...nowhere, url: `http://127.0.0.1:${port}/v1/reviews` }, signal));
    assert.deepEqual(sent, ['POST http://name.invalid/v1/reviews']);
    await transport.close();
  });

  it('does not call a request never sent that the host’s own fetch may have sent', async () => {
    const broken = createServer((_, response) => response.destroy());
    const port = await listening(broken);
    const hostFetch = ((_: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}/`, init)) as typeof fetch;
    const transport = createTransport({ userAgent: 'unit-test', hostFetch });
    const nowhere = { method: 'POST', url: 'http://name.invalid/v1/reviews', headers: {}, body: '{}' } as const;
    await assert.rejects(transport.send(nowhere, signal), (error: unknown) => {
      return networkError(error, { method: 'POST', host: 'name.invalid' }).kind === 'unclear';
    });
    broken.close();
    broken.closeAllConnections();
    // Now it cannot have sent anything either.
    await assert.rejects(transport.send(nowhere, signal), (error: unknown) => {
      const { kind, message } = networkError(error, { method: 'POST', host: 'name.invalid' });
      return kind === 'network' && message === 'The name name.invalid is not known.';
    });
    await transport.close();
  });
});
