import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openCredentials } from '../../../../src/service/team/credentials/credentials.ts';
import { readSecretKeys } from '../../../../src/service/team/credentials/secretKeys.ts';
import { basic } from '../../../host/git/gitServer.ts';
import { testDatabase, type TestDatabase } from '../../../host/postgres/database.ts';
import { command } from '../cli/runCommand.ts';
import { fullName, MirrorSample } from './mirrors/mirrorSample.ts';
import { TeamQueue } from './queue/teamQueue.ts';

describe('the command work', () => {
  const secretKey = randomBytes(32).toString('base64');
  let database: TestDatabase;

  before(async () => {
    database = await testDatabase();
  });

  after(async () => {
    await database.drop();
  });

  it('reviews a pull request of a server that asks for a password, and ends when it is told to', async () => {
    const sample = await MirrorSample.start();
    const queue = await TeamQueue.open(database.url);
    const password = randomBytes(12).toString('hex');
    sample.server.behaviour.authorization = basic('ci', password);
    const keys = readSecretKeys(secretKey);
    const origin = new URL(sample.server.url(fullName)).origin;
    const credential = { origin, label: 'ci', username: 'ci', secret: password, setBy: null };
    const credentialId = await openCredentials(queue.database, keys).put(credential);
    const id = await queue.connect(fullName);
    await queue.database
      .updateTable('repositories')
      .set({ clone_url: sample.server.url(fullName), credential_id: credentialId, default_branch: 'main' })
      .where('id', '=', id)
      .execute();
    await sample.push(8, { 'src/same.ts': 'export const same = (a: number): boolean => a === a;\n' });

    const stop = new AbortController();
    const env = { CODE_REVIEW_DATABASE_URL: database.url, CODE_REVIEW_SECRET_KEY: secretKey };
    const args = ['work', '--data', path.join(sample.folder, 'worker'), '--concurrency', '1'];
    const worker = command('.', args, { env, stop: stop.signal });
    const review = await queue.ask(8, { repository: fullName });
    const ended = worker.then(({ stderr }) => assert.fail(stderr));
    const { status, result, stage } = await Promise.race([queue.ended(review), ended]);
    assert.deepEqual([status, stage], ['completed', null]);
    assert.match(JSON.stringify(result), /eslint\/no-self-compare/);
    const absent = await queue.ended(await queue.ask(99, { repository: fullName }));
    assert.match(JSON.stringify(absent.result), /99/);
    assert.equal(absent.attempts, 1);

    stop.abort();
    ended.catch(() => undefined);
    const { code, stdout, stderr } = await worker;
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`"review":"${review}","status":"completed"`));
    for (const secret of [password, secretKey, new URL(database.url).password])
      assert.ok(!stdout.includes(secret) && !JSON.stringify(sample.server.seen.map(({ url }) => url)).includes(secret));
    await queue.close();
    await sample.stop();
  });

  it('says what is missing or wrong', async () => {
    const failed = async (env: Record<string, string>, ...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await command('.', ['work', ...args], { env });
      assert.ok(code !== 0);
      return stderr;
    };
    assert.match(await failed({}), /Name the team's database with --database or CODE_REVIEW_DATABASE_URL\./);
    const url = { CODE_REVIEW_DATABASE_URL: database.url };
    const key = { CODE_REVIEW_SECRET_KEY: secretKey };
    assert.match(await failed(url), /CODE_REVIEW_SECRET_KEY has no secret key\. Make one with/);
    assert.match(await failed({ ...url, ...key }, '--concurrency', '0'), /--concurrency/);
    assert.match(
      await failed({ ...url, ...key }, '--data', path.join(import.meta.filename, 'worker')),
      /cannot keep its mirrors in .*worker\. Name a folder that this user may write to with --data\./,
    );
    assert.match(await failed({ CODE_REVIEW_DATABASE_URL: 'mysql://x', ...key }), /is not one of Postgres/);
  });
});
