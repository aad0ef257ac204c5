import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { networkError } from '../../../../src/api/transport/networkError.ts';
import { defaultNetwork, type NetworkSettings } from '../../../../src/core/protocol/networkSettings.ts';
import { proxyAddress, proxyAuthorization, routeTo } from '../../../../src/api/transport/proxyRoute.ts';
import { displayMessage } from '../../../../src/core/base/errors.ts';
import { canaryKey } from '../../../host/keys/canary.ts';

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
    ['by the setting with blanks around it', 'https://a.example', { proxy: ' http://proxy:1 ' }, {}, 'http://proxy:1'],
    ['by SOCKS', 'https://a.example', { proxy: 'socks5://me:pass@proxy:1080' }, {}, 'socks5://proxy:1080'],
    [
      'by the environment where the same in small letters is empty',
      'https://a.example',
      {},
      { https_proxy: '', HTTPS_PROXY: 'http://env:1' },
      'http://env:1',
    ],
    [
      'not to an exception with blanks around it',
      'https://a.example',
      { proxy: 'http://proxy:1', noProxy: [' a.example '] },
      {},
      undefined,
    ],
  ] as const) {
    it(`leads ${what}`, () => {
      const { proxy } = routeTo(new URL(address), set(settings), environment);
      assert.equal(proxy && proxyAddress(proxy), expected);
    });
  }

  it('says so where the setting cannot be used', () => {
    const route = routeTo(new URL('https://a.example'), set({ proxy: 'http://proxy:99999' }), {});
    assert.ok(route.proxy === undefined && route.why === 'http.proxy names no proxy that can be used');
  });

  it('signs in with the setting, else with what the address holds', () => {
    const proxy = new URL('http://me:p%40ss@proxy:1');
    assert.equal(proxyAuthorization(proxy, defaultNetwork), `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    assert.equal(proxyAuthorization(proxy, set({ proxyAuthorization: 'Negotiate x\n' })), 'Negotiate x');
    const asTyped = new URL('http://me:100%&%zz%20x%ff@proxy:1');
    assert.equal(
      proxyAuthorization(asTyped, defaultNetwork),
      `Basic ${Buffer.from('me:100%&%zz x%ff').toString('base64')}`,
    );
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
      return (await transport.send({ method: 'GET', url, headers: { authorization: `Bearer ${canaryKey()}` } }, signal))
        .body;
    } finally {
      await transport.close();
    }
  }

  it('arrives, and neither side sees the other side’s secret', async () => {
    const { port, asked, seen } = await proxy('Basic bWU6cGFzcw==');
    assert.equal(await get({ proxy: `http://me:pass@127.0.0.1:${port}` }), 'hello');
    assert.deepEqual(asked, ['service.example:80 Basic bWU6cGFzcw==']);
    assert.equal(seen[0]?.['proxy-authorization'], undefined);
    assert.equal(seen[0]?.authorization, `Bearer ${canaryKey()}`);
  });

  it('says that the proxy asks for a password', async () => {
    const { port, seen } = await proxy('Basic other');
    await assert.rejects(get({ proxy: `http://127.0.0.1:${port}` }), (error: unknown) => {
      const { kind } = networkError(error, { method: 'POST', host: 'service.example' });
      const sentence = displayMessage(networkError(error, { method: 'POST', host: 'service.example' }));
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

  it('goes by the host’s own fetch where the proxy wants a sign-in that is not set, as with Kerberos', async () => {
    const { port } = await proxy('Negotiate ticket');
    const settings = { ...defaultNetwork, proxy: `http://127.0.0.1:${port}` };
    let network: NetworkSettings = settings;
    let byHost = 0;
    const hostFetch = (() => Promise.resolve(new Response(`by the host ${++byHost}`))) as unknown as typeof fetch;
    const transport = createTransport({ userAgent: 'unit-test', network: () => network, hostFetch });
    const request = { method: 'POST', url, headers: {}, body: '{}' } as const;
    assert.equal((await transport.send(request, signal)).body, 'by the host 1');
    assert.equal((await transport.send(request, signal)).body, 'by the host 2');
    // Settings that have changed since are tried again first, and what they say wrong is said.
    network = { ...settings, proxyAuthorization: 'Negotiate ticket' };
    assert.equal((await transport.send(request, signal)).body, 'hello');
    network = { ...settings, proxyAuthorization: 'Basic wrong' };
    await assert.rejects(transport.send(request, signal));
    assert.equal(byHost, 2);
    await transport.close();
  });

  for (const [answer, sentence] of [
    ['502 Bad Gateway', /^The proxy could not connect to service\.example \(502\)\. Check the address/],
    ['403 Forbidden', /^The proxy did not let the request through \(403\)\. Ask its administrator/],
  ] as const) {
    it(`says whose fault a ${answer} is`, async () => {
      const server = createServer();
      server.on('connect', (_: IncomingMessage, socket: Socket) => socket.end(`HTTP/1.1 ${answer}\r\n\r\n`));
      const settings = { proxy: `http://127.0.0.1:${await listening(server)}` };
      await assert.rejects(get(settings), (error: unknown) => {
        return sentence.test(displayMessage(networkError(error, { method: 'POST', host: 'service.example' })));
      });
    });
  }

  it('waits for a tunnel no longer than for a connection', async () => {
    const server = createServer();
    server.on('connect', () => undefined);
    const proxy = `http://127.0.0.1:${await listening(server)}`;
    // The test ends before any but the first.
    const timeouts = { connect: 200, headers: 600_000, body: 600_000, total: 600_000 };
    const transport = createTransport({
      userAgent: 'unit-test',
      timeouts,
      network: () => ({ ...defaultNetwork, proxy }),
    });
    await assert.rejects(transport.send({ method: 'POST', url, headers: {}, body: '{}' }, signal), (error: unknown) => {
      const { kind, message } = networkError(error, { method: 'POST', host: 'service.example' });
      return kind === 'timeout' && /^The proxy 127\.0\.0\.1:\d+ did not accept the connection in time\.$/.test(message);
    });
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
