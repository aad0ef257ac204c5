import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../../../src/api/client.ts';
import { createTransport } from '../../../../../src/api/transport/undiciTransport.ts';
import { defaultNetwork, type NetworkSettings } from '../../../../../src/core/protocol/networkSettings.ts';
import type { Transport } from '../../../../../src/api/transport/transport.ts';
import { CodeReviewError } from '../../../../../src/core/base/errors.ts';
import { connectionSteps } from '../../../../../src/vscode/commands/setup/connectionCheck.ts';
import { json, key, serving, type Seen } from '../../../api/server.ts';

const { signal } = new AbortController();

interface Case {
  readonly address: string;
  /** What is stored. */
  readonly stored?: string | undefined;
  readonly network?: Partial<NetworkSettings>;
  readonly hostFetch?: typeof fetch;
}

/** The rows of a report. */
async function report({ address, stored, network = {}, hostFetch }: Case): Promise<string[]> {
  const settings = { ...defaultNetwork, ...network };
  const transport: Transport = createTransport({
    userAgent: 'unit-test',
    network: () => settings,
    ...(hostFetch && { hostFetch }),
  });
  const hosted = parseBaseUrl(address);
  const client = (used: string): Promise<ApiClient> =>
    Promise.resolve(
      new ApiClient({
        baseUrl: hosted,
        key: () => Promise.resolve(used),
        transport,
        log: () => undefined,
        random: () => 0,
      }),
    );
  const missing = new CodeReviewError('auth', 'There is no API key yet.', 'Sign in to store one.');
  const connections = {
    hosted,
    open: async () => {
      if (stored === undefined) throw missing;
      return { client: await client(stored), isEmbedded: false };
    },
    try: (_: unknown, tried: string) => client(tried),
  };
  try {
    const steps = await connectionSteps(connections, settings, signal);
    return steps.map(({ name, passed, text }) => `${passed ? '✓' : '✗'} ${name}: ${text}`);
  } finally {
    await transport.close();
  }
}

const answering = ({ headers }: Seen, response: Parameters<typeof json>[0]): void =>
  headers.authorization === `Bearer ${key}` ? json(response, 200, { data: [] }) : json(response, 401, {});

describe('the check of a connection', () => {
  it('passes all steps', async () => {
    await serving(answering, async ({ origin }) => {
      const [service, way, name, http, ...rest] = await report({ address: origin, stored: key });
      assert.deepEqual(
        [service, way, name, ...rest],
        [
          `✓ Service: ${origin}`,
          '✓ Way: direct, since it is on this machine',
          '✓ Name: 127.0.0.1 is 127.0.0.1',
          '✓ API key: accepted',
          '✓ Answer: lists 0 repositories',
        ],
      );
      assert.match(http ?? '', /^✓ HTTP: answered in \d+ ms$/);
    });
  });

  it('walks the way without a key as well, and sends nothing that could be one', async () => {
    await serving(answering, async ({ origin, seen }) => {
      const rows = await report({ address: origin });
      assert.deepEqual(rows.slice(3), [
        '✓ HTTP: answered',
        '✗ API key: There is no API key yet. Sign in to store one.',
      ]);
      assert.deepEqual(
        seen.map(({ headers }) => headers.authorization),
        ['Bearer connection-check'],
      );
    });
    const closed = await report({ address: 'https://review.example.com', network: { proxy: 'http://127.0.0.1:1' } });
    assert.deepEqual(closed.slice(1), [
      '✓ Way: through http://127.0.0.1:1, from http.proxy',
      '✓ Name: 127.0.0.1 is 127.0.0.1',
      '✗ Proxy: Nothing answers at the proxy 127.0.0.1:1. Check the address, or try again later.',
    ]);
  });

  it('says of a proxy where it is, and not who signs in', async () => {
    const proxy = 'socks5://robin:secret@127.0.0.1:1';
    const rows = await report({ address: 'https://review.example.com', stored: key, network: { proxy } });
    assert.equal(rows[1], '✓ Way: through socks5://127.0.0.1:1, from http.proxy');
    assert.doesNotMatch(rows.join('\n'), /robin|secret/);
  });

  it('says once that a name is not known, and not where an answer came all the same', async () => {
    const address = 'https://review.invalid';
    const failing = await report({ address, stored: key });
    assert.deepEqual(failing.slice(2), [
      '✗ Name: review.invalid could not be looked up. Check the address and the network.',
    ]);
    const hostFetch = (() => Promise.resolve(Response.json({ data: [] }))) as unknown as typeof fetch;
    const rows = await report({ address, stored: key, hostFetch });
    assert.equal(rows[2], '✓ Name: not known here, but to the network of the editor, as by a proxy of the system');
    assert.ok(rows.includes('✓ API key: accepted'));
  });

  it('is stopped while a name is looked up', async () => {
    const stop = new AbortController();
    const lookUp = (): Promise<never> => {
      setImmediate(() => stop.abort());
      return new Promise(() => undefined);
    };
    const hosted = parseBaseUrl('https://review.example.com');
    const nobody = (): never => assert.fail('it was asked');
    const steps = connectionSteps({ hosted, open: nobody, try: nobody }, defaultNetwork, stop.signal, lookUp);
    await assert.rejects(steps, { kind: 'cancelled' });
  });
});
