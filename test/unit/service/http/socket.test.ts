import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, utimes } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { socketBaseUrl } from '../../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../../src/api/client.ts';
import { createTransport } from '../../../../src/api/transport/undiciTransport.ts';
import { startServer, type RunningServer } from '../../../../src/service/http/server.ts';
import { listenOnSocket, sweepSockets } from '../../../../src/service/http/socket.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';
import { canaryKey } from '../../../host/keys/canary.ts';
import { needs } from '../../../host/needs.ts';

const key = canaryKey('development');
const { signal } = new AbortController();

describe('the service on a socket', () => {
  let folder: string;
  const running: RunningServer[] = [];
  const servers: Server[] = [];

  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'code-review-s-'))));
  afterEach(async () => {
    for (const each of running.splice(0)) each.close();
    for (const each of servers.splice(0)) each.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(dataFolder = path.join(folder, 'data')): Promise<RunningServer> {
    const server = await startServer({
      dataFolder,
      startEngine: engineProcesses(''),
      plan: { name: 'free', requestsPerHour: 100 },
      ownKey: key,
      repositories: [{ root: folder, fullName: 'acme/app', provider: 'git', webUrl: undefined }],
      gitExecutable: 'git',
      onSettled: () => undefined,
      onError: error => assert.fail(String(error)),
    });
    running.push(server);
    return server;
  }

  async function ask({ socketPath = '' }: RunningServer, used = key): Promise<string | undefined> {
    const transport = createTransport({ userAgent: 'unit-test', hostFetch: () => assert.fail('the way of the host') });
    const baseUrl = socketBaseUrl(socketPath);
    const client = new ApiClient({ baseUrl, key: () => Promise.resolve(used), transport, log: () => undefined });
    try {
      return (await client.listRepositories(signal)).repositories[0]?.fullName;
    } finally {
      await transport.close();
    }
  }

  it('answers who has its key, whatever proxy is set, and nobody else', async () => {
    const server = await start();
    process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      assert.equal(await ask(server), 'acme/app');
    } finally {
      delete process.env['http_proxy'];
    }
    await assert.rejects(ask(server, canaryKey('production', '0001')), /does not accept this API key/);
  });

  it('says that nothing answers once it is gone', async () => {
    const server = await start();
    running.pop()?.close();
    await assert.rejects(ask(server), { message: /^Nothing answers at localhost\./, kind: 'network' });
  });

  it('opens no port', async function () {
    needs(this, '/proc');
    const before = await listeningPorts();
    await start();
    assert.deepEqual(await listeningPorts(), before);
  });

  it('is at another random place each time, which nobody else may enter, and leaves nothing there', async function () {
    needs(this, 'mode bits');
    const [one, other] = [await start(), await start()];
    const [first = '', second = ''] = [one.socketPath, other.socketPath];
    assert.notEqual(first, second);
    for (const socket of [first, second]) {
      assert.ok(socket.startsWith(path.join(folder, 'data', 'code-review-socket-')), socket);
      assert.equal((await stat(path.dirname(socket))).mode & 0o777, 0o700);
    }
    for (const each of running.splice(0)) each.close();
    assert.deepEqual(
      (await readdir(path.join(folder, 'data'))).filter(name => name.includes('socket')),
      [],
    );
  });

  it('goes elsewhere where the path would be too long for a socket', async function () {
    needs(this, 'mode bits');
    const server = await start(path.join(folder, 'x'.repeat(100)));
    assert.ok(server.socketPath?.startsWith(tmpdir()), server.socketPath);
    assert.equal(await ask(server), 'acme/app');
  });

  it('is kept as long as the system allows, in bytes, and no longer', async function () {
    needs(this, 'mode bits');
    const longest = process.platform === 'linux' ? 107 : 103;
    const room = longest - Buffer.byteLength(path.join(folder, 'code-review-socket-XXXXXX', 's')) - 1;
    for (const [name, fits] of [
      ['x'.repeat(room), true],
      ['x'.repeat(room + 1), false],
      [`${'x'.repeat(room - 2)}評`, false],
    ] as const) {
      const parent = path.join(folder, name);
      await mkdir(parent);
      const server = createServer();
      servers.push(server);
      if (fits) assert.equal(Buffer.byteLength((await listenOnSocket(server, [parent])).path), longest);
      else await assert.rejects(listenOnSocket(server, [parent]), /No socket can be made in/);
    }
  });

  it('takes away what a service left behind that was killed, and nothing else', async function () {
    needs(this, 'mode bits');
    const data = path.join(folder, 'data');
    const abandoned = path.join(data, 'code-review-socket-killed');
    await mkdir(abandoned, { recursive: true });
    // A process that ends itself leaves its socket there.
    const listen = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    await assert.rejects(promisify(execFile)(process.execPath, ['-e', listen, path.join(abandoned, 's')]));
    assert.ok(existsSync(path.join(abandoned, 's')));
    await mkdir(path.join(data, 'code-review-socket-new'));
    await mkdir(path.join(data, 'other'));
    const server = createServer();
    servers.push(server);
    const { path: used } = await listenOnSocket(server, [data]);
    const later = Date.now() + 120_000;
    for (const each of ['code-review-socket-new', path.basename(path.dirname(used))])
      await utimes(path.join(data, each), later / 1_000, later / 1_000);
    const old = later / 1_000 - 3_600;
    await utimes(path.dirname(used), old, old);
    await sweepSockets([data, path.join(folder, 'missing')], later);
    assert.deepEqual(
      (await readdir(data)).sort(),
      ['code-review-socket-new', path.basename(path.dirname(used)), 'other'].sort(),
    );
  });

  it('says what to do where no folder can hold a socket', async function () {
    needs(this, 'mode bits');
    await assert.rejects(listenOnSocket(createServer(), [path.join(folder, 'missing')]), {
      name: 'CodeReviewError',
      kind: 'service',
      advice: /^Set TMPDIR/,
    });
  });
});

/** How many TCP ports this process listens at. */
async function listeningPorts(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map(each => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map(each => readFile(`/proc/self/net/${each}`, 'utf8').catch(() => '')),
  );
  const sockets = tables
    .join('')
    .split('\n')
    .map(line => line.trim().split(/\s+/));
  return sockets.filter(fields => fields[3] === '0A' && targets.includes(`socket:[${fields[9]}]`)).length;
}
