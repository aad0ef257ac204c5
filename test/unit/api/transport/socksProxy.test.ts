import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { networkError } from '../../../../src/api/transport/networkError.ts';
import { defaultNetwork } from '../../../../src/core/protocol/networkSettings.ts';
import { displayMessage } from '../../../../src/core/base/errors.ts';

const { signal } = new AbortController();

describe('a request through a SOCKS proxy', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  async function listening(server: Server): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
    sockets.clear();
  });

  /** A server of RFC 1928 and 1929 that knows one user and one way. */
  async function proxy(user: string | undefined, way: number | undefined): Promise<{ port: number; asked: string[] }> {
    const asked: string[] = [];
    const methodFor = { anybody: 0, users: 2 };
    const serve = async (socket: Socket): Promise<void> => {
      const message = async (): Promise<Buffer> => ((await once(socket, 'data')) as [Buffer])[0];
      await message();
      socket.write(Buffer.from([5, user === undefined ? methodFor.anybody : methodFor.users]));
      if (user !== undefined) {
        const login = await message();
        const end = 2 + (login[1] ?? 0);
        const given = `${login.subarray(2, end).toString()}:${login.subarray(end + 1).toString()}`;
        socket.write(Buffer.from([1, given === user ? 0 : 1]));
      }
      const wanted = await message();
      const end = 5 + (wanted[4] ?? 0);
      asked.push(`${wanted.subarray(5, end).toString()}:${wanted.readUInt16BE(end)}`);
      socket.write(Buffer.from([5, way === undefined ? 2 : 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (way === undefined) return;
      const onward = connect(way, '127.0.0.1', () => onward.pipe(socket).pipe(onward));
      sockets.add(onward);
    };
    // A client that has heard enough hangs up.
    const port = await listening(createServer(socket => void serve(socket).catch(() => undefined)));
    return { port, asked };
  }

  async function get(address: string): Promise<string> {
    const network = { ...defaultNetwork, proxy: address };
    const transport = createTransport({ userAgent: 'unit-test', network: () => network });
    try {
      const request = { method: 'GET', url: 'http://service.example/v1/repositories', headers: {} } as const;
      return (await transport.send(request, signal)).body;
    } catch (error) {
      return displayMessage(networkError(error, { method: 'GET', host: 'service.example' }));
    } finally {
      await transport.close();
    }
  }

  it('arrives, signed in, and the proxy alone looks the name up', async () => {
    const service = await listening(createHttpServer((_, response) => response.end('hello')));
    const open = await proxy(undefined, service);
    assert.equal(await get(`socks://127.0.0.1:${open.port}`), 'hello');
    const closed = await proxy('me:p@ss%', service);
    assert.equal(await get(`socks5h://me:p%40ss%@127.0.0.1:${closed.port}`), 'hello');
    assert.deepEqual([open.asked, closed.asked], [['service.example:80'], ['service.example:80']]);
  });

  it('says what the proxy said', async () => {
    const { port } = await proxy('me:pass', undefined);
    for (const login of ['', 'me:wrong@'])
      assert.match(await get(`socks5://${login}127.0.0.1:${port}`), /^The proxy asks for a user name and password\./);
    const sentence = await get(`socks5://me:pass@127.0.0.1:${port}`);
    assert.match(sentence, /^The proxy did not let the request through \(SOCKS reply 2\)\./);
    assert.match(await get('socks5://127.0.0.1:1'), /^Nothing answers at the proxy 127\.0\.0\.1:1\./);
  });
});
