import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { newKey } from '../../../../src/service/accounts/keys.ts';
import { serveTeam } from '../../../../src/service/team/main.ts';
import { testDatabase, type TestDatabase } from '../../../host/postgres/database.ts';
import { PostgresServer } from '../../../host/postgres/server.ts';
import { teamSecretKey } from '../../../host/programs/teamProcess.ts';
import { command } from '../cli/runCommand.ts';
import { Collector } from './tracing/collector.ts';

/** Has the shape of a key of this service, so that the database is asked for it. */
const aKey = newKey({ kind: 'development', name: '' }, 0).key;

/** A service in this process. */
class Service {
  readonly lines: string[] = [];
  readonly ended: Promise<void>;
  readonly #stop = new AbortController();
  readonly #told = new EventEmitter();

  constructor(databaseUrl: string, environment: NodeJS.ProcessEnv = {}) {
    const stdout = new PassThrough({ encoding: 'utf8' });
    stdout.on('data', (text: string) => {
      this.lines.push(...text.split('\n').filter(line => line !== ''));
      this.#told.emit('line');
    });
    this.ended = serveTeam({
      databaseUrl,
      listen: '127.0.0.1:0',
      publicUrl: undefined,
      trustedProxies: [],
      oidc: { issuer: undefined, clientId: undefined, name: undefined, domains: [] },
      version: '1',
      environment: { CODE_REVIEW_SECRET_KEY: teamSecretKey, ...environment },
      stdout,
      stopped: this.#stop.signal,
    });
  }

  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find(line => pattern.test(line));
      if (found !== undefined) return found;
      await Promise.race([once(this.#told, 'line'), this.ended]);
    }
  }

  async url(): Promise<string> {
    const { url } = JSON.parse(await this.line(/"msg":"listening"/)) as { readonly url: string };
    return url;
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.ended;
  }
}

describe('a service for a team', function () {
  let database: TestDatabase;

  before(async () => {
    database = await testDatabase();
  });
  after(() => database.drop());

  it('prints the link for the first member once, answers, and ends when it is told to', async () => {
    const service = new Service(database.url);
    const url = await service.url();
    const link = await service.line(/^Open http/);
    assert.ok(link.startsWith(`Open ${url}/`), link);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(`${url}/v1/repositories`)).status, 401);
    assert.equal((await fetch(`${url}/openapi.json`)).status, 200);
    assert.equal((await fetch(`${url}/reviews`, { redirect: 'manual' })).status, 303);
    await service.end();
    await assert.rejects(fetch(`${url}/healthz`));
    const others = service.lines.filter(line => line !== link);
    for (const line of others) assert.equal(typeof (JSON.parse(line) as { msg: unknown }).msg, 'string');
  });

  it('sends the spans of its last requests when it ends', async () => {
    const collector = await Collector.start();
    const service = new Service(database.url, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await fetch(`${await service.url()}/v1/repositories`, { headers: { authorization: `Bearer ${aKey}` } });
    await service.end();
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['GET (none)'],
    );
    assert.ok(!collector.bodies.join('').includes(aKey.slice(-8)));
    await collector.stop();
  });

  it('waits for a database that starts later, says when it is gone, and goes on by itself', async () => {
    const server = await PostgresServer.start();
    await server.shutDown();
    const service = new Service(server.url());
    await service.line(/"msg":"waiting for the database"/);
    await server.start();
    const url = await service.url();
    const headers = { authorization: `Bearer ${aKey}` };
    const status = async (path: string): Promise<number> => (await fetch(url + path, { headers })).status;
    assert.deepEqual([await status('/readyz'), await status('/v1/repositories')], [200, 401]);
    await server.kill();
    // The processes of its connections live on until they notice.
    for (const path of ['/readyz', '/v1/reviews/rev_000000000000000000000000', '/sign-in', '/v1/repositories'])
      while ((await status(path)) !== 503);
    const gone = await fetch(`${url}/v1/repositories`, { headers });
    assert.deepEqual([gone.status, gone.headers.get('retry-after')], [503, '5']);
    assert.match(await gone.text(), /"detail":"The database cannot be reached/);
    assert.equal(await status('/healthz'), 200);
    assert.match(await (await fetch(`${url}/metrics`)).text(), /^code_review_database_up 0$/m);
    await server.start();
    assert.deepEqual([await status('/readyz'), await status('/v1/repositories')], [200, 401]);
    assert.match(await (await fetch(`${url}/metrics`)).text(), /^code_review_database_up 1$/m);
    await service.end();
    await server.stop();
  });

  it('tells what an option or a setting lacks before it listens', async () => {
    const wrong = new URL(database.url);
    wrong.pathname = '/nowhere_at_all';
    for (const [args, env, words] of [
      [['--listen', '0.0.0.0:0'], {}, /plain HTTP.*--trusted-proxy/],
      [['--listen', '0.0.0.0:0', '--trusted-proxy', '10.0.0.1'], {}, /Name it with --public-url/],
      [['--public-url', 'http://review.example.com'], {}, /begin with https/],
      [['--trusted-proxy', '0.0.0.0/0'], {}, /--trusted-proxy cannot be/],
      [['--repo', '.'], {}, /--repo does not go with a database/],
      [['--plan', 'pro'], {}, /--plan does not go with a database/],
      [['--oidc-issuer', 'https://id.example'], {}, /--oidc-client-id/],
      [[], { CODE_REVIEW_SECRET_KEY: '' }, /secret key.*openssl rand/],
      [[], { CODE_REVIEW_DATABASE_URL: 'mysql://a@b/c' }, /not one of Postgres/],
      [[], { CODE_REVIEW_DATABASE_URL: wrong.href }, /no database of this name/],
      [[], { CODE_REVIEW_DATABASE_URL: '', CODE_REVIEW_DATABASE_URL_FILE: '/nowhere' }, /_FILE names cannot be read/],
    ] as const) {
      const all = { CODE_REVIEW_DATABASE_URL: database.url, CODE_REVIEW_SECRET_KEY: teamSecretKey, ...env };
      const { code, stderr, stdout } = await command('/', ['serve', ...args], { env: all });
      assert.equal(code, 2, stderr);
      assert.match(stderr, words);
      assert.equal(stdout, '');
    }
    const local = await command('/', ['serve', '--listen', '127.0.0.1:0']);
    assert.match(local.stderr, /--listen goes with --database/);
  });
});
