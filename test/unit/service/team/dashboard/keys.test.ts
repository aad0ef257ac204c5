import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { createMemberKey } from '../../../../../src/service/team/dashboard/queries/keys.ts';
import { password, TeamDashboard } from './teamDashboard.ts';
import { Visitor } from './visitor.ts';

describe('API keys in the dashboard', () => {
  let team: TeamDashboard;
  let ada: Visitor;

  before(async () => {
    team = await TeamDashboard.start();
    ada = await team.firstAdmin();
  });

  after(async () => {
    assert.deepEqual(team.errors, []);
    await team.dispose();
  });

  it('are created after signing in, shown once, and masked from then on', async () => {
    const browser = new Visitor(team.url);
    await browser.open('/keys');
    assert.equal(browser.path, '/sign-in?to=%2Fkeys');
    await browser.send({ email: 'ada@example.com', password });
    assert.equal(browser.path, '/keys');
    assert.match(browser.text, /No API keys yet/);
    const key = await create(browser, 'Ada’s laptop', 'development');
    assert.match(browser.text, /You cannot see it again/);
    assert.ok(browser.html.includes(`export CODE_REVIEW_API_KEY=&#39;${key}&#39;`));
    const page = browser.path;
    await browser.open(page);
    assert.equal(browser.path, '/keys');
    assert.ok(!browser.html.includes(key));
    assert.match(browser.text, /A key is shown once/);
    assert.match(browser.text, new RegExp(`Ada’s laptop development crk_dev_••••${key.slice(-4)} Ada just now Never`));
  });

  it('are shown also if another page is opened in between', async () => {
    const other = new Visitor(team.url);
    for (const [name, value] of ada.cookies) other.cookies.set(name, value);
    await other.open('/keys/new');
    other.follows = false;
    await other.send({ name: 'slow browser', kind: 'production' });
    const page = other.headers.get('location') ?? '';
    for (const path of ['/reviews', '/keys', `${page}/revoke`]) await other.open(path);
    await other.open(page);
    assert.match(other.text, /Key created: slow browser .*crk_live_/);
  });

  it('say which field is wrong, and keep what was typed', async () => {
    await ada.open('/keys/new');
    await ada.send({ name: ' \u202e ', kind: 'root' });
    assert.equal(ada.status, 422);
    assert.match(ada.html, /<title>Error: New API key/);
    assert.match(ada.html, /href="#name">Give the key a name[^<]*</);
    assert.match(ada.html, /href="#kind">Choose production or development/);
  });

  it('are revoked after asking once, by name', async () => {
    await create(ada, 'ci', 'production');
    await ada.open('/keys');
    const [, id = ''] = /href="\/keys\/(\w+)\/revoke"/.exec(ada.html) ?? [];
    await ada.open(`/keys/${id}/revoke`);
    assert.match(ada.text, /Revoke ci\?/);
    await ada.send({});
    assert.match(ada.text, /ci is revoked/);
    assert.match(ada.text, /ci Revoked production/);
    await ada.open('/audit?action=key');
    assert.match(ada.text, /Ada key\.revoke ci/);
    await ada.open(`/keys/${id}/revoke`);
    assert.equal(ada.status, 404);
  });

  it('are none of a member who is removed at the same moment', async () => {
    const cleo = await team.join(ada, 'Cleo');
    await cleo.open('/keys');
    const [row = assert.fail()] = await team.database
      .selectFrom('user')
      .select(['id', 'name', 'email', 'role'])
      .where('name', '=', 'Cleo')
      .execute();
    const asked = { kind: 'production', name: 'left behind' } as const;
    let created: Promise<unknown> = Promise.resolve();
    await team.database.transaction().execute(async removal => {
      await removal.deleteFrom('user').where('id', '=', row.id).execute();
      created = createMemberKey(team.database, row, asked, 0);
      const isSettled = created.then(
        () => true,
        () => true,
      );
      while (!(await Promise.race([isSettled, isWaiting(team)])));
    });
    await assert.rejects(created, /no member any more/);
    const left = await team.database.selectFrom('api_keys').select('id').where('created_by', '=', row.id).execute();
    assert.deepEqual(left, []);
  });

  it('of others are neither listed for a member nor revoked by one', async () => {
    await create(ada, 'of Ada', 'production');
    await ada.open('/keys');
    const [, id = ''] = /href="\/keys\/(\w+)\/revoke"/.exec(ada.html) ?? [];
    const bob = await team.join(ada, 'Bob');
    await create(bob, 'of Bob', 'production');
    await bob.open('/keys');
    assert.match(bob.text, /of Bob/);
    assert.doesNotMatch(bob.text, /of Ada/);
    await bob.open(`/keys/${id}/revoke`);
    assert.equal(bob.status, 404);
    await bob.open('/keys/new');
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(bob.html) ?? [];
    await bob.post(`/keys/${id}/revoke`, new URLSearchParams({ csrf }));
    assert.equal(bob.status, 404);
    await ada.open('/keys');
    assert.match(ada.html, new RegExp(`/keys/${id}/revoke`));
  });
});

/** Whether a statement waits for another transaction. */
async function isWaiting({ database }: TeamDashboard): Promise<boolean> {
  const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await waiting.execute(database)).rows.length > 0;
}

/** Creates a key and returns it, from the page that shows it once. */
async function create(visitor: Visitor, name: string, kind: string): Promise<string> {
  await visitor.open('/keys/new');
  await visitor.send({ name, kind });
  const [key] = /crk_(?:live|dev)_[\w-]{49}/.exec(visitor.text) ?? [];
  assert.ok(key, visitor.text);
  return key;
}
