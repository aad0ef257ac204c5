import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readServeSecrets, readWorkSecrets } from '../../../../src/service/team/teamSecrets.ts';

const url = 'postgres://code_review:p%40ss@db.example/code_review';
const [newer, older] = [randomBytes(32), randomBytes(32)];

describe("the secrets of a team's process", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-secrets-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function fileWith(name: string, text: string): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  }

  it('are read from the files that the environment names, and no child process inherits where they are', async () => {
    const environment = {
      PATH: '/bin',
      CODE_REVIEW_DATABASE_URL_FILE: await fileWith('database-url', `${url}\n`),
      CODE_REVIEW_SECRET_KEY_FILE: await fileWith(
        'secret-key',
        `${newer.toString('base64')}\n${older.toString('hex')}\n`,
      ),
      CODE_REVIEW_METRICS_TOKEN_FILE: await fileWith('metrics', 'scrape-me\n'),
    };
    const { databaseUrl, keys, metricsToken, all } = await readServeSecrets(environment);
    assert.deepEqual([databaseUrl, metricsToken], [url, 'scrape-me']);
    assert.deepEqual([keys.current.bytes, keys.all.size], [newer, 2]);
    for (const each of ['p@ss', newer.toString('base64'), older.toString('hex'), 'scrape-me'])
      assert.ok(all.includes(each), 'the log leaves it out');
    assert.deepEqual(environment, { PATH: '/bin' });
  });

  it('are neither read nor passed on by a worker, where they are those of serve', async () => {
    const environment = {
      CODE_REVIEW_DATABASE_URL: url,
      CODE_REVIEW_SECRET_KEY: newer.toString('base64'),
      CODE_REVIEW_METRICS_TOKEN_FILE: path.join(folder, 'not for workers'),
      CODE_REVIEW_OIDC_CLIENT_SECRET: 'of the provider',
    };
    const secrets = await readWorkSecrets(environment);
    assert.deepEqual(Object.keys(secrets).toSorted(), ['all', 'databaseUrl', 'keys']);
    assert.deepEqual(environment, {});
  });

  it('leave the environment also where the address of the database is an option', async () => {
    const environment = { CODE_REVIEW_DATABASE_URL: url, CODE_REVIEW_SECRET_KEY: newer.toString('base64') };
    const { databaseUrl } = await readServeSecrets(environment, 'postgres://other.example/code_review');
    assert.equal(databaseUrl, 'postgres://other.example/code_review');
    assert.deepEqual(environment, {});
  });

  it('are not guessed where they are set twice, and not empty', async () => {
    const file = await fileWith('empty', ' \n');
    const both = { CODE_REVIEW_SECRET_KEY: newer.toString('base64'), CODE_REVIEW_SECRET_KEY_FILE: file };
    await assert.rejects(readServeSecrets(both), /CODE_REVIEW_SECRET_KEY and CODE_REVIEW_SECRET_KEY_FILE are both set/);
    await assert.rejects(
      readServeSecrets({ CODE_REVIEW_SECRET_KEY_FILE: file }),
      /CODE_REVIEW_SECRET_KEY_FILE names is empty/,
    );
  });
});
