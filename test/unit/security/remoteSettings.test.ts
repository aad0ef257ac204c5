import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../src/core/base/errors.ts';
import { readRemotePrograms } from '../../../src/git/run/repositoryPrograms.ts';
import { RemoteRefs } from '../../../src/git/pullRequest/remoteRefs.ts';
import { git } from '../../host/git/git.ts';
import { TestRepository } from '../../host/git/repository.ts';
import { hermetic, productGit } from '../git/pullRequest/layouts.ts';

const { signal } = new AbortController();
// Joined, so that nothing takes it for a real one.
const token = ['user', 'secret', 'token'].join('-');

describe('what a repository sets for asking its remote', () => {
  hermetic();
  let repository: TestRepository;
  let global: string;
  /** What the remote was asked, and what came to a server that is none of the user's. */
  let asked: IncomingMessage[];
  let captured: string[];
  let servers: Server[];
  let origin: string;
  let stranger: string;
  let product: ReturnType<typeof productGit>;

  async function listening(server: Server): Promise<string> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeEach(async () => {
    for (const name of ['GIT_ALLOW_PROTOCOL', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'])
      Reflect.deleteProperty(process.env, name);
    servers = [];
    asked = [];
    captured = [];
    repository = await TestRepository.create({ 'a.ts': 'one\n' });
    await repository.git('update-server-info');
    origin = await listening(
      createServer((request, response) => {
        asked.push(request);
        const file = path.join(repository.folder, '.git', (request.url ?? '').replace(/^\/acme\/app\.git|\?.*$/g, ''));
        response.setHeader('set-cookie', 'written=by-the-server');
        readFile(file).then(
          content => response.end(content),
          () => response.writeHead(404).end(),
        );
      }),
    );
    stranger = await listening(
      createServer((request, response) => {
        captured.push(JSON.stringify([request.url, request.rawHeaders]));
        response.writeHead(502).end();
      }).on('connect', (request: IncomingMessage, socket) => {
        captured.push(JSON.stringify([request.url, request.rawHeaders]));
        socket.end();
      }),
    );
    await repository.git('remote', 'add', 'origin', `${origin}/acme/app.git`);
    global = path.join(repository.folder, '.git', 'of-the-user');
    process.env['GIT_CONFIG_GLOBAL'] = global;
    await repository.git('config', '--file', global, `http.${origin}/.extraHeader`, `Authorization: Bearer ${token}`);
    product = productGit();
  });

  afterEach(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await repository.dispose();
  });

  async function listed(): Promise<string> {
    try {
      await RemoteRefs.list(product, repository.folder, 'origin', signal);
      return 'listed';
    } catch (error) {
      assert.ok(CodeReviewError.is(error, 'git'));
      return displayMessage(error);
    }
  }

  it('would lead the user’s token to a stranger, were git alone to ask', async () => {
    await repository.git('config', 'http.proxy', stranger);
    await assert.rejects(git(repository.folder, ['ls-remote', 'origin'], { GIT_CONFIG_GLOBAL: global }));
    assert.match(captured.join(), new RegExp(token));
  });

  for (const key of ['http.proxy', 'http.ORIGIN/.proxy', 'http.http://127.0.0.1.proxy', 'remote.origin.proxy'])
    it(`does not lead through a proxy by ${key}`, async () => {
      await repository.git('config', key.replace('ORIGIN', origin), stranger);
      assert.match(await listed(), /^The remote is not asked, .* decides how \(.*proxy\)\. Set it for yourself/);
      assert.deepEqual([captured, asked], [[], []]);
    });

  it('does not lead through a proxy from a file that it includes', async () => {
    const included = path.join(repository.folder, '.git', 'included');
    await repository.git('config', '--file', included, 'http.proxy', stranger);
    await repository.git('config', 'include.path', included);
    assert.match(await listed(), /decides how/);
    assert.deepEqual(captured, []);
  });

  it('has no file written, whatever the server sends', async () => {
    const precious = path.join(repository.folder, 'precious.txt');
    await writeFile(precious, 'precious\n');
    await repository.git('config', 'http.cookieFile', precious);
    assert.match(await listed(), /decides how \(http\.cookiefile\)/);
    await repository.git('config', 'http.saveCookies', 'true');
    assert.match(await listed(), /decides how/);
    assert.equal(await readFile(precious, 'utf8'), 'precious\n');
    assert.deepEqual(asked, []);
    await git(repository.folder, ['ls-remote', 'origin'], { GIT_CONFIG_GLOBAL: global });
    assert.notEqual(await readFile(precious, 'utf8'), 'precious\n', 'git alone writes it');
  });

  it('is judged at each call: what was set later counts, and what was removed does not', async () => {
    assert.equal(await listed(), 'listed');
    await repository.git('config', 'http.proxy', stranger);
    assert.match(await listed(), /http\.proxy/);
    await repository.git('config', '--unset', 'http.proxy');
    assert.equal(await listed(), 'listed');
    assert.deepEqual(captured, []);
  });

  it('counts where the user has set it as advised', async () => {
    await repository.git('config', '--file', global, `http.${origin}/.proxy`, stranger);
    await listed();
    assert.equal(captured.length > 0, true);
  });

  it('may be what harms nobody, such as a token of its own', async () => {
    await rm(global);
    await repository.git('config', 'http.postBuffer', '1048576');
    await repository.git('config', 'http.sslVerify', 'true');
    await repository.git('config', `http.${origin}/.extraheader`, 'AUTHORIZATION: basic eDp5');
    assert.equal(await listed(), 'listed');
    assert.equal(asked[0]?.headers.authorization, 'basic eDp5');
  });
});

describe('a setting of a repository that decides how its remote is asked', () => {
  const own = (key: string, value = '/tmp/x', scope = 'local'): string | undefined =>
    readRemotePrograms(`${scope}\0${key}\n${value}\0`).own;

  const dangerous = [
    ...['proxy', 'proxyauthmethod', 'proxysslcert', 'sslcainfo', 'sslcapath', 'sslcert', 'sslkey', 'sslbackend'],
    ...['cookiefile', 'curloptresolve', 'emptyauth', 'delegation', 'pinnedpubkey', 'sslcipherlist', 'proactiveauth'],
    ...['schannelcheckrevoke', 'allowntlmauth', 'not-known-yet', '__proto__', 'constructor'],
  ];

  it('is refused in each of its spellings, unless it is known to be harmless', () => {
    for (const name of dangerous)
      for (const key of [`http.${name}`, `http.https://git.example/a.b/.${name}`, `http.*.${name}`])
        for (const scope of ['local', 'worktree']) assert.equal(own(key, '/tmp/x', scope), key);
    for (const [key, value] of [
      ['http.sslverify', 'false'],
      ['http.sslverify', '0'],
      ['http.savecookies', 'true'],
      ['http.followredirects', 'true'],
      ['http.extraheader', 'X-Evil: 1'],
      ['http.extraheader', 'Authorization: Basic eA==\r\nX-Evil: 1'],
      ['credential.githubhelper', './evil'],
      ['credential.trace', '/home/robin/.bashrc'],
      ['credential.protectprotocol', 'false'],
      ['credential.https://git.example.provider', 'generic'],
      ['remote.a.b.proxyauthmethod', 'basic'],
      ['remote.origin.receivepack', 'evil'],
      ['core.askpass', 'evil'],
      ['fetch.bundleuri', 'https://evil.example'],
    ] as const)
      assert.equal(own(key, value), key, key);
  });

  it('is taken where it can do no harm, and where the user has set it', () => {
    for (const [key, value] of [
      ['http.postbuffer', '524288000'],
      ['http.version', 'HTTP/1.1'],
      ['http.sslverify', 'true'],
      ['http.followredirects', 'initial'],
      ['http.https://git.example/.extraheader', 'AUTHORIZATION: bearer abc.def-ghi'],
      ['credential.https://git.example.username', 'robin'],
      ['credential.usehttppath', 'true'],
      ['remote.origin.url', 'https://git.example/a'],
      ['url.git@git.example:.insteadof', 'https://git.example/'],
      ['core.autocrlf', 'true'],
      ['fetch.prune', 'true'],
    ] as const)
      assert.equal(own(key, value), undefined, key);
    for (const name of dangerous)
      for (const scope of ['system', 'global', 'command']) assert.equal(own(`http.${name}`, 'x', scope), undefined);
  });
});
