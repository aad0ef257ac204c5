import assert from 'node:assert/strict';
import { fillSampleTeam } from './sampleTeam.ts';
import { password, TeamDashboard } from './teamDashboard.ts';
import { Visitor } from './visitor.ts';

describe('members, usage and settings in the dashboard', () => {
  let team: TeamDashboard;
  let ada: Visitor;
  let bob: Visitor;
  let idOfBob = '';

  before(async () => {
    team = await TeamDashboard.start();
    ada = await team.firstAdmin();
    bob = await team.join(ada, 'Bob');
    idOfBob = (await team.members.list()).find(({ name }) => name === 'Bob')?.id ?? '';
  });

  after(async () => {
    assert.deepEqual(team.errors, []);
    await team.dispose();
  });

  it('show an invitation once, which lets in whoever it is for, once', async () => {
    await ada.open('/members/invite');
    await ada.send({ role: 'admin', email: 'cleo@example.com' });
    const [, link = ''] = /id="link">([^<]+)</.exec(ada.html) ?? [];
    assert.match(ada.text, /valid for 7 days\. It can be used once/);
    await ada.open('/members/link');
    assert.equal(ada.path, '/members');
    assert.match(ada.text, /cleo@example\.com Admin just now by Ada/);
    const cleo = new Visitor(team.url);
    await cleo.open(link);
    assert.match(cleo.text, /For cleo@example\.com/);
    await cleo.send({ name: 'Cleo', password });
    await cleo.open('/settings');
    assert.equal(cleo.status, 200);
    const late = new Visitor(team.url);
    await late.open(link);
    assert.equal(late.status, 410);
    assert.match(late.text, /Ask an admin of your team for a new one/);
  });

  it('revoke a link for a new password by its name, and tell whoever opens it later', async () => {
    await ada.open(`/members/${idOfBob}`);
    await ada.send({}, `/members/${idOfBob}/password-link`);
    const [, link = ''] = /id="link">([^<]+)</.exec(ada.html) ?? [];
    await ada.open('/members');
    assert.match(ada.text, /Revoke the link for a new password of Bob/);
    await ada.send({});
    assert.match(ada.text, /The link is revoked/);
    const late = new Visitor(team.url);
    await late.open(link);
    assert.match(late.text, /used or withdrawn, or is too old/);
  });

  it('give a member another role, which counts at once', async () => {
    await bob.open('/settings');
    assert.equal(bob.status, 403);
    await ada.open(`/members/${idOfBob}`);
    await ada.send({ role: 'admin' }, `/members/${idOfBob}/role`);
    assert.match(ada.text, /The role was changed/);
    await bob.open('/settings');
    assert.equal(bob.status, 200);
  });

  it('change a password and end other sessions', async () => {
    const elsewhere = new Visitor(team.url);
    await elsewhere.open('/sign-in');
    await elsewhere.send({ email: 'bob@example.com', password });
    await bob.open('/account');
    const [, end = ''] = /action="(\/account\/sessions\/\w+\/end)"/.exec(bob.html) ?? [];
    const otherTab = bob.html;
    await bob.send({}, end);
    assert.match(bob.text, /The session has ended/);
    bob.html = otherTab;
    await bob.send({}, end);
    assert.match(bob.text, /This session has ended already/);
    await elsewhere.open('/sign-in');
    await elsewhere.send({ email: 'bob@example.com', password });
    await bob.open('/account');
    await bob.send({ current: 'not it', password: `${password} 2` }, '/account/password');
    assert.ok(bob.status >= 400);
    assert.match(bob.html, /href="#current"/);
    await bob.send({ current: password, password: `${password} 2` }, '/account/password');
    assert.match(bob.text, /Your password was changed/);
    await elsewhere.open('/account');
    assert.match(elsewhere.path, /^\/sign-in/);
  });

  it('remove a member with the keys that are named first', async () => {
    await bob.open('/keys/new');
    await bob.send({ name: 'Bob’s laptop', kind: 'production' });
    await ada.open(`/members/${idOfBob}/remove`);
    assert.match(ada.text, /Remove Bob\?.*These API keys are revoked: Bob’s laptop/);
    await ada.send({});
    assert.match(ada.text, /Bob was removed/);
    await bob.open('/keys');
    assert.match(bob.path, /^\/sign-in/);
    await ada.open('/keys');
    assert.match(ada.text, /Bob’s laptop Revoked/);
  });

  it('keep settings that are right, and say what is wrong with others', async () => {
    await ada.open('/settings');
    await ada.send({ organisation: 'Acme', plan: 'enterprise', requestsPerHour: '', keepDays: '0' });
    assert.equal(ada.status, 422);
    assert.match(ada.html, /href="#requestsPerHour".*href="#keepDays"/s);
    await ada.send({ organisation: 'Acme', plan: 'enterprise', requestsPerHour: '5000', keepDays: '90' });
    assert.match(ada.text, /The settings were saved/);
    const stored = await team.database.selectFrom('settings').selectAll().executeTakeFirst();
    assert.deepEqual(
      [stored?.organisation, stored?.plan, stored?.requests_per_hour, stored?.keep_days],
      ['Acme', 'enterprise', 5_000, 90],
    );
    const odd = String.raw`Acme \u0000`;
    await ada.open('/settings');
    await ada.send({ organisation: odd, plan: 'enterprise', requestsPerHour: '5000', keepDays: '90' });
    await ada.open('/audit?action=settings');
    assert.ok(ada.text.includes(`organisation: ${odd}`));
    assert.match(ada.text, /settings\.change Settings .*organisation: Acme,/);
    assert.match(ada.html, /<option value="account"/);
  });

  it('count the requests of this hour by key, and the reviews by day', async () => {
    const [first] = await team.members.list();
    await fillSampleTeam(team.database, first?.id ?? '');
    await ada.open('/usage');
    assert.match(ada.text, /ci …3f9a production 940 of 5,000/);
    assert.equal((ada.html.match(/<tr role="row">/g) ?? []).length - 2, 30 + 2);
    assert.match(ada.html, /role="img" aria-label="Reviews by day: \d+ completed and \d+ failed in 30 days/);
  });
});
