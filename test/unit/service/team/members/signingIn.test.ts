import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { isInFull } from '../../../../host/seed.ts';
import { databaseFailure } from '../../../../../src/service/team/database/databaseFailure.ts';
import { openDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import { PasswordHashing } from '../../../../../src/service/team/members/session/passwordHashing.ts';
import { Browser, done, openTeam, password, publicUrl, refusal, type Team } from './team.ts';

const session = '__Host-code-review.session_token';

describe('signing in by password', () => {
  let team: Team;

  beforeEach(async () => {
    team = await openTeam();
    await team.join('Ada');
  });

  afterEach(() => team.close());

  it('signs in, on all processes, and out', async () => {
    const browser = new Browser(team.members);
    done(await browser.signIn({ email: ' ADA@example.com', password }));
    const { member } = await browser.signedIn();
    assert.equal(member.name, 'Ada');
    assert.equal((await team.process().memberOf(browser.visit()))?.member.id, member.id);
    const before = browser.visit();
    browser.take(await team.members.signOut(browser.visit()));
    assert.equal(browser.cookies.has(session), false);
    assert.equal(await team.members.memberOf(before), undefined);
  });

  it('has cookies that scripts, other sites and plain http do not get', async () => {
    const answer = done(
      await team.members.signIn(new Browser(team.members).visit(), { email: 'ada@example.com', password }),
    );
    assert.equal(answer.cookies.length, 2);
    for (const cookie of answer.cookies) {
      assert.match(cookie, /^__Host-code-review\.\w+=/);
      for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
        assert.ok(cookie.split('; ').includes(attribute), cookie);
      assert.doesNotMatch(cookie, /Domain/);
    }
    const local = team.process({ publicUrl: new URL('http://127.0.0.1:3000') });
    const plain = done(await local.signIn(new Browser(local).visit(), { email: 'ada@example.com', password }));
    for (const cookie of plain.cookies) assert.match(cookie, /^code-review\.\w+=(?!.*Secure)/);
  });

  it('gives a session a new id at each sign-in and ends the one that was there', async () => {
    const browser = new Browser(team.members);
    done(await browser.signIn({ email: 'ada@example.com', password }));
    const [planted, visit] = [browser.cookies.get(session), browser.visit()];
    done(await browser.signIn({ email: 'ada@example.com', password }));
    assert.notEqual(browser.cookies.get(session), planted);
    assert.equal(await team.members.memberOf(visit), undefined);
    assert.equal(await browser.isSignedIn(), true);
  });

  it('takes no cookie that was forged, changed, or signed with another key', async () => {
    const browser = new Browser(team.members);
    done(await browser.signIn({ email: 'ada@example.com', password }));
    const cookie = decodeURIComponent(browser.cookies.get(session) ?? '');
    const [token = '', signature = ''] = cookie.split('.');
    const forged = [
      token,
      `${token}.`,
      `${token}.${'A'.repeat(43)}=`,
      `${token.slice(1)}x.${signature}`,
      `.${signature}`,
      "' or true --.x",
      '%',
      'x'.repeat(10_000),
    ];
    for (const value of forged) {
      browser.cookies.set(session, encodeURIComponent(value));
      assert.equal(await browser.isSignedIn(), false, value.slice(0, 50));
    }
    browser.cookies.set(session, encodeURIComponent(cookie));
    assert.equal(await browser.isSignedIn(), true);
    const other = team.process({ secretKey: Buffer.alloc(32, 8) });
    assert.equal(await other.memberOf(browser.visit()), undefined);
  });

  it('ends a session by the clock of the database, whatever that of the process says', async () => {
    const browser = new Browser(team.members);
    const RightDate = Date;
    for (const years of [-10, 10]) {
      const shift = years * 365 * 24 * 3_600_000;
      globalThis.Date = new Proxy(RightDate, {
        construct: (of, [time]: readonly (number | undefined)[]) => new of(time ?? of.now() + shift),
        get: (of, key) => (key === 'now' ? () => of.now() + shift : (Reflect.get(of, key) as unknown)),
      });
      try {
        done(await browser.signIn({ email: 'ada@example.com', password }));
        assert.equal(await browser.isSignedIn(), true);
      } finally {
        globalThis.Date = RightDate;
      }
      assert.equal(await browser.isSignedIn(), true);
    }
    const [row] = await team.members.sessions((await browser.signedIn()).member.id);
    assert.ok(row !== undefined && row.expiresAt.getTime() - row.createdAt.getTime() === 30 * 24 * 3_600_000);
    await sql`update session set "expiresAt" = now() - interval '1 second'`.execute(team.database);
    assert.equal(await browser.isSignedIn(), false);
  });

  it('refuses a form of another site, of another session, or without a token', async () => {
    const browser = new Browser(team.members);
    done(await browser.signIn({ email: 'ada@example.com', password }));
    const signedIn = await browser.signedIn();
    const other = new Browser(team.members);
    done(await other.signIn({ email: 'ada@example.com', password }));
    const { csrfToken: foreign } = await other.signedIn();
    const { csrfToken } = signedIn;
    const own = { origin: publicUrl.origin };
    const check = (headers: Record<string, string>, csrf: string | undefined, session = true) =>
      team.members.checkCsrf(browser.visit(headers), { csrf }, session ? signedIn : undefined)?.status;
    assert.equal(check(own, csrfToken), undefined);
    assert.equal(check({ 'sec-fetch-site': 'same-origin' }, csrfToken), undefined);
    for (const token of [foreign, '', undefined, `${csrfToken}x`, csrfToken.slice(1)])
      assert.equal(check(own, token), 403);
    for (const origin of [
      'https://evil.example',
      'null',
      'https://reviews.example.com.evil.example',
      'http://reviews.example.com',
    ])
      assert.equal(check({ origin, 'sec-fetch-site': 'same-origin' }, csrfToken), 403, origin);
    assert.equal(check({}, csrfToken), 403);
    assert.equal(check({ 'sec-fetch-site': 'same-site' }, csrfToken), 403);
    // Nobody is signed in by another site either.
    assert.equal(check(own, undefined, false), undefined);
    assert.equal(check({ origin: 'https://evil.example' }, undefined, false), 403);
  });

  it('tells nobody which addresses have an account, neither in words nor by the time it takes', async () => {
    const slow = team.process({ hashing: new PasswordHashing() });
    const hash = await new PasswordHashing().hash(password);
    await sql`update account set password = ${hash}`.execute(team.database);
    // Of the processor: on a busy machine the rest is a wait.
    const times = { known: [] as number[], unknown: [] as number[] };
    const problems = new Set<string>();
    for (let index = 0; index < 6; index++) {
      const visit = new Browser(slow, `192.0.2.${index}`).visit();
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? 'ada@example.com' : `nobody${index}@example.com`;
        const start = process.cpuUsage();
        problems.add(refusal(await slow.signIn(visit, { email, password: 'wrong password' })).problem);
        const { user, system } = process.cpuUsage(start);
        times[kind].push(user + system);
      }
    }
    assert.equal(problems.size, 1);
    const ratio = Math.min(...times.known) / Math.min(...times.unknown);
    assert.ok(ratio > 0.6 && ratio < 1.7, `known takes ${ratio} of the time of unknown`);
    done(await slow.signIn(new Browser(slow).visit(), { email: 'ada@example.com', password }));
  });

  it('refuses hostile passwords and addresses without hashing them', async () => {
    const browser = new Browser(team.members);
    const hashed = team.hashing.count;
    for (const bad of ['', 'x'.repeat(129), 'x'.repeat(1_000_000)])
      assert.equal(refusal(await browser.signIn({ email: 'ada@example.com', password: bad })).status, 422);
    const emails = [
      // Of other scripts: a Cyrillic letter, a full-width one, a Kelvin sign.
      '\u0430da@example.com',
      '\uff41da@example.com',
      'ada@\u212aexample.com',
      'ada@example.com\r\nBcc: eve@example.com',
      'ada@example.com,eve@example.com',
      'ada\0@example.com',
      `${'a'.repeat(300)}@example.com`,
      'ada',
      undefined,
    ];
    for (const email of emails) assert.equal(refusal(await browser.signIn({ email, password })).field, 'email');
    assert.equal(team.hashing.count, hashed);
    assert.equal(await browser.isSignedIn(), false);
  });

  it('lets nobody be locked out by 10,000 failed sign-ins of others, nor is much hashed for them', async () => {
    await team.join('Bob');
    const known = new Browser(team.members, '198.51.100.7');
    done(await known.signIn({ email: 'ada@example.com', password }));

    const hashed = team.hashing.count;
    const attack = (address: string, email: string) =>
      team.members.signIn(new Browser(team.members, address).visit(), { email, password: 'a guess' });
    const rounds = isInFull() ? 100 : 10;
    for (let round = 0; round < rounds; round++) {
      // One account from everywhere, and every account from the network of its owner.
      const everywhere = Array.from({ length: 60 }, (_, index) => attack(`10.${round}.${index}.1`, 'ada@example.com'));
      const nearby = Array.from({ length: 40 }, (_, index) => attack('198.51.100.7', `u${round}-${index}@example.com`));
      await Promise.all([...everywhere, ...nearby]);
    }
    assert.equal(team.hashing.count - hashed, 120);

    // The owner from where she has signed in before, and others.
    done(await known.signIn({ email: 'ada@example.com', password }));
    const elsewhere = new Browser(team.members, '203.0.113.9');
    done(await elsewhere.signIn({ email: 'bob@example.com', password }));
    const refused = refusal(await elsewhere.signIn({ email: 'ada@example.com', password }));
    assert.equal(refused.status, 429);
    assert.ok(refused.retryAfter !== undefined && refused.retryAfter > 0 && refused.retryAfter <= 3_600);
  });

  it('refuses at once what would have to wait long for a processor', async () => {
    const hashing = new PasswordHashing(1, 1);
    const answers = await Promise.allSettled(['first', 'second', 'third'].map(hashing.hash));
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    );
    await hashing.hash('fourth');
  });

  it('says of a database that is gone that it is, and lets nobody in meanwhile', async () => {
    const ada = new Browser(team.members);
    done(await ada.signIn({ email: 'ada@example.com', password }));
    const gone = openDatabase({
      url: 'postgres://127.0.0.1:1/none',
      connections: 1,
      name: 'gone',
      onError: () => undefined,
    });
    const members = team.process({ database: gone.database });
    const isTold = (error: unknown) => databaseFailure(error)?.kind === 'service';
    await assert.rejects(members.memberOf(ada.visit()), isTold);
    await assert.rejects(members.signIn(ada.visit(), { email: 'ada@example.com', password }), isTold);
    await assert.rejects(members.join(ada.visit(), { token: 'any' }), isTold);
    await gone.close();
    assert.equal(await ada.isSignedIn(), true);
  });

  it('does not count sign-ins that succeed', async () => {
    const browser = new Browser(team.members);
    for (let index = 0; index < 30; index++) {
      browser.cookies.clear();
      done(await browser.signIn({ email: 'ada@example.com', password }));
    }
  });
});
