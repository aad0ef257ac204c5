import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../src/api/client.ts';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import { defaultNetwork } from '../../../src/core/protocol/networkSettings.ts';
import type { Permits } from '../../../src/api/rateLimit/permits.ts';
import { cancelledError, CodeReviewError } from '../../../src/core/base/errors.ts';
import { certificateFor } from './transport/certificate.ts';
import { json, key, serving, type Seen } from './server.ts';

const { signal } = new AbortController();
const pullRequest = { repository: 'acme/app', number: 7 };

/** Time that passes only when it is told to. */
class Waits {
  readonly waits: number[] = [];
  #now = Date.parse('2026-11-21T06:00:00Z');

  now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  wait(milliseconds: number, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return Promise.reject(cancelledError(stop));
    this.waits.push(milliseconds);
    this.pass(milliseconds);
    return Promise.resolve();
  }
}

async function kindOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (CodeReviewError.is(error)) return error.kind;
    throw error;
  }
}

/** Answers the first requests with failures and all others as the document says. */
function failing(failures: readonly (readonly [number, Record<string, string>?])[]) {
  let answered = 0;
  return ({ method }: Seen, response: Parameters<typeof json>[0]): void => {
    const [status, headers] = failures[answered++] ?? [];
    if (status === undefined) json(response, 200, method === 'GET' ? { data: [] } : { id: 'r1', status: 'pending' });
    else json(response, status, {}, headers);
  };
}

describe('trying again', () => {
  for (const [what, method, failures, outcome, requests, waits] of [
    ['a GET after failures of the service', 'GET', [[500], [502]], 'done', 3, [500, 1_000]],
    ['a GET no more than twice', 'GET', [[500], [503], [504]], 'service', 3, [500, 1_000]],
    ['a GET that came too early', 'GET', [[425], [408]], 'done', 3, [500, 1_000]],
    ['no POST that failed', 'POST', [[500]], 'unclear', 1, []],
    ['no POST that was not taken, of itself', 'POST', [[503]], 'service', 1, []],
    ['no POST that a gateway lost', 'POST', [[504]], 'unclear', 1, []],
    ['nothing without a valid key', 'GET', [[401]], 'auth', 1, []],
    ['nothing that is not allowed', 'GET', [[403]], 'auth', 1, []],
    ['nothing that is not there', 'GET', [[404]], 'notFound', 1, []],
    ['a GET after a short limit', 'GET', [[429, { 'retry-after': '2' }]], 'done', 2, [2_500]],
    ['a POST after a short limit, which it did not pass', 'POST', [[429, { 'retry-after': '2' }]], 'done', 2, [2_500]],
    ['a POST that was not taken', 'POST', [[503, { 'retry-after': '1' }]], 'done', 2, [1_500]],
    [
      'once only after a limit',
      'GET',
      [
        [429, { 'retry-after': '2' }],
        [429, { 'retry-after': '2' }],
      ],
      'rateLimit',
      2,
      [2_500],
    ],
    ['nothing within a long limit', 'GET', [[429, { 'retry-after': '3600' }]], 'rateLimit', 1, []],
    ['nothing within a limit of unknown length', 'GET', [[429]], 'rateLimit', 1, []],
    ['nothing while the service is away for long', 'GET', [[503, { 'retry-after': '600' }]], 'rateLimit', 1, []],
  ] as const) {
    it(`is done for ${what}`, async () => {
      const clock = new Waits();
      await serving(
        failing(failures),
        async ({ client, seen }) => {
          const work = method === 'GET' ? client.listRepositories(signal) : client.triggerReview(pullRequest, signal);
          assert.equal(await kindOf(work), outcome);
          assert.equal(seen.length, requests);
          assert.deepEqual(clock.waits, waits);
        },
        { clock, random: () => 0.5 },
      );
    });
  }

  it('is done for a POST with the same Idempotency-Key, and another trigger has another', async () => {
    await serving(
      failing([[503, { 'retry-after': '5' }]]),
      async ({ client, seen }) => {
        await client.triggerReview(pullRequest, signal);
        await client.triggerReview(pullRequest, signal);
        const [first, repeated, next] = seen.map(({ headers }) => headers['idempotency-key']);
        assert.match(String(first), /^"[0-9a-f-]{36}"$/);
        assert.equal(repeated, first);
        assert.notEqual(next, first);
      },
      { clock: new Waits() },
    );
  });

  it('knows until when the service is away', async () => {
    await serving(
      failing([[503, { 'retry-after': '600' }]]),
      async ({ client }) => {
        await assert.rejects(client.listRepositories(signal), (error: unknown) => {
          assert.ok(CodeReviewError.is(error, 'rateLimit'));
          assert.equal(error.details.until, Date.parse('2026-11-21T06:10:00Z'));
          assert.match(error.message, /^http:\/\/127\.0\.0\.1:\d+ accepts no requests until /);
          return true;
        });
      },
      { clock: new Waits() },
    );
  });

  it('begins nothing after three quarters of a minute', async () => {
    const clock = new Waits();
    await serving(
      (_, response) => {
        clock.pass(30_000);
        json(response, 500, {});
      },
      async ({ client, seen }) => {
        assert.equal(await kindOf(client.listRepositories(signal)), 'service');
        assert.equal(seen.length, 2);
      },
      { clock },
    );
  });

  it('ends a wait as soon as it is told to', async () => {
    const stop = new AbortController();
    await serving(
      (_, response) => {
        json(response, 429, {}, { 'retry-after': '30' });
        setImmediate(() => stop.abort());
      },
      async ({ client, seen }) => {
        const started = performance.now();
        assert.equal(await kindOf(client.listRepositories(stop.signal)), 'cancelled');
        assert.ok(performance.now() - started < 25_000);
        assert.equal(seen.length, 1);
      },
    );
  });

  it('takes a permit for each attempt and tells what each answer says of the limit', async () => {
    const told: string[] = [];
    const permits: Permits = {
      take: purpose => {
        told.push(purpose);
        return Promise.resolve();
      },
      giveBack: () => assert.fail('each attempt is answered'),
      learn: ({ status }) => told.push(`${status}`),
    };
    await serving(
      failing([[500]]),
      async ({ client }) => {
        await client.listRepositories(signal);
        await client.triggerReview(pullRequest, signal);
        assert.deepEqual(told.splice(0), ['user', '500', 'user', '200', 'user', '200']);
        await kindOf(client.getReview('r1', signal));
        await kindOf(client.getReview('r1', signal, 'user'));
        assert.deepEqual(told, ['watch', '200', 'user', '200']);
      },
      { permits },
    );
  });

  it('gives the permit of each attempt back that is not sent', async () => {
    let [taken, left] = [0, 0];
    const permits: Permits = {
      take: () => Promise.resolve(void (taken++, left++)),
      giveBack: () => Promise.resolve(void left--),
      learn: () => assert.fail('nothing was answered'),
    };
    await serving(
      failing([]),
      async ({ client }) => {
        assert.equal(await kindOf(client.listRepositories(signal)), 'network');
        assert.deepEqual([taken, left], [3, 0]);
      },
      // Nothing listens there.
      { permits, baseUrl: parseBaseUrl('http://127.0.0.1:1') },
    );
  });

  it('sends nothing without a permit', async () => {
    const until = Date.now() + 600_000;
    const permits: Permits = {
      take: () => Promise.reject(new CodeReviewError('rateLimit', 'Used up.', '', { until })),
      giveBack: () => assert.fail('none was taken'),
      learn: () => assert.fail('nothing was answered'),
    };
    await serving(
      failing([]),
      async ({ client, seen }) => {
        assert.equal(await kindOf(client.listRepositories(signal)), 'rateLimit');
        assert.equal(seen.length, 0);
      },
      { permits },
    );
  });
});

describe('trying again on the way to a service', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  async function listening(onSocket: (socket: Socket) => void, port = 0): Promise<number> {
    const server = createServer(socket => {
      sockets.add(socket.on('error', () => undefined));
      onSocket(socket);
    });
    servers.push(server);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
    sockets.clear();
  });

  /** Triggers a review and says how that ended. */
  async function trigger(
    options: { readonly address: string; readonly proxy?: string; readonly onWait?: () => Promise<unknown> },
    stop = signal,
  ): Promise<{ kind: string; message: string; waits: number }> {
    const { address, proxy = '', onWait } = options;
    let waits = 0;
    const timeouts = { connect: 5_000, headers: 5_000, body: 5_000, total: 5_000 };
    const transport = createTransport({
      userAgent: 'unit-test',
      timeouts,
      network: () => ({ ...defaultNetwork, proxy }),
    });
    const client = new ApiClient({
      baseUrl: parseBaseUrl(address),
      key: () => Promise.resolve(key),
      transport,
      log: () => undefined,
      clock: {
        now: Date.now,
        wait: async () => {
          waits++;
          await onWait?.();
        },
      },
    });
    try {
      await client.triggerReview(pullRequest, stop);
      return { kind: 'done', message: '', waits };
    } catch (error) {
      if (CodeReviewError.is(error)) return { kind: error.kind, message: error.message, waits };
      throw error;
    } finally {
      await transport.close();
    }
  }

  it('sends a POST once the service is there again', async () => {
    let requests = 0;
    const port = await listening(() => undefined);
    servers.pop()?.close();
    const answer = (socket: Socket): void => {
      requests++;
      const body = '{"id":"r1","status":"pending"}';
      socket.once('data', () => socket.end(`HTTP/1.1 201 Created\r\ncontent-length: ${body.length}\r\n\r\n${body}`));
    };
    const outcome = await trigger({ address: `http://127.0.0.1:${port}`, onWait: () => listening(answer, port) });
    assert.deepEqual([outcome.kind, outcome.waits, requests], ['done', 1, 1]);
  });

  it('tries a proxy that hangs up once more, and calls it by its name', async () => {
    let asked = 0;
    const port = await listening(socket => {
      asked++;
      socket.once('data', () => socket.end());
    });
    const proxy = `http://127.0.0.1:${port}`;
    const outcome = await trigger({ address: 'https://review.example', proxy });
    assert.deepEqual([outcome.kind, outcome.waits, asked], ['network', 1, 2]);
    assert.equal(outcome.message, `The proxy 127.0.0.1:${port} closed the connection.`);
  });

  it('does not try again where the proxy wants a password', async () => {
    const port = await listening(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    });
    const outcome = await trigger({ address: 'https://review.example', proxy: `http://127.0.0.1:${port}` });
    assert.deepEqual([outcome.kind, outcome.waits], ['network', 0]);
    assert.match(outcome.message, /proxy asks for a user name and password/);
  });

  it('does not try again where no https is spoken', async () => {
    const port = await listening(socket => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const outcome = await trigger({ address: `https://127.0.0.1:${port}` });
    assert.deepEqual([outcome.kind, outcome.waits], ['network', 0]);
    assert.equal(outcome.message, `127.0.0.1:${port} does not speak https at this port.`);
  });

  it('does not try again where the service wants a certificate of ours', async () => {
    const day = 86_400_000;
    const made = certificateFor({
      name: '127.0.0.1',
      from: new Date(Date.now() - day),
      to: new Date(Date.now() + day),
    });
    const usual = tls.getCACertificates('default');
    tls.setDefaultCACertificates([made.cert]);
    try {
      for (const [maxVersion, expected, words] of [
        // Until 1.2 it is asked for before a request is sent, later only after.
        ['TLSv1.2', 'network', /refused the encrypted connection/],
        ['TLSv1.3', 'unclear', /unknown whether the review was triggered/],
      ] as const) {
        const server = tls.createServer({ ...made, requestCert: true, rejectUnauthorized: true, maxVersion });
        servers.push(server);
        server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
        await once(server, 'listening');
        const port = (server.address() as AddressInfo).port;
        const { kind, message, waits } = await trigger({ address: `https://127.0.0.1:${port}` });
        assert.deepEqual([kind, waits], [expected, 0]);
        assert.match(message, words);
      }
    } finally {
      tls.setDefaultCACertificates(usual);
    }
  });

  it('stops at once also while a connection does not come about', async () => {
    const stop = new AbortController();
    // Nobody answers the greeting of TLS.
    const port = await listening(socket => socket.once('data', () => stop.abort()));
    const started = performance.now();
    const { kind } = await trigger({ address: `https://127.0.0.1:${port}` }, stop.signal);
    assert.equal(kind, 'cancelled');
    // It is given up after ten seconds.
    assert.ok(performance.now() - started < 8_000);
  });
});
