import assert from 'node:assert/strict';
import type { Members } from '../../../../../src/service/team/members/members.ts';
import { listAudit } from '../../../../../src/service/team/members/audit.ts';
import { OidcProvider, type Person } from './oidcProvider.ts';
import { Browser, done, openTeam, password, refusal, tokenOf, type Team } from './team.ts';

const eve: Person = { sub: 'eve-1', email: 'eve@example.com', email_verified: true, name: 'Eve' };

describe('signing in by OIDC', () => {
  let provider: OidcProvider;
  let team: Team;
  let members: Members;
  let ada: Browser;

  beforeEach(async () => {
    provider = await OidcProvider.start();
    team = await openTeam();
    members = team.process({ oidc: options() });
    ada = await team.join('Ada');
  });

  afterEach(async () => {
    await team.close();
    await provider.stop();
  });

  const options = () => ({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    name: 'Acme ID',
    domains: ['acme.example'],
  });

  /** Goes to the provider and back. */
  async function signIn(browser: Browser, person: Person, through = members, at = provider) {
    const { oidc = assert.fail('There is no OIDC.') } = through;
    const onward = done(await oidc.start(browser.visit()));
    browser.take(onward);
    const answer = await oidc.callback(browser.visit(), at.authorize(onward.location, person));
    if (!('problem' in answer)) browser.take(answer);
    return answer;
  }

  it('goes on at a process whose clock is hours ahead of that of the one it began at', async () => {
    await invite('eve@example.com');
    const browser = new Browser(members);
    const { now } = Date;
    let onward: string;
    try {
      Date.now = () => now() - 5 * 3_600_000;
      const begun = done((await members.oidc?.start(browser.visit())) ?? assert.fail());
      browser.take(begun);
      onward = begun.location;
    } finally {
      Date.now = now;
    }
    const other = team.process({ oidc: options() });
    const answer = done(
      (await other.oidc?.callback(browser.visit(), provider.authorize(onward, eve))) ?? assert.fail(),
    );
    assert.equal(answer.location, '/');
    const { joinedAt = assert.fail() } = (await members.list()).find(({ email }) => email === eve.email) ?? {};
    assert.ok(Math.abs(joinedAt.getTime() - now()) < 60_000);
  });

  const invite = async (email: string, role = 'member') =>
    done(await members.invite(await ada.signedIn(), { role, email }));

  it('lets an invited address in once, in its role, and knows it again by its account there', async () => {
    await invite('eve@example.com', 'admin');
    const browser = new Browser(members);
    assert.equal(done(await signIn(browser, eve)).location, '/');
    const { member } = await browser.signedIn();
    assert.deepEqual([member.name, member.email, member.role], ['Eve', 'eve@example.com', 'admin']);
    assert.deepEqual(await members.invitations(), []);

    const again = new Browser(members);
    done(await signIn(again, { ...eve, email: 'eve.new@example.com', name: 'Renamed' }));
    assert.deepEqual((await again.signedIn()).member, member);
    const actions = (await listAudit(team.database)).map(({ action, actorName, detail }) => [
      action,
      actorName,
      detail['by'],
    ]);
    assert.deepEqual(actions.slice(0, 3), [
      ['session.create', 'Eve', 'Acme ID'],
      ['session.create', 'Eve', 'Acme ID'],
      ['member.join', 'Eve', 'Acme ID'],
    ]);
    const accounts = await team.database.selectFrom('account').selectAll().where('providerId', '=', 'oidc').execute();
    assert.equal(accounts.length, 1);
    const [{ accessToken, refreshToken, idToken } = assert.fail()] = accounts;
    assert.deepEqual([accessToken, refreshToken, idToken], [null, null, null]);
  });

  it('lets addresses of a named domain in as members, and of no domain that only looks like it', async () => {
    const browser = new Browser(members);
    done(await signIn(browser, { ...eve, email: 'Eve@ACME.example' }));
    assert.equal((await browser.signedIn()).member.role, 'member');
    const others = [
      'eve@evil-acme.example',
      'eve@acme.example.evil.example',
      'eve@sub.acme.example',
      'eve@example.com',
    ];
    for (const [index, email] of others.entries())
      assert.match(
        refusal(await signIn(new Browser(members), { ...eve, sub: `${index}`, email })).problem,
        /not invited/,
      );
    const odd = ['eve@\u0430cme.example', 'eve@acme.example@evil.example', '"eve@acme.example"@evil.example'];
    for (const [index, email] of odd.entries())
      assert.equal(refusal(await signIn(new Browser(members), { ...eve, sub: `odd${index}`, email })).status, 403);
    assert.equal((await members.list()).length, 2);
  });

  it('lets nobody in before the first member, whose link makes an admin', async () => {
    await team.database.deleteFrom('user').execute();
    const link = await members.firstLink();
    const early = { ...eve, email: 'eve@acme.example' };
    assert.match(refusal(await signIn(new Browser(members), early)).problem, /no admin yet/);
    const browser = new Browser(members);
    const form = { token: tokenOf(link ?? ''), name: 'Ada', email: 'ada@example.com', password };
    browser.take(await members.join(browser.visit(), form));
    assert.equal((await browser.signedIn()).member.role, 'admin');
    done(await signIn(new Browser(members), early));
  });

  it('refuses an address that the provider has not verified, or that it does not send', async () => {
    await invite('eve@example.com');
    const without = { sub: 'eve-1', email_verified: true, name: 'Eve' };
    for (const person of [
      { ...eve, email_verified: false },
      { sub: 'eve-1', email: 'eve@example.com' },
    ])
      assert.match(refusal(await signIn(new Browser(members), person)).problem, /verified/);
    assert.match(refusal(await signIn(new Browser(members), without)).problem, /sent no mail address/);
    assert.equal((await members.invitations()).length, 1);
    assert.equal((await members.list()).length, 1);
  });

  it('asks for the address where the ID token does not hold it', async () => {
    provider.hasBareTokens = true;
    await invite('eve@example.com');
    const browser = new Browser(members);
    done(await signIn(browser, eve));
    assert.equal((await browser.signedIn()).member.name, 'Eve');
  });

  it('does not hand a member with a password over to whoever has the address there, until the member connects', async () => {
    const person = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada' };
    const stranger = new Browser(members);
    assert.match(refusal(await signIn(stranger, person)).problem, /Sign in with it, then connect Acme ID/);
    assert.equal(await stranger.isSignedIn(), false);

    assert.match(refusal(await signIn(ada, { ...person, email: 'eve@example.com' })).problem, /another one than here/);
    assert.equal(done(await signIn(ada, person)).location, '/account');
    const [noted] = await listAudit(team.database);
    assert.deepEqual([noted?.actorName, noted?.action], ['Ada', 'account.connect']);
    const browser = new Browser(members);
    done(await signIn(browser, person));
    assert.deepEqual((await browser.signedIn()).member, (await ada.signedIn()).member);
    const [row] = await members.list();
    assert.deepEqual([row?.hasPassword, row?.isConnected], [true, true]);
  });

  it('takes nobody for the member who has the same id at another issuer, and knows who joined by their address', async () => {
    await invite('eve@example.com');
    const before = new Browser(members);
    done(await signIn(before, eve));
    const other = await OidcProvider.start();
    try {
      const { issuer, clientId, clientSecret } = other;
      const moved = team.process({ oidc: { ...options(), issuer, clientId, clientSecret } });
      const namesake = { ...eve, email: 'mallory@example.com' };
      assert.match(refusal(await signIn(new Browser(moved), namesake, moved, other)).problem, /not invited/);
      const after = new Browser(moved);
      done(await signIn(after, { ...eve, sub: 'eve-2' }, moved, other));
      assert.deepEqual((await after.signedIn()).member, (await before.signedIn()).member);
    } finally {
      await other.stop();
    }
  });

  it('refuses an answer in another browser, one that is used twice, and one that nobody asked for', async () => {
    await invite('eve@example.com');
    const { oidc = assert.fail() } = members;
    const browser = new Browser(members);
    const onward = done(await oidc.start(browser.visit()));
    browser.take(onward);
    const search = provider.authorize(onward.location, eve);
    const victim = new Browser(members);
    assert.match(refusal(await oidc.callback(victim.visit(), search)).problem, /another browser/);
    browser.take(await oidc.callback(browser.visit(), search));
    assert.equal(await browser.isSignedIn(), true);
    assert.match(refusal(await oidc.callback(browser.visit(), search)).problem, /used before/);
    for (const bad of ['', '?', '?code=x', '?state=x&code=x', '?error=access_denied', '?error=%0d%0aX: y&state=x'])
      assert.ok(refusal(await oidc.callback(browser.visit(), bad)).status >= 403, bad);
  });

  it('ends the session that the browser had meanwhile', async () => {
    await invite('eve@example.com');
    const { oidc = assert.fail() } = members;
    const browser = new Browser(members);
    const onward = done(await oidc.start(browser.visit()));
    browser.take(onward);
    done(await browser.signIn({ email: 'ada@example.com', password }));
    const former = browser.visit();
    browser.take(await oidc.callback(former, provider.authorize(onward.location, eve)));
    assert.equal((await browser.signedIn()).member.name, 'Eve');
    assert.equal(await members.memberOf(former), undefined);
  });

  it('takes no ID token with a wrong signature, audience, issuer, nonce or time', async () => {
    await invite('eve@example.com');
    const past = Math.floor(Date.now() / 1_000) - 3_600;
    const wrong: Record<string, unknown>[] = [
      { aud: 'another-client' },
      { iss: 'https://evil.example' },
      { nonce: 'another' },
      { nonce: undefined },
      { exp: past, iat: past - 300 },
    ];
    for (const claims of wrong) {
      provider.tamper = all => ({ ...all, ...claims });
      assert.equal(refusal(await signIn(new Browser(members), eve)).status, 502, JSON.stringify(claims));
    }
    provider.tamper = all => all;
    provider.hasForeignKey = true;
    assert.equal(refusal(await signIn(new Browser(members), eve)).status, 502);
    provider.hasForeignKey = false;
    done(await signIn(new Browser(members), eve));
  });

  it('does not stand in the way of passwords while the provider is gone or is another one, and comes back', async () => {
    provider.pretends = 'https://evil.example';
    const { oidc = assert.fail() } = members;
    assert.equal(refusal(await oidc.start(new Browser(members).visit())).status, 502);
    assert.match(team.log.join('\n'), /calls itself https:\/\/evil\.example/);
    const gone = team.process({ oidc: { ...options(), issuer: 'http://127.0.0.1:1' } });
    assert.match(refusal(await gone.oidc?.start(new Browser(gone).visit())).problem, /Acme ID cannot be reached/);
    done(await new Browser(gone).signIn({ email: 'ada@example.com', password }));
    provider.pretends = undefined;
    done(await oidc.start(new Browser(members).visit()));
  });
});
