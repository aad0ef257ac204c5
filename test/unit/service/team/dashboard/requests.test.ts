import assert from 'node:assert/strict';
import { ownPath } from '../../../../../src/service/team/dashboard/requests.ts';
import { fillSampleTeam, hostile } from './sampleTeam.ts';
import { password, TeamDashboard } from './teamDashboard.ts';
import { Visitor } from './visitor.ts';

const ofAdmins = [
  '/members',
  '/members/invite',
  '/audit',
  '/settings',
  '/repositories/connect',
  '/repositories/repo_00000000000000a2',
];
const ofAll = [
  '/reviews',
  '/reviews/rev_a10000000000000000000000',
  '/reviews/rev_a30000000000000000000000',
  '/reviews/rev_a40000000000000000000000',
  '/reviews/rev_a60000000000000000000000',
  '/repositories',
  '/keys',
  '/keys/new',
  '/usage',
  '/account',
];

describe('requests to the dashboard', () => {
  let team: TeamDashboard;
  let ada: Visitor;
  let bob: Visitor;

  before(async () => {
    team = await TeamDashboard.start();
    ada = await team.firstAdmin();
    const [first] = await team.members.list();
    await fillSampleTeam(team.database, first?.id ?? '');
    bob = await team.join(ada, 'Bob');
  });

  after(async () => {
    assert.deepEqual(team.errors, []);
    await team.dispose();
  });

  it('are answered with pages that no browser keeps, frames or runs scripts of others in', async () => {
    for (const path of [...ofAdmins, ...ofAll, '/nothing']) {
      await ada.open(path);
      assert.equal(ada.status, path === '/nothing' ? 404 : 200, path);
      assert.equal(ada.headers.get('cache-control'), 'no-store', path);
      assert.match(
        ada.headers.get('content-security-policy') ?? '',
        /^default-src 'none'.*frame-ancestors 'none'/,
        path,
      );
      assert.doesNotMatch(ada.html, /<style|\sstyle=|<script>|\son[a-z]+=/, path);
    }
  });

  it('show hostile text as it is, and link nothing but http and https', async () => {
    for (const path of [...ofAdmins, ...ofAll, '/keys/k3/revoke', '/reviews?state=completed']) {
      await ada.open(path);
      assert.doesNotMatch(ada.html, /<script>alert|[\u202e\u2066]|href="(?!\/|#|https?:)|<img/, path);
    }
    await ada.open('/reviews/rev_a40000000000000000000000');
    assert.ok(ada.text.includes(hostile.replace('\u202e', '[U+202E]').replace('\u0007', '[U+0007]')));
  });

  it('lead to the sign-in without a session, with a forged one, and after signing out', async () => {
    const eve = new Visitor(team.url);
    for (const path of [...ofAdmins, ...ofAll]) {
      await eve.open(path);
      assert.equal(eve.path, `/sign-in?to=${encodeURIComponent(path)}`);
    }
    for (const [name, value] of ada.cookies) eve.cookies.set(name, value.replace(/.{6}$/, 'AAAAAA'));
    await eve.open('/keys');
    assert.match(eve.path, /^\/sign-in/);
    const left = new Visitor(team.url);
    await left.open('/sign-in');
    await left.send({ email: 'ada@example.com', password });
    const stolen = new Map(left.cookies);
    await left.open('/account');
    await left.send({}, '/sign-out');
    for (const [name, value] of stolen) left.cookies.set(name, value);
    await left.open('/keys');
    assert.match(left.path, /^\/sign-in/);
  });

  it('lead only to pages of this dashboard after a sign-in', async () => {
    const elsewhere = [undefined, '', '//evil.example', 'https://evil.example', 'javascript:alert(1)', '/ok\r\nx: y'];
    assert.deepEqual([...new Set(elsewhere.map(ownPath))], ['/reviews']);
    assert.equal(ownPath('/reviews?pr=1'), '/reviews?pr=1');
    const visitor = new Visitor(team.url);
    await visitor.open(`/sign-in?to=${encodeURIComponent('/\\evil.example')}`);
    await visitor.send({ email: 'ada@example.com', password });
    assert.equal(visitor.path, '/reviews');
  });

  it('are refused if another site has sent the form, or its token is not of this session', async () => {
    await bob.open('/keys/new');
    const [, ofBob = ''] = /name="csrf" value="([^"]+)"/.exec(bob.html) ?? [];
    await ada.open('/keys/new');
    const [, ofAda = ''] = /name="csrf" value="([^"]+)"/.exec(ada.html) ?? [];
    const key = { name: 'forged', kind: 'production' };
    for (const csrf of ['', ofBob, `${ofAda}x`]) {
      await ada.post('/keys', new URLSearchParams({ ...key, csrf }));
      assert.equal(ada.status, 403, csrf);
    }
    await ada.post('/keys', new URLSearchParams({ ...key, csrf: ofAda }), { origin: 'https://evil.example' });
    assert.equal(ada.status, 403);
    await ada.open('/keys');
    assert.doesNotMatch(ada.text, /forged/);
  });

  it('are refused to members where only admins may go, forms included', async () => {
    for (const path of ofAdmins) {
      await bob.open(path);
      assert.equal(bob.status, 403, path);
      assert.match(bob.text, /Only admins/, path);
    }
    await bob.open('/keys/new');
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(bob.html) ?? [];
    const forms = [
      '/settings',
      '/members/invite',
      '/repositories',
      '/repositories/repo_00000000000000a2/disconnect',
      '/repositories/repo_00000000000000a2/credential',
      '/repositories/repo_00000000000000a2/check',
    ];
    for (const path of forms) {
      await bob.post(path, new URLSearchParams({ csrf, plan: 'free', keepDays: '1', role: 'admin', address: 'x' }));
      assert.equal(bob.status, 403, path);
    }
  });

  it('that are too long, or hold what cannot be stored, are told so', async () => {
    await ada.open('/keys/new');
    await ada.send({ name: 'x'.repeat(70_000), kind: 'production' });
    assert.equal(ada.status, 413);
    await ada.open('/keys/new');
    await ada.send({ name: 'a\0b', kind: 'production' });
    assert.equal(ada.status, 400);
    for (const path of ['/reviews?repository=%00', '/keys/%00/revoke', '/reviews/%00']) {
      await ada.open(path);
      assert.equal(ada.status, 404, path);
    }
    for (const path of [
      '/reviews?pr=-1&before=abc&state=x',
      '/audit?before=99999999999999999999',
      '/reviews/%ff',
      '/repositories?after=%F0%9F%98%80',
    ]) {
      await ada.open(path);
      assert.notEqual(Math.floor(ada.status / 100), 5, path);
    }
  });
});

describe('a dashboard whose database is gone', () => {
  it('says so, and when to try again', async () => {
    const team = await TeamDashboard.start();
    const ada = await team.firstAdmin();
    await team.loseDatabase();
    await ada.open('/keys');
    assert.equal(ada.status, 503);
    assert.equal(ada.headers.get('retry-after'), '5');
    assert.match(ada.text, /The service is not ready .*Try again/);
    await team.dispose();
  });
});
