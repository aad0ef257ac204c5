import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { isProblem } from '../../../../../src/service/team/members/member.ts';
import { Browser, done, openTeam, password, refusal, tokenOf, type Team } from './team.ts';

describe('joining a team', () => {
  let team: Team;

  beforeEach(async () => {
    team = await openTeam();
  });

  afterEach(() => team.close());

  const form = (link: string, name = 'Ada') => ({
    token: tokenOf(link),
    name,
    email: `${name.toLowerCase()}@example.com`,
    password,
  });

  it('makes the first member an admin by the link of the start, whichever process has printed it', async () => {
    const first = (await team.members.firstLink()) ?? '';
    const second = (await team.process().firstLink()) ?? '';
    assert.match(first, /^\/first-member\?token=[\w-]{43}$/);
    assert.notEqual(first, second);
    assert.deepEqual(await team.members.invitation(tokenOf(first)).then(found => found?.isFirst), true);

    const ada = new Browser(team.members);
    ada.take(await team.members.join(ada.visit(), form(first)));
    const { member } = await ada.signedIn();
    assert.deepEqual([member.name, member.email, member.role], ['Ada', 'ada@example.com', 'admin']);

    for (const link of [first, second]) {
      assert.equal(await team.members.invitation(tokenOf(link)), undefined);
      assert.equal(refusal(await team.members.join(ada.visit(), form(link, 'Bob'))).status, 410);
    }
    assert.equal(await team.members.firstLink(), undefined);
  });

  it('has one first member where several links are used at the same moment', async () => {
    const links = await Promise.all(Array.from({ length: 4 }, async () => (await team.members.firstLink()) ?? ''));
    const visit = new Browser(team.members).visit();
    const answers = await Promise.all(
      links.map((link, index) => team.members.join(visit, form(link, ['Ada', 'Bob', 'Cy', 'Di'][index]))),
    );
    assert.equal(answers.filter(answer => !isProblem(answer)).length, 1);
    assert.equal((await team.members.list()).length, 1);
  });

  it('lets one person in by one invitation, also at the same moment', async () => {
    const ada = await team.join('Ada');
    const { link } = done(await team.members.invite(await ada.signedIn(), { role: 'member' }));
    assert.match(link, /^https:\/\/reviews\.example\.com\/invitation\?token=/);
    const visit = new Browser(team.members).visit();
    const answers = await Promise.all(['Bob', 'Cy', 'Di'].map(name => team.members.join(visit, form(link, name))));
    assert.deepEqual(
      answers.filter(isProblem).map(({ status }) => status),
      [410, 410],
    );
    const list = await team.members.list();
    assert.deepEqual(list.map(({ role }) => role).toSorted(), ['admin', 'member']);
    assert.equal(refusal(await team.members.join(visit, form(link, 'Eve'))).status, 410);
  });

  it('refuses an invitation that was revoked, is too old, is unknown, or for somebody else', async () => {
    const ada = await team.join('Ada');
    const actor = await ada.signedIn();
    const visit = new Browser(team.members).visit();
    const { link } = done(await team.members.invite(actor, { role: 'member', email: '' }));
    const [row = assert.fail('There is no invitation.')] = await team.members.invitations();
    assert.equal(row.createdBy, 'Ada');
    assert.equal(await team.members.revokeInvitation(actor, row.id), undefined);
    assert.equal(refusal(await team.members.revokeInvitation(actor, row.id)).status, 409);
    assert.equal(refusal(await team.members.revokeInvitation(actor, "' or true --")).status, 409);
    assert.equal(refusal(await team.members.join(visit, form(link, 'Bob'))).status, 410);

    const { link: old } = done(await team.members.invite(actor, { role: 'member' }));
    await sql`update invitations set expires_at = now() - interval '1 second' where revoked_at is null`.execute(
      team.database,
    );
    assert.equal(refusal(await team.members.join(visit, form(old, 'Bob'))).status, 410);
    assert.deepEqual(await team.members.invitations(), []);
    assert.equal(refusal(await team.members.join(visit, { ...form(old), token: undefined })).status, 410);

    const { link: named } = done(await team.members.invite(actor, { role: 'admin', email: ' Bob@Example.com ' }));
    const bob = new Browser(team.members);
    bob.take(await team.members.join(bob.visit(), { ...form(named, 'Eve'), name: 'Bob' }));
    const { member } = await bob.signedIn();
    assert.deepEqual([member.email, member.role], ['bob@example.com', 'admin']);
  });

  it('lets only admins invite, also where they were admins a moment ago', async () => {
    await team.join('Ada');
    const bob = await team.join('Bob', 'admin');
    const asAdmin = await bob.signedIn();
    await sql`update "user" set role = 'member' where name = 'Bob'`.execute(team.database);
    assert.equal(refusal(await team.members.invite(asAdmin, { role: 'admin' })).status, 403);
    assert.equal(refusal(await team.members.passwordLink(asAdmin, asAdmin.member.id)).status, 403);
    assert.equal(refusal(await team.members.setRole(asAdmin, asAdmin.member.id, 'admin')).status, 403);
  });

  it('has a member set a new password by a link of an admin, once, and ends the sessions', async () => {
    const ada = await team.join('Ada');
    const bob = await team.join('Bob');
    const { member } = await bob.signedIn();
    const { link } = done(await team.members.passwordLink(await ada.signedIn(), member.id));
    const found = await team.members.invitation(tokenOf(link));
    assert.equal(found?.member?.name, 'Bob');
    const other = new Browser(team.members);
    other.take(await team.members.join(other.visit(), { token: tokenOf(link), password: 'another good password' }));
    assert.equal((await other.signedIn()).member.id, member.id);
    assert.equal(await bob.isSignedIn(), false);
    assert.equal(refusal(await bob.signIn({ email: member.email, password })).status, 422);
    done(await bob.signIn({ email: member.email, password: 'another good password' }));
    const again = await team.members.join(other.visit(), { token: tokenOf(link), password: 'a third good password' });
    assert.equal(refusal(again).status, 410);
    assert.equal((await team.members.list()).length, 2);
  });

  it('keeps no token, password or cookie that would let anybody in', async () => {
    const ada = await team.join('Ada');
    const { link } = done(await team.members.invite(await ada.signedIn(), { role: 'member' }));
    const first = tokenOf(link);
    const tables = ['user', 'account', 'invitations', 'audit', 'verification', 'permits'] as const;
    const rows = await Promise.all(tables.map(table => team.database.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(rows);
    for (const secret of [first, password, ...ada.cookies.values()]) assert.ok(!text.includes(secret));
    // A token of the table `session` alone is no cookie: it lacks the signature.
    const { token } = await team.database.selectFrom('session').select('token').executeTakeFirstOrThrow();
    const thief = new Browser(team.members);
    for (const name of ada.cookies.keys()) thief.cookies.set(name, token);
    assert.equal(await thief.isSignedIn(), false);
  });
});
