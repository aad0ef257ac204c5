import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import * as vscode from 'vscode';
import { lazyTransport } from '../../../src/api/transport/lazyTransport.ts';
import { canaryKey } from '../../host/keys/canary.ts';
import { CertificateAuthority, type Certificate } from '../../host/network/certificateAuthority.ts';
import { ProxyServer } from '../../host/network/proxyServer.ts';
import { activeText } from '../host/editors.ts';
import { attended } from '../host/window.ts';

const key = canaryKey('production', '6789');
const name = 'review.acme.invalid';
const basic = `Basic ${Buffer.from('robin:w@y out').toString('base64')}`;
const authority = new CertificateAuthority(
  'Private Authority',
  JSON.parse(process.env['AUTHORITY'] ?? '') as Certificate,
);
/** An address of this machine that is not loopback, where it has one. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap(addresses => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const names = [name, '127.0.0.1', 'localhost', ...(ownAddress === undefined ? [] : [ownAddress])];
const trusted = authority.issue(names);
const untrusted = CertificateAuthority.create('Unknown Authority').issue(names);

/** What the tests set of `http`, as it is before and after each. */
const unset = {
  proxy: undefined,
  proxyAuthorization: undefined,
  noProxy: undefined,
  proxySupport: undefined,
  proxyStrictSSL: undefined,
  systemCertificates: undefined,
};

async function set(values: Partial<Record<keyof typeof unset, unknown>>): Promise<void> {
  for (const [setting, value] of Object.entries(values)) {
    await vscode.workspace.getConfiguration('http').update(setting, value, vscode.ConfigurationTarget.Global);
  }
}

async function run(command: string, answers: readonly string[] = []): Promise<string> {
  const { told } = await attended(answers, async () => {
    await vscode.commands.executeCommand(command);
  });
  return told.join('\n');
}

/** The report of `codeReview.checkConnection`, which holds `pattern`. */
async function checkConnection(pattern: RegExp): Promise<string> {
  await run('codeReview.checkConnection');
  const report = await activeText(pattern);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  return report;
}

describe('a service behind a company network', () => {
  let service: Server;
  let port: number;
  let seen: IncomingMessage['headers'][];
  const proxies: ProxyServer[] = [];

  async function proxy(options: { wanted?: string; certificate?: Certificate } = {}): Promise<ProxyServer> {
    const started = await ProxyServer.start({ ways: { [`${name}:${port}`]: port }, ...options });
    proxies.push(started);
    return started;
  }

  const signIn = (host: string): Promise<string> => run('codeReview.signIn', [`https://${host}:${port}`, key]);
  const isSignedIn = (told: string, host: string): void =>
    assert.equal(
      told,
      `Signed in with the production key ••••6789: 0 connected repositories at https://${host}:${port}.`,
    );

  beforeEach(async () => {
    seen = [];
    service = createSecureServer(trusted, (request, response) => {
      seen.push(request.headers);
      response.setHeader('content-type', 'application/json').end('{"data":[]}');
    });
    service.listen(0);
    await once(service, 'listening');
    ({ port } = service.address() as AddressInfo);
  });

  afterEach(async () => {
    await run('codeReview.signOut');
    await vscode.workspace
      .getConfiguration('codeReview')
      .update('baseUrl', undefined, vscode.ConfigurationTarget.Global);
    await set(unset);
    for (const each of proxies.splice(0)) each.stop();
    service.closeAllConnections();
    service.close();
  });

  for (const systemCertificates of [true, false]) {
    it(`is trusted by NODE_EXTRA_CA_CERTS, with the system’s certificates ${systemCertificates ? 'too' : 'left out'}`, async () => {
      await set({ systemCertificates });
      isSignedIn(await signIn('127.0.0.1'), '127.0.0.1');
      assert.equal(seen[0]?.authorization, `Bearer ${key}`);
    });
  }

  it('is reached through the proxy, which alone knows its name and never reads the key', async () => {
    const way = await proxy();
    await set({ proxy: `http://127.0.0.1:${way.port}` });
    isSignedIn(await signIn(name), name);
    assert.deepEqual(way.asked, [`${name}:${port}`]);
    assert.deepEqual(
      seen.map(headers => headers.authorization),
      [`Bearer ${key}`],
    );
    assert.ok(way.read.length > 200, 'the tunnel was not listened to');
    assert.equal(way.read.includes(key), false);
    const report = await checkConnection(/✓ API key: accepted/);
    assert.match(report, new RegExp(`✓ Way: through http://127\\.0\\.0\\.1:${way.port}, from http\\.proxy`));
  });

  it('is reached through the proxy of the environment', async () => {
    const way = await proxy();
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${way.port}`;
    try {
      isSignedIn(await signIn(name), name);
    } finally {
      delete process.env['HTTPS_PROXY'];
    }
    assert.equal(way.asked.length, 1);
  });

  it('is reached through a proxy that is signed in to by the setting', async () => {
    const way = await proxy({ wanted: basic });
    await set({ proxy: `http://127.0.0.1:${way.port}`, proxyAuthorization: basic });
    isSignedIn(await signIn(name), name);
    assert.deepEqual(way.authorizations, [basic]);
    assert.equal(seen[0]?.['proxy-authorization'], undefined);
  });

  it('is reached through a proxy that is signed in to by its address', async () => {
    const way = await proxy({ wanted: basic });
    await set({ proxy: `http://robin:w%40y%20out@127.0.0.1:${way.port}` });
    isSignedIn(await signIn(name), name);
    assert.deepEqual(way.authorizations, [basic]);
    assert.equal((await checkConnection(/✓ API key: accepted/)).includes('w%40y'), false);
  });

  for (const [what, address, proxyAuthorization, asked] of [
    // The host's own fetch, which signs in by Kerberos, asks as well.
    ['nothing', '127.0.0.1', undefined, 2],
    ['a wrong setting', '127.0.0.1', 'Basic d3Jvbmc6d3Jvbmc=', 1],
    ['a wrong address', 'robin:wrong@127.0.0.1', undefined, 1],
  ] as const) {
    it(`is not reached through a proxy that is signed in to by ${what}, and one sentence says so`, async () => {
      const way = await proxy({ wanted: basic });
      await set({ proxy: `http://${address}:${way.port}`, proxyAuthorization });
      assert.equal(
        await signIn(name),
        'The proxy asks for a user name and password. Set “http.proxyAuthorization”, or put them into the address in “http.proxy”.',
      );
      assert.equal(way.asked.length, asked, 'it was asked again with the same');
      assert.deepEqual(seen, []);
    });
  }

  it('is not reached where the proxy does not let anybody, and one sentence says so', async () => {
    const way = await proxy();
    await set({ proxy: `http://127.0.0.1:${way.port}` });
    assert.match(
      await run('codeReview.signIn', ['https://other.acme.invalid', key]),
      /^The proxy did not let the request through \(403\)\. Ask its administrator whether other\.acme\.invalid is allowed\.$/,
    );
    await set({ proxy: 'http://127.0.0.1:1' });
    assert.match(await signIn(name), /^Nothing answers at the proxy 127\.0\.0\.1:1\. [^.]+\.$/);
  });

  for (const [what, setting] of [
    ['an exception from the proxy', { noProxy: ['.acme.invalid'] }],
    ['reached while proxies are off', { proxySupport: 'off' }],
  ] as const) {
    it(`goes round the proxy where it is ${what}`, async function () {
      const way = await proxy();
      await set({ proxy: `http://127.0.0.1:${way.port}`, ...setting });
      assert.match(await signIn(name), /^The name review\.acme\.invalid:?\d* is not known\./);
      assert.deepEqual(way.asked, []);
      if (ownAddress === undefined) return;
      if ('noProxy' in setting) await set({ noProxy: [ownAddress] });
      isSignedIn(await signIn(ownAddress), ownAddress);
      assert.deepEqual(way.asked, []);
    });
  }

  it('on this machine is asked without the proxy', async () => {
    const way = await proxy();
    await set({ proxy: `http://127.0.0.1:${way.port}` });
    for (const host of ['127.0.0.1', 'localhost']) {
      isSignedIn(await signIn(host), host);
      await checkConnection(/✓ Way: direct, since it is on this machine/);
      await run('codeReview.signOut');
    }
    assert.deepEqual(way.asked, []);
  });

  it('is asked by the settings as they are at that moment', async () => {
    const [first, second] = [await proxy(), await proxy({ wanted: basic })];
    await set({ proxy: `http://127.0.0.1:${first.port}` });
    isSignedIn(await signIn(name), name);
    await set({ proxy: `http://127.0.0.1:${second.port}` });
    await checkConnection(/✗ Proxy: The proxy asks for a user name and password\./);
    await set({ proxyAuthorization: basic });
    await checkConnection(/✓ API key: accepted/);
    // By the extension, by the host, which was not let through either, and by the extension with the new setting.
    assert.deepEqual([first.asked.length, second.asked.length], [1, 3]);
    assert.deepEqual(
      [first, second].map(({ read }) => read.includes(key)),
      [false, false],
    );
  });

  it('is not asked where its certificate is not trusted, and the report names the step', async () => {
    // Not on this machine, the host's own fetch is tried as well, which must not be less strict.
    const host = ownAddress ?? 'localhost';
    isSignedIn(await signIn(host), host);
    service.setSecureContext(untrusted);
    service.closeAllConnections();
    const sentence = `The certificate of ${host}:${port} is not trusted here. Add its certificate to the system’s, or set NODE_EXTRA_CA_CERTS.`;
    assert.ok((await checkConnection(/✗ TLS: /)).includes(`✗ TLS: ${sentence}\n`));
    assert.equal(await signIn(host), sentence);
    await set({ proxyStrictSSL: false });
    assert.equal(await signIn(host), sentence);
    assert.equal(seen.length, 1, 'the key went to somebody else');
  });

  it('is not asked through a proxy that is not trusted, unless the setting says so', async () => {
    const way = await proxy({ certificate: untrusted });
    await set({ proxy: `https://127.0.0.1:${way.port}` });
    assert.match(await signIn(name), /^The certificate of .+ is not trusted here\./);
    assert.deepEqual(way.asked, []);
    await set({ proxyStrictSSL: false });
    isSignedIn(await signIn(name), name);
    assert.deepEqual(way.asked, [`${name}:${port}`]);
  });

  it('leaves the fetch of other extensions as they have it', async () => {
    isSignedIn(await signIn('127.0.0.1'), '127.0.0.1');
    const other = createServer();
    let body = '';
    other.on('request', (request: IncomingMessage, response: ServerResponse) => {
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => response.end(request.headers['content-length']));
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const [first, second] = ['1', '2'].map(version => Symbol.for(`undici.globalDispatcher.${version}`)) as [
      symbol,
      symbol,
    ];
    const shared = globalThis as Record<symbol, unknown>;
    // Whichever test came first has had the extension load undici; this loads it once more, into a process where another
    // extension has a dispatcher of its own. Without the second name, as on Node 22, loading it replaces both.
    const before = { [first]: shared[first], [second]: shared[second] };
    const theirs = {};
    Object.assign(shared, { [first]: theirs, [second]: undefined });
    const transport = lazyTransport({ userAgent: 'integration-test' });
    try {
      const request = { method: 'GET', url, headers: {} } as const;
      assert.equal((await transport.send(request, new AbortController().signal)).status, 200);
      assert.equal(shared[first], theirs);
      Object.assign(shared, before);
      const answer = await fetch(url, { method: 'POST', headers: { 'content-length': '5' }, body: 'hello' });
      assert.deepEqual([answer.status, await answer.text(), body], [200, '5', 'hello']);
    } finally {
      Object.assign(shared, before);
      await transport.close();
      other.closeAllConnections();
      other.close();
    }
  });
});
