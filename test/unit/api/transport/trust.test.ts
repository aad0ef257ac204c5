import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { networkError } from '../../../../src/api/transport/networkError.ts';
import { defaultNetwork, type NetworkSettings } from '../../../../src/core/protocol/networkSettings.ts';
import { displayMessage } from '../../../../src/core/base/errors.ts';
import { canaryKey } from '../../../host/keys/canary.ts';
import { certificateFor } from './certificate.ts';

const { signal } = new AbortController();
const day = 86_400_000;

describe('a certificate that nobody here trusts', () => {
  const servers: Server[] = [];
  let impostor: number;
  let seen: (string | undefined)[];

  async function listening(server: Server): Promise<number> {
    servers.push(server);
    server.on('tlsClientError', () => undefined).listen(0);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  beforeEach(async () => {
    seen = [];
    const made = certificateFor({
      name: '127.0.0.1',
      from: new Date(Date.now() - day),
      to: new Date(Date.now() + day),
    });
    const server = createServer(made, (request, response) => {
      seen.push(request.headers.authorization);
      response.end('hello');
    });
    server.on('connect', () => assert.fail('the proxy was asked'));
    impostor = await listening(server);
  });

  afterEach(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** The sentence about a request that is refused. */
  async function refusal(
    address: string,
    settings: Partial<NetworkSettings> = {},
    hostFetch?: typeof fetch,
  ): Promise<string> {
    const network = { ...defaultNetwork, ...settings };
    const transport = createTransport({
      userAgent: 'unit-test',
      network: () => network,
      ...(hostFetch && { hostFetch }),
    });
    const headers = { authorization: `Bearer ${canaryKey()}` };
    try {
      await transport.send({ method: 'GET', url: `${address}/v1/repositories`, headers }, signal);
      return 'it was sent';
    } catch (error) {
      return displayMessage(networkError(error, { method: 'GET', host: new URL(address).host }));
    } finally {
      await transport.close();
    }
  }

  for (const systemCertificates of [true, false]) {
    it(`is refused also where the environment says that none is checked, with system certificates ${systemCertificates ? 'on' : 'off'}`, async () => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      const sentence = await refusal(`https://127.0.0.1:${impostor}`, { systemCertificates });
      assert.match(sentence, /^The certificate of 127\.0\.0\.1:\d+ is not trusted here\./);
      assert.deepEqual(seen, []);
    });
  }

  it('is not shown to the host’s own fetch, which may be less strict', async () => {
    const hostFetch = () => assert.fail('the host was asked');
    // Reaches this machine by a name that is not known to be its own.
    const sentence = await refusal(`https://0.0.0.0:${impostor}`, {}, hostFetch);
    assert.match(sentence, /^The certificate of 0\.0\.0\.0:\d+ is not trusted here\./);
  });

  it('is called the proxy’s where it is', async () => {
    const address = 'https://review.example.com';
    const untrusted = await refusal(address, { proxy: `https://127.0.0.1:${impostor}` });
    assert.match(untrusted, /^The certificate of the proxy 127\.0\.0\.1:\d+ is not trusted here\./);
    const plain = await listening(createPlainServer());
    const other = await refusal(address, { proxy: `https://127.0.0.1:${plain}` });
    assert.match(other, /^The proxy 127\.0\.0\.1:\d+ does not speak https at this port\./);
    const unknown = await refusal(address, { proxy: 'http://proxy.invalid:3128' });
    assert.match(unknown, /^The name of the proxy proxy\.invalid:3128 is not known\./);
  });
});

describe('a certificate that only the system trusts', () => {
  it('is trusted where the settings say so', async function () {
    // Elsewhere the store is not a file.
    if (process.platform !== 'linux') this.skip();
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-store-'));
    const made = certificateFor({
      name: '127.0.0.1',
      from: new Date(Date.now() - day),
      to: new Date(Date.now() + day),
    });
    const server = createServer(made, (_, response) => response.end('hello'))
      .on('tlsClientError', () => undefined)
      .listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const store = path.join(folder, 'store.pem');
      await writeFile(store, made.cert);
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const asked = async (systemCertificates: boolean): Promise<string> => {
        // The store is read once in a process.
        const source = `
          import { createTransport } from ${JSON.stringify(import.meta.resolve('../../../../src/api/transport/undiciTransport.ts'))};
          import { defaultNetwork } from ${JSON.stringify(import.meta.resolve('../../../../src/core/protocol/networkSettings.ts'))};
          const network = () => ({ ...defaultNetwork, systemCertificates: ${systemCertificates} });
          const transport = createTransport({ userAgent: 'unit-test', network });
          const request = { method: 'GET', url: '${url}', headers: {} };
          const answer = transport.send(request, new AbortController().signal);
          console.log(await answer.then(({ body }) => body, () => 'refused'));
          await transport.close();`;
        const environment = { PATH: process.env['PATH'], SSL_CERT_FILE: store, SSL_CERT_DIR: folder };
        const options = { env: environment };
        const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], options);
        return stdout.trim();
      };
      assert.deepEqual(await Promise.all([asked(true), asked(false)]), ['hello', 'refused']);
    } finally {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    }
  });
});
