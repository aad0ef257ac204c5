import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { listAudit } from '../../../../../src/service/team/members/audit.ts';
import { isProblem, type Done, type Problem } from '../../../../../src/service/team/members/member.ts';
import { Browser, done, openTeam, password, refusal, tokenOf, type Team } from './team.ts';

describe('the members of a team', () => {
  let team: Team;
  let ada: Browser;

  beforeEach(async () => {
    team = await openTeam();
    ada = await team.join('Ada');
  });

  afterEach(() => team.close());

  /** A key that a member has made. */
  const addKey = async (id: string, createdBy: string) =>
    team.database
      .insertInto('api_keys')
      .values({
        id,
        kind: 'production',
        name: `of ${id}`,
        hash: `hash of ${id}`,
        last_four: '0000',
        created_by: createdBy,
      })
      .execute();

  it('lists members with their sessions', async () => {
    const bob = await team.join('bob');
    done(await new Browser(team.members).signIn({ email: 'bob@example.com', password }));
    await team.members.signOut(ada.visit());
    const rows = await team.members.list();
    assert.deepEqual(
      rows.map(({ name, role, sessions, hasPassword, isConnected }) => [
        name,
        role,
        sessions,
        hasPassword,
        isConnected,
      ]),
      [
        ['Ada', 'admin', 0, true, false],
        ['bob', 'member', 2, true, false],
      ],
    );
    assert.equal(rows[0]?.signedInAt, undefined);
    assert.ok(rows[1]?.signedInAt instanceof Date);
    assert.equal((await bob.signedIn()).member.name, 'bob');
  });

  it('changes a role at once, for every session and process', async () => {
    const bob = await team.join('Bob');
    const { member } = await bob.signedIn();
    assert.equal(await team.members.setRole(await ada.signedIn(), member.id, 'admin'), undefined);
    assert.equal((await team.process().memberOf(bob.visit()))?.member.role, 'admin');
    assert.equal(refusal(await team.members.setRole(await ada.signedIn(), member.id, 'owner')).status, 422);
    assert.equal(refusal(await team.members.setRole(await ada.signedIn(), 'nobody', 'admin')).status, 404);
  });

  it('always has an admin, also where two step back at the same moment', async () => {
    const [first, second] = [await ada.signedIn(), await (await team.join('Bob', 'admin')).signedIn()];
    const answers = await Promise.all([
      team.members.setRole(first, first.member.id, 'member'),
      team.members.remove(second, second.member.id),
      team.members.setRole(first, second.member.id, 'member'),
    ]);
    assert.ok(answers.some(isProblem));
    const admins = (await team.members.list()).filter(({ role }) => role === 'admin');
    assert.equal(admins.length, 1);
    const [last = assert.fail()] = admins;
    const actor = [first, second].find(({ member }) => member.id === last.id) ?? assert.fail();
    assert.match(refusal(await team.members.remove(actor, last.id)).problem, /is the last admin/);
    assert.equal(refusal(await team.members.setRole(actor, last.id, 'member')).status, 409);
  });

  it('takes everything from a member who goes: sessions, keys, open invitations and links', async () => {
    const bob = await team.join('Bob', 'admin');
    const [actor, other] = [await ada.signedIn(), await bob.signedIn()];
    await addKey('one', other.member.id);
    await addKey('two', actor.member.id);
    const { link: invitation } = done(await team.members.invite(other, { role: 'admin' }));
    const { link: forBob } = done(await team.members.passwordLink(actor, other.member.id));
    const removal = await team.members.removal(other.member.id);
    assert.deepEqual(removal?.keys, [{ id: 'one', name: 'of one', lastFour: '0000' }]);

    assert.equal(await team.members.remove(actor, other.member.id), undefined);
    assert.equal(await bob.isSignedIn(), false);
    assert.equal(refusal(await bob.signIn({ email: 'bob@example.com', password })).status, 422);
    const keys = await team.database.selectFrom('api_keys').select(['id', 'revoked_at']).orderBy('id').execute();
    assert.deepEqual(
      keys.map(key => key.revoked_at === null),
      [false, true],
    );
    for (const link of [invitation, forBob]) assert.equal(await team.members.invitation(tokenOf(link)), undefined);
    assert.equal(refusal(await team.members.remove(actor, other.member.id)).status, 404);
    // Nothing that was under way as an admin goes on.
    assert.equal(refusal(await team.members.invite(other, { role: 'admin' })).status, 403);
  });

  it('takes the links of an admin who becomes a member: none leads back', async () => {
    const bob = await team.join('Bob', 'admin');
    const asBob = await bob.signedIn();
    const { member } = await ada.signedIn();
    const links = [
      done(await team.members.invite(asBob, { role: 'admin' })).link,
      done(await team.members.passwordLink(asBob, member.id)).link,
    ];
    const kept = done(await team.members.invite(await ada.signedIn(), { role: 'member' })).link;
    assert.equal(await team.members.setRole(await ada.signedIn(), asBob.member.id, 'member'), undefined);
    const form = { name: 'Mallory', email: 'mallory@example.com', password };
    for (const link of links) {
      const answer = await team.members.join(new Browser(team.members).visit(), { ...form, token: tokenOf(link) });
      assert.equal(refusal(answer).status, 410);
    }
    assert.equal(await ada.isSignedIn(), true);
    done(await team.members.join(new Browser(team.members).visit(), { ...form, token: tokenOf(kept) }));
  });

  it('lets a member leave, and nobody else be removed by one', async () => {
    const bob = await team.join('Bob');
    const { member } = await ada.signedIn();
    assert.equal(refusal(await team.members.remove(await bob.signedIn(), member.id)).status, 403);
    const leaving = await bob.signedIn();
    assert.equal(await team.members.remove(leaving, leaving.member.id), undefined);
    assert.deepEqual(
      (await team.members.list()).map(({ name }) => name),
      ['Ada'],
    );
  });

  it('ends sessions: own ones, and those of others by admins only', async () => {
    const bob = await team.join('Bob');
    const elsewhere = new Browser(team.members, '198.51.100.1');
    done(await elsewhere.signIn({ email: 'bob@example.com', password }));
    const signedIn = await bob.signedIn();
    const rows = await team.members.sessions(signedIn.member.id);
    assert.deepEqual(
      rows.map(({ address, userAgent }) => [address, userAgent]),
      [
        ['198.51.100.1', 'Test'],
        ['192.0.2.1', 'Test'],
      ],
    );
    const { sessionId } = await ada.signedIn();
    assert.equal(refusal(await team.members.endSession(signedIn, sessionId)).status, 403);
    const gone = refusal(await team.members.endSession(signedIn, 'unknown'));
    assert.equal(gone.status, 403);
    assert.match(gone.problem, /has ended already/);
    assert.equal(await team.members.endSession(signedIn, (await elsewhere.signedIn()).sessionId), undefined);
    assert.equal(await elsewhere.isSignedIn(), false);
    done(await elsewhere.signIn({ email: 'bob@example.com', password }));
    await team.members.endOtherSessions(signedIn);
    assert.deepEqual([await elsewhere.isSignedIn(), await bob.isSignedIn()], [false, true]);
    assert.equal(await team.members.endSession(await ada.signedIn(), signedIn.sessionId), undefined);
    assert.equal(await bob.isSignedIn(), false);
    assert.equal(refusal(await team.members.endSession(await ada.signedIn(), signedIn.sessionId)).status, 404);
  });

  it('changes a password: with the current one, ending all other sessions', async () => {
    const elsewhere = new Browser(team.members);
    done(await elsewhere.signIn({ email: 'ada@example.com', password }));
    const before = ada.visit();
    const change = async (form: Record<string, string>) =>
      team.members.changePassword(ada.visit(), await ada.signedIn(), form);
    assert.equal(
      refusal(await change({ current: 'wrong password', password: 'a new good password' })).field,
      'current',
    );
    for (const bad of ['', 'short', 'x'.repeat(200), 'aaaaaaaaaaaaaa', 'ada@example.com'])
      assert.equal(refusal(await change({ current: password, password: bad })).field, 'password', bad);
    ada.take(await change({ current: password, password: 'ein neues Paßwort 🔑' }));
    assert.equal(await ada.isSignedIn(), true);
    for (const ended of [elsewhere.visit(), before]) assert.equal(await team.members.memberOf(ended), undefined);
    assert.equal(refusal(await elsewhere.signIn({ email: 'ada@example.com', password })).status, 422);
    done(await elsewhere.signIn({ email: 'ada@example.com', password: 'ein neues Paßwort 🔑' }));
    for (let index = 0; index < 18; index++) await change({ current: 'wrong', password: 'a new good password' });
    assert.equal(refusal(await change({ current: 'wrong', password: 'a new good password' })).status, 429);
  });

  it('changes a password twice at the same moment, as by a double click: the later one counts', async () => {
    const [signedIn, visit] = [await ada.signedIn(), ada.visit()];
    const forms = ['a new good password', 'another good password'].map(to => ({ current: password, password: to }));
    const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let answers: Promise<Done | Problem>[] = [];
    await team.database.transaction().execute(async transaction => {
      await transaction.selectFrom('account').select('id').forUpdate().execute();
      answers = forms.map(form => team.members.changePassword(visit, signedIn, form));
      while ((await waiting.execute(team.database)).rows.length < forms.length);
    });
    for (const answer of await Promise.all(answers)) done(answer);
    const signIns = forms.map(form => new Browser(team.members).signIn({ email: 'ada@example.com', ...form }));
    assert.equal((await Promise.all(signIns)).filter(isProblem).length, 1);
  });

  it('takes names as one harmless line', async () => {
    const name = 'Eve\r\nSet-Cookie: a=b\u202e\0';
    const { link } = done(await team.members.invite(await ada.signedIn(), { role: 'member' }));
    const browser = new Browser(team.members);
    const form = { token: tokenOf(link), email: 'eve@example.com', password };
    for (const bad of ['', ' ', '\u200b', 'x'.repeat(101)])
      assert.equal(refusal(await team.members.join(browser.visit(), { ...form, name: bad })).field, 'name');
    const answer = done(await team.members.join(browser.visit(), { ...form, name }));
    assert.ok(answer.cookies.every(cookie => new Headers({ 'set-cookie': cookie }).has('set-cookie')));
    browser.take(answer);
    assert.equal((await browser.signedIn()).member.name, 'Eve Set-Cookie: a=b');
  });

  it('keeps a list of what was done, by whom, without a secret, and of nothing that was refused', async () => {
    const bob = await team.join('Bob');
    const [actor, other] = [await ada.signedIn(), await bob.signedIn()];
    done(await team.members.invite(actor, { role: 'admin', email: 'cy@example.com' }));
    await team.members.setRole(other, other.member.id, 'admin');
    await team.members.remove(actor, other.member.id);
    await team.members.signOut(ada.visit());
    await team.members.signOut(ada.visit());
    const all = await listAudit(team.database);
    assert.deepEqual(
      all.map(({ actorName, action, object }) => `${actorName}: ${action} ${object}`),
      [
        'Ada: session.end ada@example.com',
        'Ada: member.remove bob@example.com',
        'Ada: invitation.create cy@example.com',
        'Bob: session.create bob@example.com',
        'Bob: member.join bob@example.com',
        'Ada: invitation.create anyone',
        'Ada: session.create ada@example.com',
        'Ada: member.join ada@example.com',
      ],
    );
    assert.deepEqual(all[1]?.detail, { keys: 0 });
    const ofBob = await listAudit(team.database, { actor: other.member.id, action: 'member' });
    assert.deepEqual(
      ofBob.map(({ action }) => action),
      ['member.join'],
    );
    const page = await listAudit(team.database, { limit: 2, before: all[2]?.id ?? 0 });
    assert.deepEqual(page, all.slice(3, 5));
    assert.deepEqual(await listAudit(team.database, { action: "member' or true --", before: Number.NaN }), []);
  });
});
