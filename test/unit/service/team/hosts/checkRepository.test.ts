import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { createTransport } from '../../../../../src/api/transport/undiciTransport.ts';
import { Git } from '../../../../../src/git/run/git.ts';
import { checkRepository } from '../../../../../src/service/team/hosts/checkRepository.ts';
import type { CheckResult } from '../../../../../src/service/team/hosts/checkSteps.ts';
import { parseCloneAddress, type Credential } from '../../../../../src/service/team/hosts/cloneAddress.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { basic, GitServer } from '../../../../host/git/gitServer.ts';
import { TestRepository } from '../../../../host/git/repository.ts';
import { hermetic } from '../../../git/pullRequest/layouts.ts';

const { signal } = new AbortController();
const credential = { username: 'robin', secret: canaryKey() };

describe('checking a repository', () => {
  hermetic();
  let server: GitServer;
  let source: TestRepository;
  const transport = createTransport({ userAgent: 'test' });
  const git = new Git({ executable: 'git', log: line => assert.ok(!line.includes(canaryKey())) });

  before(async () => {
    source = await TestRepository.create({ 'a.ts': 'export {};\n' });
    server = await GitServer.start();
    await server.add('acme/orders', source);
    await source.git('push', '--quiet', server.folder('acme/orders'), 'HEAD:refs/pull/7/head');
    await server.add('acme/quiet', source);
  });
  beforeEach(() => {
    server.behaviour.authorization = undefined;
    server.behaviour.answer = () => false;
  });
  after(async () => {
    await transport.close();
    await server.stop();
    await source.dispose();
  });

  function check(url: string, given?: Credential, provider?: string): Promise<CheckResult> {
    return checkRepository({ git, transport }, parseCloneAddress(url, provider), given, signal);
  }

  function statuses({ steps }: CheckResult): string {
    return steps.map(({ name, status }) => `${name} ${status}`).join(', ');
  }

  it('says that each step succeeds, and what it found out', async () => {
    server.behaviour.authorization = basic('robin', credential.secret);
    const result = await check(server.url('acme/orders'), credential);
    assert.equal(
      statuses(result),
      'address ok, name ok, connection ok, credential ok, repository ok, pull requests ok, REST skipped',
    );
    assert.deepEqual([result.problem, result.isPrivate, result.defaultBranch], [undefined, true, 'main']);
  });

  it('tells a public repository, and one without pull requests', async () => {
    const result = await check(server.url('acme/quiet'));
    assert.deepEqual([result.problem, result.isPrivate], [undefined, false]);
    assert.match(result.steps.find(({ name }) => name === 'pull requests')?.detail ?? '', /There are none yet/);
  });

  it('reads what the REST interface tells', async () => {
    server.behaviour.authorization = basic('oauth2', credential.secret);
    server.behaviour.answer = ({ url, headers }, response) => {
      if (url?.startsWith('/api/v1/') !== true) return false;
      const isKnown = headers.authorization === `token ${credential.secret}`;
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ id: 1, full_name: 'Acme/Orders', private: true, default_branch: 'trunk', size: 2_048 }),
      );
      return true;
    };
    const result = await check(server.url('acme/orders'), { username: '', secret: credential.secret }, 'gitea');
    assert.match(statuses(result), /REST ok/);
    assert.deepEqual([result.fullName, result.isPrivate, result.sizeBytes], ['Acme/Orders', true, 2 << 20]);
  });

  it('takes nothing from a REST interface that cannot be stored', async () => {
    server.behaviour.answer = ({ url }, response) => {
      if (url?.startsWith('/api/v1/') !== true) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 1,
          full_name: 'acme/or\0ders',
          default_branch: 'ma\0in',
          size: 2 ** 53 - 1,
          private: 'no',
        }),
      );
      return true;
    };
    const result = await check(server.url('acme/orders'), undefined, 'gitea');
    assert.equal(result.problem, undefined);
    assert.deepEqual([result.fullName, result.isPrivate], [undefined, false]);
    assert.doesNotMatch(JSON.stringify(result), /u0000/);
    assert.ok((result.sizeBytes ?? 0) < 2 ** 63);
  });

  const failures: readonly (readonly [what: string, step: string, RegExp, () => void, Credential?])[] = [
    [
      'no credential',
      'credential',
      /asks for a credential\. Add a token that may read acme\/orders/,
      () => {
        server.behaviour.authorization = 'x';
      },
    ],
    [
      'a revoked credential',
      'credential',
      /does not accept the credential.*expired or revoked/,
      () => {
        server.behaviour.authorization = 'x';
      },
      credential,
    ],
    [
      'a credential without rights',
      'credential',
      /does not allow the credential to read acme\/orders/,
      () => answer(403),
      credential,
    ],
    ['a repository that is not there', 'repository', /has no repository acme\/orders/, () => answer(404), credential],
    [
      'a page for people',
      'repository',
      /does not answer as a git server/,
      () => answer(200, { 'content-type': 'text/html' }),
      credential,
    ],
    [
      'a redirect to another host',
      'repository',
      /redirects acme\/orders to https:\/\/evil\.example\/x\.git, which does not get the credential/,
      () => answer(301, { location: 'https://evil.example/x.git/info/refs?service=git-upload-pack' }),
      credential,
    ],
    [
      'a redirect to a page to sign in',
      'credential',
      /does not accept the credential/,
      () => answer(302, { location: '/_signin?realm=x' }),
      credential,
    ],
    ['a server that fails', 'repository', /answers with status 502/, () => answer(502)],
    ['a limit', 'repository', /accepts no more requests for now/, () => answer(429)],
  ];

  function answer(status: number, headers: Record<string, string> = {}): void {
    server.behaviour.answer = (_, response) => {
      response.writeHead(status, headers).end();
      return true;
    };
  }

  for (const [what, step, expected, arrange, given] of failures)
    it(`says which step fails: ${what}`, async () => {
      arrange();
      const result = await check(server.url('acme/orders'), given);
      const failed = result.steps.find(({ status }) => status === 'failed');
      assert.equal(failed?.name, step);
      assert.match(result.problem ?? '', expected);
      assert.ok(!JSON.stringify(result).includes(credential.secret));
      const after = result.steps.slice(result.steps.indexOf(failed) + 1);
      assert.ok(after.every(({ status }) => status === 'skipped'));
    });

  it('says that a name is not known, or that nothing answers', async () => {
    const unknown = await check('https://git.acme.invalid/acme/orders.git');
    assert.match(statuses(unknown), /address ok, name failed/);
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise(resolve => closed.close(resolve));
    const silent = await check(`http://127.0.0.1:${port}/acme/orders.git`);
    assert.match(statuses(silent), /name ok, connection failed/);
  });

  it('follows a repository that was renamed at the same host', async () => {
    server.behaviour.answer = (request, response) => {
      if (request.url?.startsWith('/old/name.git') !== true) return false;
      response.writeHead(301, { location: request.url.replace('/old/name', '/acme/orders') }).end();
      return true;
    };
    const result = await check(server.url('old/name'));
    assert.equal(result.problem, undefined);
  });
});
