import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { decodeReview } from '../../../../src/api/decode/review.ts';
import { engineProcesses } from '../../../../src/service/jobs/engineProcess.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { TestService } from '../serving.ts';

describe('the service', () => {
  let service: TestService;

  async function started(options: Parameters<typeof TestService.start>[0] = {}): Promise<TestService> {
    return (service = await TestService.start(options));
  }

  afterEach(async () => {
    await service.dispose();
  });

  it('lists the repositories it serves, as the document says', async () => {
    const answer = await (await started()).request('GET', '/v1/repositories');
    assert.equal(answer.status, 200);
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
    const { id, ...rest } = data[0] ?? {};
    assert.match(String(id), /^repo_[0-9a-f]{16}$/);
    assert.deepEqual(rest, {
      name: 'app',
      full_name: 'acme/app',
      provider: 'github',
      private: true,
      web_url: 'https://github.com/acme/app',
    });
  });

  it('reviews a pull request: pending first, then with counts that hold', async () => {
    await started();
    const answer = await service.request('POST', '/v1/reviews', { body: { repository: 'ACME/app', pr: 7 } });
    assert.equal(answer.status, 201);
    const pending = (await answer.json()) as Record<string, unknown>;
    assert.equal(pending['status'], 'pending');
    assert.match(String(pending['created_at']), /^2026-11-21T06:15:00Z$/);
    assert.equal('comments' in pending, false);
    const done = await service.review(7);
    assert.equal(done['status'], 'completed');
    const { comments = [], issuesFound, suggestions, commit, notes } = decodeReview(done);
    assert.deepEqual(
      comments.map(({ path: file, range, rule, severity }) => [file, range?.startLine, rule, severity]),
      [['a.ts', 2, 'eslint/no-self-compare', 'medium']],
    );
    assert.deepEqual([issuesFound, suggestions], [1, 0]);
    assert.equal(commit, await service.repository.git('rev-parse', 'feature'));
    assert.match(notes.join(' '), /Checked 1 new line in 1 file/);
  });

  it('takes a branch without a hosted pull request by a number of its own', async () => {
    await started();
    const [head, base] = await Promise.all([
      service.repository.git('rev-parse', 'feature'),
      service.repository.git('rev-parse', 'main'),
    ]);
    const body = { repository: 'acme/app', head: 'feature', head_commit: head, base: 'main', base_commit: base };
    const { number, title } = (await (await service.request('PUT', '/v1/local/pulls', { body })).json()) as {
      number: number;
      title: string;
    };
    assert.deepEqual([number, title], [1_000_001, 'feature into main']);
    assert.equal((await service.review(number))['issues_found'], 1);
  });

  it('tells every wrong request what is wrong with it', async () => {
    await started();
    const review = { repository: 'acme/app', pr: 7 };
    for (const [method, url, options, status, words] of [
      ['GET', '/v1/repositories', { key: '' }, 401, /header Authorization/],
      ['GET', '/v1/repositories', { key: 'crk_live_wrong' }, 401, /not valid/],
      ['GET', '/v1/repositories', { headers: { host: 'evil.example' } }, 421, /loopback/],
      ['GET', '/v1/repositories', { headers: { host: '127.0.0.1.evil.example:80' } }, 421, /loopback/],
      ['GET', '/v1/repositories', { headers: { origin: 'http://127.0.0.1:4000' } }, 403, /web pages/],
      ['GET', '/v1/else', {}, 404, /no such endpoint/],
      ['DELETE', '/v1/reviews', {}, 405, /Only POST/],
      ['GET', '/v1/reviews/rev_000000000000000000000000', {}, 404, /no review/],
      ['GET', '/v1/reviews/..%2f..%2fetc', {}, 404, /no review/],
      ['POST', '/v1/reviews', { body: review, headers: { 'content-type': 'text/plain' } }, 415, /application\/json/],
      ['POST', '/v1/reviews', { body: '{' }, 400, /not JSON/],
      ['POST', '/v1/reviews', { body: 'x'.repeat(70_000) }, 413, /longer than 65536 bytes/],
      ['POST', '/v1/reviews', { body: { pr: 7 } }, 422, /repository is missing/],
      ['POST', '/v1/reviews', { body: { ...review, repository: 'app' } }, 422, /repository has to be <owner>\/<repo>/],
      ['POST', '/v1/reviews', { body: { ...review, repository: 'acme/a\u0000' } }, 422, /repository has to be/],
      ['POST', '/v1/reviews', { body: { ...review, pr: '7' } }, 422, /pr has to be a number/],
      ['POST', '/v1/reviews', { body: { ...review, pr: 0 } }, 422, /pr has to be 1 or more/],
      ['POST', '/v1/reviews', { body: { ...review, pr: 1.5 } }, 422, /pr has to be a whole number/],
      ['POST', '/v1/reviews', { body: [] }, 422, /has to be an object|repository is missing/],
      ['POST', '/v1/reviews', { body: { ...review, repository: 'acme/else' } }, 404, /acme\/else is not connected/],
      ['POST', '/v1/reviews', { body: { ...review, pr: 8 } }, 404, /no pull request 8/],
    ] as const) {
      const answer = await service.request(method, url, options);
      const text = await answer.text();
      assert.equal(answer.status, status, `${method} ${url} ${text}`);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json');
      const { detail, status: told } = JSON.parse(text) as { detail: string; status: number };
      assert.match(detail, words);
      assert.equal(told, status);
    }
    assert.deepEqual(service.errors, []);
  });

  it('holds the limit of each key exactly, also when all ask at once, and over a restart of the hour', async () => {
    await started({ requestsPerHour: 10 });
    const answers = await Promise.all(Array.from({ length: 25 }, () => service.request('GET', '/v1/repositories')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    const refused = answers.find(({ status }) => status === 429) ?? assert.fail();
    assert.deepEqual(
      ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(name =>
        refused.headers.get(name),
      ),
      ['2700', '10', '0', '2700'],
    );
    const other = await service.request('GET', '/v1/repositories', { key: await service.createKey('development') });
    assert.deepEqual([other.status, other.headers.get('ratelimit-remaining')], [200, '9']);
    service.now += 2_700_000;
    assert.equal((await service.request('GET', '/v1/repositories')).status, 200);
  });

  it('says how long reviews are kept to who asks for one that it no longer has', async () => {
    await started();
    const answer = await service.request('GET', '/v1/reviews/rev_000000000000000000000000');
    assert.match(await answer.text(), /There is no review of this id\. Reviews are kept for 30 days\./);
  });

  for (const [what, failure] of [
    ['is full', { errcode: 13 }],
    ['cannot be written to', { errcode: 8 }],
    ['is held by another program', { errcode: 5 }],
    ['has a damaged file', { errcode: 10 }],
  ] as const) {
    it(`answers who only reads where the disk ${what}`, async () => {
      const { store } = await started();
      const { id } = await service.review(7);
      const fail = (): never => {
        throw Object.assign(new Error('SQLite says no'), failure);
      };
      Object.assign(store, { putKey: fail, takePermit: fail, putReview: fail });
      service.now += 120_000;
      for (const url of [`/v1/reviews/${String(id)}`, '/v1/repositories', '/v1/local/resolution']) {
        const answer = await service.request('GET', url);
        assert.deepEqual([answer.status, answer.headers.get('ratelimit-limit')], [200, '1000'], url);
      }
      const unread = await service.request('GET', '/v1/reviews/rev_000000000000000000000000');
      assert.equal(unread.status, 404);
      Object.assign(store, { review: fail });
      assert.equal((await service.request('GET', '/v1/reviews/rev_000000000000000000000000')).status, 500);
      const refused = await service.request('POST', '/v1/reviews', { body: { repository: 'acme/app', pr: 7 } });
      assert.equal(refused.status, 507);
    });
  }

  it('answers the same commits from what it already knows', async () => {
    await started();
    const first = await service.review(7);
    const second = await service.review(7);
    assert.notEqual(first['id'], second['id']);
    assert.deepEqual(second['comments'], first['comments']);
  });

  for (const [what, code, reason] of [
    [
      'hangs',
      // Not for longer than the test, which ends before it is killed.
      'const { ppid } = process; setInterval(() => process.ppid === ppid || process.exit(), 200); process.on("message", () => undefined);',
      /took longer than/,
    ],
    ['crashes', 'process.on("message", () => process.exit(3));', /ended early \(code 3\)/],
    [
      'runs out of memory',
      'process.on("message", () => { const all = []; for (;;) all.push(new Array(1e6).fill(0)); });',
      /out of memory|ended early/,
    ],
  ] as const) {
    it(`says that a review failed whose engine ${what}, and lives on`, async () => {
      // The engine's program lies in a repository that is thrown away with the test.
      const folder = await TestRepository.create({ 'engine.cjs': code });
      await started({
        startEngine: engineProcesses(path.join(folder.folder, 'engine.cjs')),
        deadline: what === 'hangs' ? 1_000 : 50_000,
      });
      const failed = await service.review(7);
      assert.equal(failed['status'], 'failed');
      assert.match(String(failed['reason']), reason);
      assert.equal('comments' in failed, false);
      assert.equal((await service.request('GET', '/v1/repositories')).status, 200);
      await folder.dispose();
    });
  }

  it('answers any request at all with a status of its own and never fails', async () => {
    await started({ requestsPerHour: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        fc.constantFrom('/v1/reviews', '/v1/reviews/x', '/v1/local/pulls', '/v1/repositories', '/'),
        fc.oneof(fc.string(), fc.json(), fc.constant('{"repository":"acme/app","pr":9999999}')),
        async (method, url, body) => {
          const answer = await service.request(method, url, method === 'GET' ? {} : { body });
          assert.ok(answer.status < 500, `${method} ${url} ${body} ${answer.status}`);
        },
      ),
      { numRuns: 200 },
    );
    assert.deepEqual(service.errors, []);
  });
});
