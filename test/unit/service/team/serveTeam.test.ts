import assert from 'node:assert/strict';
import { newKey } from '../../../../src/service/accounts/keys.ts';
import { execute, testDatabase, type TestDatabase } from '../../../host/postgres.ts';
import { teamSecretKey, TeamProcess } from '../../../host/teamProcess.ts';
import { command } from '../cli/runCommand.ts';

/** Has the shape of a key of this service, so that the database is asked for it. */
const aKey = newKey({ kind: 'development', name: '' }, 0).key;

describe('a process that serves a team', function () {
  this.timeout(120_000);
  const processes: TeamProcess[] = [];
  let database: TestDatabase;

  before(async () => {
    database = await testDatabase();
  });
  afterEach(() => Promise.all(processes.splice(0).map(each => each.end('SIGKILL'))));
  after(() => database.drop());

  function serve(url: string, ...args: string[]): TeamProcess {
    const started = new TeamProcess(['serve', '--listen', '127.0.0.1:0', ...args], url);
    processes.push(started);
    return started;
  }

  it('prints the link for the first member once, answers, and ends when it is told to', async () => {
    const service = serve(database.url);
    const url = await service.url();
    const link = await service.line(/^Open http/);
    assert.ok(link.startsWith(`Open ${url}/`), link);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(`${url}/v1/repositories`)).status, 401);
    assert.equal((await fetch(`${url}/openapi.json`)).status, 200);
    const signIn = await fetch(`${url}/reviews`, { redirect: 'manual' });
    assert.equal(signIn.status, 303);
    const { code, stderr } = await service.end();
    assert.deepEqual([code, stderr], [0, '']);
    const others = service.lines.filter(line => line !== link);
    for (const line of others) assert.equal(typeof (JSON.parse(line) as { msg: unknown }).msg, 'string');
  });

  it('says that the database is gone while it is, and goes on by itself', async () => {
    const own = await testDatabase();
    const service = serve(own.url);
    const url = await service.url();
    const name = new URL(own.url).pathname.slice(1);
    await own.drop();
    for (const path of ['/readyz', '/v1/reviews/rev_000000000000000000000000', '/sign-in'])
      assert.equal((await fetch(url + path, { headers: { authorization: `Bearer ${aKey}` } })).status, 503, path);
    const gone = await fetch(`${url}/v1/repositories`, { headers: { authorization: `Bearer ${aKey}` } });
    assert.deepEqual([gone.status, gone.headers.get('retry-after')], [503, '5']);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    await execute(database.url, `CREATE DATABASE ${name}`);
    const migrating = serve(own.url);
    await migrating.url();
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(`${url}/v1/repositories`, { headers: { authorization: `Bearer ${aKey}` } })).status, 401);
    await Promise.all(processes.splice(0).map(each => each.end()));
    await own.drop();
  });

  it('tells what an option or a setting lacks before it listens', async () => {
    const wrong = new URL(database.url);
    wrong.pathname = '/nowhere_at_all';
    for (const [args, env, words] of [
      [['--listen', '0.0.0.0:0'], {}, /plain HTTP.*--trusted-proxy/],
      [['--public-url', 'http://review.example.com'], {}, /begin with https/],
      [['--trusted-proxy', '0.0.0.0/0'], {}, /--trusted-proxy cannot be/],
      [['--repo', '.'], {}, /--repo does not go with a database/],
      [['--plan', 'pro'], {}, /--plan does not go with a database/],
      [['--oidc-issuer', 'https://id.example'], {}, /oidc-client-id/],
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
