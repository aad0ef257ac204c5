import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import { startServer, type RunningServer } from '../../../src/service/http/server.ts';
import { engineProcesses } from '../../../src/service/jobs/engineProcess.ts';
import { canaryKey } from '../../host/keys/canary.ts';
import { anyCharacter } from '../../host/texts/anyCharacter.ts';

const key = canaryKey('development');

describe('the service at its port', () => {
  let folder: string;
  let server: RunningServer;
  const errors: unknown[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-loopback-'));
    server = await startServer({
      dataFolder: folder,
      startEngine: engineProcesses(''),
      port: 0,
      plan: { name: 'free', requestsPerHour: 100 },
      ownKey: key,
      repositories: [{ root: folder, fullName: 'acme/app', provider: 'git', webUrl: undefined }],
      gitExecutable: 'git',
      onSettled: () => undefined,
      onError: error => errors.push(error),
    });
  });

  after(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What is answered to bytes, until the connection ends. */
  async function sent(bytes: string | Uint8Array): Promise<string> {
    const socket = createConnection(server.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    // The service may end the connection before it was sent everything.
    socket.on('error', () => undefined);
    socket.end(bytes);
    await once(socket, 'close');
    return answer;
  }

  function request(method: string, url: string, headers: Readonly<Record<string, string>>, body = ''): Promise<string> {
    const all = { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${key}`, connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    return sent(`${method} ${url} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
  }

  const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

  it('answers programs of this machine', async () => {
    assert.equal(statusOf(await request('GET', '/v1/repositories', {})), 200);
    assert.equal(statusOf(await request('GET', '/v1/repositories', { host: `localhost:${server.port}` })), 200);
    const transport = createTransport({ userAgent: 'unit-test' });
    const headers = { authorization: `Bearer ${key}` };
    const url = `http://127.0.0.1:${server.port}/v1/repositories`;
    const answer = await transport.send({ method: 'GET', url, headers }, new AbortController().signal);
    await transport.close();
    assert.equal(answer.status, 200);
  });

  it('knows this machine by each of its names', async () => {
    const { port } = server;
    for (const host of [
      ...['localhost', 'LOCALHOST', 'LocalHost.', '127.0.0.1', '[::1]'],
      ...[`Localhost:${port}`, `localhost.:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`],
    ])
      assert.equal(statusOf(await request('GET', '/v1/repositories', { host })), 200, host);
  });

  it('takes a whole address for the name that it holds, whatever the header says', async () => {
    for (const [origin, host, status] of [
      [`http://127.0.0.1:${server.port}`, 'evil.example', 200],
      ['http://LOCALHOST', 'evil.example', 200],
      ['http://evil.example', '127.0.0.1', 421],
      ['http://evil.example:80', 'localhost', 421],
      ['HTTP://evil.example', 'localhost', 400],
      ['https://evil.example', 'localhost', 421],
      ['http://localhost.evil.example', 'localhost', 421],
      ['http://localhost@evil.example', 'localhost', 421],
      ['http://evil.example@localhost', 'localhost', 421],
    ] as const) {
      const answer = await request('GET', `${origin}/v1/repositories`, { host });
      assert.equal(statusOf(answer), status, `${origin} ${answer}`);
    }
  });

  const triggering = JSON.stringify({ repository: 'acme/app', pr: 7 });

  for (const [attack, headers, status] of [
    ['a name that was made to lead to this machine', { host: 'evil.example' }, 421],
    ['such a name with the right port', { host: 'evil.example:4000' }, 421],
    ['a name that begins like this machine', { host: '127.0.0.1.evil.example' }, 421],
    ['a name with a user', { host: 'evil.example@127.0.0.1' }, 400],
    ['another name of this machine', { host: '0.0.0.0' }, 421],
    ['no name', { host: '' }, 421],
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    ['a page of this machine', { origin: 'http://127.0.0.1:3000' }, 403],
    ['its own page, which it does not have', { origin: 'http://127.0.0.1' }, 403],
    ['a page from a file or a frame', { origin: 'null' }, 403],
    ['a page that a browser opened', { 'sec-fetch-site': 'none' }, 403],
    ['an image or a form of a foreign page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }, 403],
  ] as const) {
    it(`refuses ${attack}, with the right key too`, async () => {
      for (const [method, url, body] of [
        ['GET', '/v1/repositories', ''],
        ['POST', '/v1/reviews', triggering],
        ['PUT', '/v1/local/pulls', '{}'],
      ] as const) {
        const answer = await request(method, url, { 'content-type': 'application/json', ...headers }, body);
        assert.equal(statusOf(answer), status, answer);
        assert.doesNotMatch(answer, /access-control-allow/i);
      }
    });
  }

  it('lets no page of another origin ask first whether it may', async () => {
    const answer = await request('OPTIONS', '/v1/reviews', {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
      'access-control-request-private-network': 'true',
    });
    assert.equal(statusOf(answer), 403);
    assert.doesNotMatch(answer, /access-control-allow/i);
  });

  it('takes no body of a kind that a page may send without asking', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const answer = await request('POST', '/v1/reviews', { 'content-type': type }, triggering);
      assert.equal(statusOf(answer), 415, type);
    }
    const lookalike = await request(
      'POST',
      '/v1/reviews',
      { 'content-type': 'text/plain; application/json' },
      triggering,
    );
    assert.equal(statusOf(lookalike), 415);
  });

  it('tells no one without a key what it serves, and takes no permit for it', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Basic eDp5',
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
    ]) {
      const answer = await request('GET', '/v1/repositories', { authorization });
      assert.equal(statusOf(answer), 401, authorization);
      assert.doesNotMatch(answer, /acme|ratelimit/i);
    }
  });

  it('leads nowhere by a path', async () => {
    for (const url of [
      '/v1/reviews/../../etc/passwd',
      '/v1/reviews/..%2f..%2f..%2fetc%2fpasswd',
      '/v1/reviews/%00',
      '/v1/reviews/rev_%2e%2e',
      '//evil.example/v1/repositories/x',
      '/v1/reviews/%ff',
      '/../../etc/passwd',
    ]) {
      const answer = await request('GET', url, {});
      assert.equal(statusOf(answer), 404, `${url} ${answer}`);
    }
  });

  it('does not take a body for a second request', async () => {
    const second = `GET /v1/repositories HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`;
    const both = `POST /v1/reviews HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${second}`;
    const answer = await sent(both);
    assert.equal(statusOf(answer), 400);
    assert.doesNotMatch(answer, /acme/);
  });

  it('lives on, whatever is sent to it', async () => {
    const start = fc.constantFrom('GET', 'POST', 'PUT', 'CONNECT', 'TRACE', 'PRI', 'get', '', '\0', '\x16\x03\x01');
    const target = fc.constantFrom(
      '/v1/reviews',
      '/v1/repositories',
      '*',
      'http://evil.example/',
      '127.0.0.1:80',
      '/%',
      '//',
      '',
    );
    const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '');
    const header = fc.oneof(
      fc.constantFrom(
        'host: 127.0.0.1',
        'Host: evil.example',
        `authorization: Bearer ${key}`,
        'authorization: Bearer \0',
        'content-length: 5',
        'content-length: -1',
        'content-length: 99999999999999999999',
        'transfer-encoding: chunked',
        'transfer-encoding: gzip, chunked',
        'content-type: application/json',
        'expect: 100-continue',
        'upgrade: websocket',
        'connection: upgrade',
        `x: ${'y'.repeat(20_000)}`,
        ': x',
        ' folded',
      ),
      fc.string({ unit: anyCharacter }),
    );
    const body = fc.oneof(
      fc.constantFrom('', '5\r\nhello\r\n0\r\n\r\n', 'ffffffff\r\n', '{"repository":'),
      fc.string(),
    );
    const raw = fc
      .tuple(start, target, version, fc.array(header, { maxLength: 6 }), body)
      .map(
        ([method, url, protocol, headers, text]) =>
          `${method} ${url} ${protocol}\r\n${headers.join('\r\n')}\r\n\r\n${text}`,
      );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(raw, fc.string({ unit: anyCharacter }), fc.uint8Array({ maxLength: 500 })),
        async bytes => {
          const answer = await sent(bytes);
          if (answer !== '') assert.match(answer, /^HTTP\/1\.1 [1-4]\d\d /, JSON.stringify(bytes));
        },
      ),
      { numRuns: 500 },
    );
    assert.equal(statusOf(await request('GET', '/v1/repositories', {})), 200);
    assert.deepEqual(errors, []);
  });
});
