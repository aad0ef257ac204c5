import assert from 'node:assert/strict';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import type { Backend, RefusedRequest, ReviewRequest, ReviewState } from '../../../../src/service/jobs/backend.ts';
import { pendingReview } from '../../../../src/service/jobs/pendingReview.ts';
import type { StoredReview } from '../../../../src/service/store/store.ts';
import type { OpenApiDocument } from '../../../../src/service/team/network/openApi/document.ts';
import { canaryKey, marker } from '../../../host/keys/canary.ts';
import { TeamServer, type Behind } from './teamServer.ts';

const key = canaryKey();
const commits = { root: '', base: 'b'.repeat(40), head: 'a'.repeat(40) };
const pending = pendingReview({ repository: 'acme/app', pr: 7, ...commits, base: '', head: '' }, false, Date.now());
const gone = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:5432'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

const completed: StoredReview = {
  ...pending,
  ...commits,
  id: 'rev_000000000000000000000001',
  status: 'completed',
  completedAt: Date.now(),
  result: {
    status: 'completed',
    addedLines: 3,
    reports: [{ reviewer: 'eslint', status: 'ok', files: 1, milliseconds: 1 }],
    reviewed: ['a.ts'],
    unreviewed: [],
    mergeBase: commits.base,
    milliseconds: 1,
    comments: [
      {
        fingerprint: 'f'.repeat(32),
        reviewer: 'eslint',
        path: 'a.ts',
        start_line: 2,
        end_line: 2,
        side: 'RIGHT',
        severity: 'high',
        category: 'bug',
        rule_id: 'eslint/no-self-compare',
        title: 'Compared with itself',
        body: 'Always true.',
        existing_code: 'if (a === a) {',
        suggested_code: '',
      },
    ],
  },
};

/** A function that answers later what this one answers now. */
const later =
  <A extends readonly unknown[], T>(answer: (...asked: A) => T) =>
  async (...asked: A): Promise<T> => {
    await Promise.resolve();
    return answer(...asked);
  };

describe("a team's application", () => {
  let server: TeamServer;
  const states = new Map<string, ReviewState>();

  const backend: Backend = {
    keepDays: 30,
    repositories: later(() => [
      {
        id: 'repo_1',
        name: 'app',
        full_name: 'acme/app',
        provider: 'github',
        private: true,
        web_url: 'https://a.example',
      },
    ]),
    request: later(({ repository, idempotencyKey }: ReviewRequest): StoredReview | RefusedRequest => {
      if (repository === 'acme/gone') throw gone;
      if (repository === 'acme/failing') throw new Error(`lost with crk_dev_${marker}`);
      if (repository !== 'acme/app') return { status: 404, detail: 'The repository is not connected.' };
      if (idempotencyKey === 'used') return { status: 422, detail: 'This key was used with another body.' };
      return pending;
    }),
    review: later((id: string) => states.get(id)),
  };
  const admit = later((presented: string) =>
    presented === key
      ? { granted: true, limit: 100, remaining: 99, resetSeconds: 60, keyId: 'k1' }
      : presented === 'spent'
        ? { granted: false, limit: 100, remaining: 0, resetSeconds: 60, keyId: 'k2' }
        : undefined,
  );

  async function started(more: Partial<Behind> = {}): Promise<void> {
    server = await TeamServer.start({ backend, admit, ...more });
  }

  function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
    return fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    });
  }

  const post = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    ask('POST', '/v1/reviews', headers, JSON.stringify({ repository: 'acme/app', pr: 7, ...body }));

  beforeEach(() => {
    states.clear();
    states.set(pending.id, { review: pending, progress: { status: 'running', stage: 'reading', progress: 0.5 } });
    states.set(completed.id, { review: completed });
  });
  afterEach(() => server.close());

  it('answers as its OpenAPI document says, in every status that it names', async () => {
    await started();
    const document = (await (await ask('GET', '/openapi.json')).json()) as OpenApiDocument;
    const validatorOf = strictValidators(document);
    const seen = new Set<string>();
    const check = async (method: string, path: string, answer: Response): Promise<void> => {
      const name = `${method} ${path} ${answer.status}`;
      const described = document.paths[path]?.[method]?.responses[answer.status] ?? assert.fail(name);
      seen.add(name);
      for (const [header, { required }] of Object.entries(described.headers ?? {}))
        assert.ok(!required || answer.headers.has(header), `${name} ${header}`);
      const told = [...answer.headers.keys()].filter(each =>
        /^(?:etag|location|allow|retry-after|ratelimit-.*)$/.test(each),
      );
      assert.deepEqual(
        told.filter(each => !(each in (described.headers ?? {}))),
        [],
        name,
      );
      const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries(described.content ?? {});
      const text = await answer.text();
      if (schema === undefined) assert.equal(text, '', name);
      else {
        assert.equal(answer.headers.get('content-type'), type, name);
        const validate = validatorOf(schema.$ref);
        assert.ok(validate(JSON.parse(text)), `${name} ${text} ${JSON.stringify(validate.errors)}`);
      }
    };
    const { etag } = Object.fromEntries((await ask('GET', `/v1/reviews/${completed.id}`)).headers);
    const [list, trigger, read] = ['/v1/repositories', '/v1/reviews', '/v1/reviews/{id}'];
    await check('get', list, await ask('GET', list));
    await check('get', list, await ask('GET', `${list}?key=crk_live_${'x'.repeat(43)}`));
    await check('get', list, await ask('GET', list, { authorization: '' }));
    await check('get', list, await ask('GET', list, { authorization: 'Bearer spent' }));
    await check('get', list, await ask('DELETE', list));
    await check('post', trigger, await post({}));
    await check('post', trigger, await post({}, { 'idempotency-key': 'ü' }));
    await check('post', trigger, await post({ repository: 'acme/else' }));
    await check('post', trigger, await post({}, { 'idempotency-key': '"used"' }));
    await check('post', trigger, await post({ pr: 0 }));
    await check('post', trigger, await post({}, { 'content-type': 'text/plain' }));
    await check('post', trigger, await post({ more: 'x'.repeat(70_000) }));
    await check('post', trigger, await post({ repository: 'acme/gone' }));
    await check('post', trigger, await post({ repository: 'acme/failing' }));
    await check('get', read, await ask('GET', `/v1/reviews/${pending.id}`));
    await check('get', read, await ask('GET', `/v1/reviews/${completed.id}`));
    await check('get', read, await ask('GET', `/v1/reviews/${completed.id}`, { 'if-none-match': String(etag) }));
    await check('get', read, await ask('GET', '/v1/reviews/rev_0'));
    // Only a proxy in between, another host, a 16 KiB header or two requests at once bring these about; see other tests.
    const elsewhere = new Set(['403', '421', '431', '409']);
    const named = Object.values(document.paths).flatMap(methods =>
      Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
    );
    const statuses = new Set([...seen].map(name => name.split(' ').at(-1)));
    assert.deepEqual(
      [...new Set(named)].filter(status => !statuses.has(status) && !elsewhere.has(status)),
      [],
    );
  });

  it('takes an Idempotency-Key of up to 255 characters, as its OpenAPI document says', async () => {
    await started();
    const statusOf = async (length: number): Promise<number> =>
      (await post({}, { 'idempotency-key': 'k'.repeat(length) })).status;
    assert.deepEqual(await Promise.all([statusOf(1), statusOf(255), statusOf(256)]), [201, 201, 400]);
  });

  it('leaves out a review that has not changed, and sends it once it has', async () => {
    await started();
    const path = `/v1/reviews/${pending.id}`;
    const tag = (await ask('GET', path)).headers.get('etag') ?? '';
    for (const header of [tag, `"else", ${tag}`, tag.replace('W/', ''), '*']) {
      const answer = await ask('GET', path, { 'if-none-match': header });
      assert.deepEqual([answer.status, answer.headers.get('etag')], [304, tag], header);
    }
    states.set(pending.id, { review: pending, progress: { status: 'running', stage: 'reading', progress: 0.6 } });
    const moved = await ask('GET', path, { 'if-none-match': tag });
    assert.equal(moved.status, 200);
    states.set(pending.id, { review: { ...completed, id: pending.id } });
    const ended = await ask('GET', path, { 'if-none-match': moved.headers.get('etag') ?? '' });
    assert.equal(((await ended.json()) as { status: string }).status, 'completed');
  });

  it('answers its public address only, and what is sent by HTTPS if that begins with https', async () => {
    await started({ publicUrl: 'https://review.example.com', proxies: ['127.0.0.1'] });
    const asked = async (host: string, proto: string): Promise<readonly [number, string]> => {
      const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': proto };
      const answer = await ask('GET', '/v1/repositories', headers);
      return [answer.status, await answer.text()];
    };
    for (const host of ['review.example.com', 'REVIEW.example.com.', 'review.example.com:443'])
      assert.equal((await asked(host, 'https'))[0], 200, host);
    for (const host of [
      'evil.example',
      'review.example.com.evil.example',
      'review.example.com:8443',
      'a@review.example.com',
    ])
      assert.deepEqual((await asked(host, 'https'))[0], 421, host);
    const [status, text] = await asked('review.example.com', 'http');
    assert.equal(status, 403);
    assert.match(text, /X-Forwarded-Proto: https/);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  });

  it('logs each request by its route, and never a key, a path or a query', async () => {
    await started();
    const answer = await ask('GET', `/v1/reviews/${pending.id}?token=${marker}`, { cookie: `session=${marker}` });
    const others = [
      await ask('GET', `/${marker}`, { 'user-agent': marker }),
      await post({ repository: 'acme/failing', more: marker }),
      await ask('GET', '/v1/repositories', { authorization: '' }),
    ];
    const text = JSON.stringify(server.lines);
    const lines = JSON.parse(text) as Record<string, unknown>[];
    assert.ok(!text.includes(marker), text);
    const [first, , failure, third] = lines;
    const { requestId, ms, ...facts } = first ?? {};
    assert.equal(requestId, answer.headers.get('x-request-id'));
    assert.equal(typeof ms, 'number');
    assert.partialDeepStrictEqual(facts, {
      level: 'info',
      msg: 'request',
      method: 'GET',
      route: '/v1/reviews/:id',
      status: 200,
      address: '127.0.0.1',
      keyId: 'k1',
    });
    assert.equal(lines[1]?.['route'], '(none)');
    assert.equal(failure?.['msg'], 'failure');
    assert.match(String(failure['error']), /lost with \[key\]/);
    assert.equal(failure['requestId'], third?.['requestId']);
    const asRequests = lines.filter(({ msg }) => msg === 'request').slice(1);
    assert.deepEqual(
      others.map(({ status, headers }) => [status, headers.get('x-request-id')]),
      [404, 500, 401].map((status, index) => [status, asRequests[index]?.['requestId']]),
    );
  });

  it('tells Prometheus what it answers, how many reviews wait, and whether the database is there', async () => {
    let isGone = false;
    await started({
      measure: later(() => {
        if (isGone) throw gone;
        return { reviews: { completed: 5 }, waiting: { count: 2, oldestSeconds: 90 } };
      }),
    });
    await ask('GET', '/v1/repositories');
    await ask('GET', `/${marker}`);
    await ask('GET', '/v1/repositories', { authorization: 'Bearer spent' });
    assert.equal(server.lines.at(-1)?.['keyId'], 'k2');
    await ask('POST', '/sign-in');
    await post({ repository: 'acme/failing' });
    const figures = async (): Promise<string> => (await ask('GET', '/metrics')).text();
    const text = await figures();
    for (const line of [
      'code_review_http_request_duration_seconds_count{method="GET",route="/v1/repositories",status="200"} 1',
      'code_review_permits_refused_total 1',
      'code_review_failures_total 1',
      'code_review_reviews{status="completed"} 5',
      'code_review_queue_waiting 2',
      'code_review_queue_oldest_seconds 90',
      'code_review_database_connections{state="busy"} 2',
      'code_review_database_up 1',
    ])
      assert.ok(text.includes(`${line}\n`), `${line}\n${text}`);
    assert.ok(!text.includes(marker));
    isGone = true;
    const without = await figures();
    assert.ok(without.includes('code_review_database_up 0\n'));
    assert.ok(!without.includes('code_review_reviews{'), 'stale figures');
    assert.doesNotMatch(without, /^code_review_queue_/m);
  });

  it('tells its figures to this machine or with a token, not through a proxy', async () => {
    const token = canaryKey('unknown');
    await started({ metricsToken: token, proxies: ['127.0.0.1'] });
    const status = async (headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(`${server.url}/metrics`, { headers });
      return answer.status;
    };
    const forwarded = { 'x-forwarded-for': '127.0.0.1' };
    assert.equal(await status({}), 401, 'a trusted proxy');
    assert.equal(await status({ ...forwarded, authorization: `Bearer ${token}` }), 200);
    assert.equal(await status({ ...forwarded, authorization: 'Bearer wrong' }), 401);
    await server.close();
    await started();
    assert.equal(await status({}), 200);
    assert.equal(await status(forwarded), 401, 'a proxy that nobody trusts');
  });

  it('says that it cannot answer as long as it cannot, and lives on', async () => {
    let why: string | undefined = 'The database cannot be reached.';
    await started({ unready: later(() => why) });
    const refused = await fetch(`${server.url}/readyz`);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    assert.match(await refused.text(), /cannot be reached/);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    why = undefined;
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  });

  it('has none of the endpoints of the embedded service', async () => {
    await started();
    const told = async (method: string, path: string): Promise<number> => (await ask(method, path)).status;
    for (const path of ['/v1/local/resolution', '/v1/local/pulls', '/v1/local/dismissals'])
      for (const method of ['GET', 'PUT']) assert.equal(await told(method, path), 404, `${method} ${path}`);
    assert.deepEqual([await told('GET', '/v1/reviews'), await told('POST', '/v1/reviews/rev_1')], [405, 405]);
  });

  it('shows its API on a page without scripts', async () => {
    await started();
    const page = await fetch(`${server.url}/openapi`);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const text = await page.text();
    assert.match(text, /<code>POST \/v1\/reviews<\/code>/);
    assert.doesNotMatch(text, /<script|style=/);
  });
});

/** Validators of the document's schemas by their places, which take no field that is not described. */
function strictValidators(document: OpenApiDocument): (name: string) => ReturnType<Ajv2020['compile']> {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': value => !Number.isNaN(Date.parse(value)) } });
  const closed = JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value,
  ) as AnySchema;
  ajv.addSchema(closed, 'document');
  return name => ajv.getSchema(`document${name}`) ?? assert.fail(name);
}
