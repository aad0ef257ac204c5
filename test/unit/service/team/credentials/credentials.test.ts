import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openCredentials } from '../../../../../src/service/team/credentials/credentials.ts';
import { readSecretKeys, type SecretKeys } from '../../../../../src/service/team/credentials/secretKeys.ts';
import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase, type TeamDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { serviceDatabase, type TestDatabase } from '../../../../host/postgres/database.ts';

const origin = 'https://git.acme.example';
const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

function keysOf(...keys: readonly string[]): SecretKeys {
  return readSecretKeys(keys.join(','));
}

describe('stored credentials', () => {
  let test: TestDatabase;
  let team: TeamDatabase;

  before(async () => {
    test = await serviceDatabase();
    team = openDatabase({ url: test.url, connections: 2, name: 'test', onError: () => undefined });
    await migrate(team.database);
  });
  after(async () => {
    await team.close();
    await test.drop();
  });

  const stored = (): Promise<{ readonly secret: Buffer }[]> =>
    team.database.selectFrom('credentials').select('secret').execute();

  const given = { origin, label: 'Reviews', username: 'robin', secret: canaryKey(), setBy: null };

  it('are read as they were set, and encrypted in the database', async () => {
    const credentials = openCredentials(team.database, keysOf(newer));
    const id = await credentials.put(given);
    assert.deepEqual(await credentials.read(id, origin), { username: 'robin', secret: canaryKey() });
    const [{ secret } = { secret: undefined }] = await stored();
    assert.equal(secret?.includes(canaryKey()), false);
    await credentials.remove(id);
    assert.equal(await credentials.read(id, origin), undefined);
    assert.equal(await credentials.read('no id at all', origin), undefined);
  });

  it('are given to no other host, and not from another row', async () => {
    const credentials = openCredentials(team.database, keysOf(newer));
    const [id, other] = [await credentials.put(given), await credentials.put({ ...given, secret: 'another-token' })];
    await assert.rejects(credentials.read(id, 'https://evil.example'), /belongs to another/);
    const { secret } = await team.database
      .selectFrom('credentials')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await team.database.updateTable('credentials').set({ secret }).where('id', '=', other).execute();
    await assert.rejects(credentials.read(other, origin), /belongs to another/);
    for (const each of [id, other]) await credentials.remove(each);
  });

  it('are encrypted anew after a rotation, so that the older key can go', async () => {
    const id = await openCredentials(team.database, keysOf(older)).put(given);
    const unreadable = await openCredentials(team.database, keysOf(newer)).reencrypt();
    assert.deepEqual(unreadable, { done: 0, unreadable: ['Reviews'] });
    const rotated = openCredentials(team.database, keysOf(newer, older));
    assert.deepEqual(await rotated.reencrypt(), { done: 1, unreadable: [] });
    assert.deepEqual(await rotated.reencrypt(), { done: 0, unreadable: [] });
    const credentials = openCredentials(team.database, keysOf(newer));
    assert.equal((await credentials.read(id, origin))?.secret, canaryKey());
    await credentials.remove(id);
  });

  it('stay while a connected repository uses them', async () => {
    const credentials = openCredentials(team.database, keysOf(newer));
    const id = await credentials.put(given);
    const repository = {
      id: 'repo_1',
      full_name: 'acme/orders',
      full_name_key: 'acme/orders',
      name: 'orders',
      provider: 'git',
    };
    await team.database
      .insertInto('repositories')
      .values({ ...repository, clone_url: `${origin}/acme/orders.git`, credential_id: id })
      .execute();
    await assert.rejects(credentials.remove(id), /acme\/orders would lose access/);
    await team.database.updateTable('repositories').set({ removed_at: new Date() }).execute();
    await credentials.remove(id);
    assert.deepEqual(await stored(), []);
  });

  for (const [what, wrong] of Object.entries({
    'no token': { secret: ' ' },
    'a line break in the token': { secret: `${canaryKey()}\nX-Other: 1` },
    'a line break in the user name': { username: 'a\r\nb' },
    'a colon in the user name': { username: 'a:b' },
  }))
    it(`are refused with ${what}, without quoting it`, async () => {
      const credentials = openCredentials(team.database, keysOf(newer));
      await assert.rejects(
        credentials.put({ ...given, ...wrong }),
        (error: Error) => !error.message.includes(canaryKey()),
      );
      assert.deepEqual(await stored(), []);
    });
});
