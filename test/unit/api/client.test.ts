import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../src/api/client.ts';
import { createTransport } from '../../../src/api/transport/undiciTransport.ts';
import type { Permits } from '../../../src/api/rateLimit/permits.ts';
import { CodeReviewError, displayMessage, type ErrorKind } from '../../../src/core/base/errors.ts';
import { json, key, serving } from './server.ts';

const { signal } = new AbortController();

async function failure(promise: Promise<unknown>): Promise<CodeReviewError> {
  try {
    await promise;
  } catch (error) {
    if (CodeReviewError.is(error)) return error;
    throw error;
  }
  return assert.fail('nothing failed');
}

describe('the API client', () => {
  it('asks as the document says', async () => {
    await serving(
      ({ method, url }, response) => {
        if (url === '/v1/repositories')
          json(response, 200, {
            data: [{ id: 'r', name: 'app', full_name: 'acme/app', provider: 'github', private: true }],
          });
        else if (method === 'POST')
          json(response, 201, { id: 'rev/1', status: 'pending', created_at: '2026-11-21T06:00:00Z' });
        else json(response, 200, { id: 'rev/1', status: 'completed', issues_found: 0, suggestions: 0, comments: [] });
      },
      async ({ client, seen }) => {
        const { repositories } = await client.listRepositories(signal);
        assert.deepEqual(repositories, [
          { id: 'r', name: 'app', fullName: 'acme/app', provider: 'github', isPrivate: true, webUrl: undefined },
        ]);
        const triggered = await client.triggerReview({ repository: 'acme/app', number: 7 }, signal);
        assert.equal(triggered.state, 'running');
        assert.equal((await client.getReview(triggered.id, signal)).state, 'completed');
        assert.deepEqual(
          seen.map(({ method, url, body }) => [method, url, body]),
          [
            ['GET', '/v1/repositories', ''],
            ['POST', '/v1/reviews', '{"repository":"acme/app","pr":7}'],
            ['GET', '/v1/reviews/rev%2F1', ''],
          ],
        );
        for (const { headers } of seen) assert.equal(headers.authorization, `Bearer ${key}`);
        assert.equal(seen[1]?.headers['content-type'], 'application/json');
      },
    );
  });

  it('logs a line each way, without key, id or body', async () => {
    await serving(
      (_, response) => json(response, 200, { id: 'secret-id', status: 'pending' }),
      async ({ client, log }) => {
        await client.getReview('secret-id', signal);
        assert.deepEqual(
          log.map(({ direction, method, path }) => [direction, method, path]),
          [
            ['out', 'GET', '/v1/reviews/:id'],
            ['in', 'GET', '/v1/reviews/:id'],
          ],
        );
        assert.doesNotMatch(JSON.stringify(log), new RegExp(`secret-id|${key}`));
      },
    );
  });

  it('follows pages on the same origin, and never to another one', async () => {
    await serving(
      ({ url }, response) => {
        if (url === '/v1/repositories')
          json(response, 200, { data: [{ full_name: 'a/1' }] }, { link: '</v1/repositories?page=2>; rel="next"' });
        else json(response, 200, { data: [{ full_name: 'a/2' }] }, { link: '<https://evil.example/x>; rel="next"' });
      },
      async ({ client, seen }) => {
        const { repositories } = await client.listRepositories(signal);
        assert.deepEqual(
          repositories.map(({ fullName }) => fullName),
          ['a/1', 'a/2'],
        );
        assert.equal(seen.length, 2);
      },
    );
  });

  it('lists the same name at two providers, and at two hosts of one, as two repositories', async () => {
    const at = (provider: string, html_url?: string): object => ({ full_name: 'acme/app', provider, html_url });
    const data = [
      at('github'),
      at('gitlab', 'https://gitlab.com/acme/app'),
      at('gitlab', 'https://git.acme.example/acme/app'),
    ];
    await serving(
      (_, response) => json(response, 200, { data: [...data, ...data] }),
      async ({ client }) => assert.equal((await client.listRepositories(signal)).repositories.length, 3),
    );
  });

  it('knows a review by every digit of its number', async () => {
    await serving(
      (_, response) => response.end('{"id":9007199254740993,"status":"pending","url":"https:\\/\\/x.example"}'),
      async ({ client }) => {
        assert.equal((await client.getReview('9007199254740993', signal)).id, '9007199254740993');
        await assert.rejects(client.getReview('9007199254740992', signal), /different review/);
      },
    );
  });

  it('says where a list goes on beyond what is asked for, and how much of it cannot be read', async () => {
    await serving(
      ({ url }, response) => {
        const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? '1');
        json(response, 200, { data: [{ full_name: `a/${page}` }, { what: 'is this' }], has_more: true });
      },
      async ({ client }) => {
        const { repositories, unreadable, isCut } = await client.listRepositories(signal);
        assert.deepEqual([repositories.length, unreadable, isCut], [50, 50, true]);
      },
    );
  });

  it('ends where pages lead in a circle', async () => {
    await serving(
      (_, response) =>
        json(response, 200, { data: [{ full_name: 'a/1' }] }, { link: '</v1/repositories>; rel="next"' }),
      async ({ client }) => assert.equal((await client.listRepositories(signal)).repositories.length, 1),
    );
  });

  for (const [status, body, kind, words] of [
    [401, { error: { message: 'Bad key.' } }, 'auth', /does not accept this API key.*“Bad key”\. Sign in/],
    [403, { message: 'no access' }, 'auth', /may not do that/],
    [404, { detail: 'unknown' }, 'notFound', /does not know the pull request acme\/app #7.*connected/],
    [422, { title: 'pr is closed' }, 'refused', /refused the pull request acme\/app #7 \(422\).*closed/],
    [429, {}, 'rateLimit', /used up .* until /],
    [403, { message: 'API rate limit exceeded' }, 'rateLimit', /used up/],
    [402, { message: 'quota' }, 'rateLimit', /used up/],
    [500, 'oops', 'unclear', /answered 500 .* unknown whether a review was triggered\. Look at the pull request/],
    [524, '', 'unclear', /answered 524 .* unknown whether/],
    [503, '', 'service', /service failed \(503\)/],
    [302, '', 'refused', /redirects to https:\/\/elsewhere\.example\. .* redirects are not followed/],
  ] as const satisfies readonly (readonly [number, unknown, ErrorKind, RegExp])[]) {
    it(`says in one sentence what a ${status} means for ${JSON.stringify(body)}`, async () => {
      await serving(
        (_, response) => json(response, status, body, { location: 'https://elsewhere.example/sign-in?state=secret' }),
        async ({ client, seen }) => {
          const error = await failure(client.triggerReview({ repository: 'acme/app', number: 7 }, signal));
          assert.equal(error.kind, kind);
          assert.match(displayMessage(error), words);
          assert.equal(seen.length, 1, 'a POST is never sent twice');
        },
      );
    });
  }

  it('says where an address is not the one of an API', async () => {
    await serving(
      (_, response) => json(response, 404, {}),
      async ({ client }) => {
        assert.equal(
          displayMessage(await failure(client.listRepositories(signal))),
          'The service does not know the list of repositories. Check that the address is the one of its API.',
        );
      },
    );
  });

  it('reads no key that the service sends back, however it is spelled', async () => {
    const sent = 'acme/live+0123456789';
    for (const spelled of ['acme\\/live+0123456789', 'acme/live\\u002b0123456789', '\\u0061cme/live+0123456789']) {
      await serving(
        (_, response) =>
          response.end(`{"id":"r1","status":"completed","comments":[{"body":"It \\"is\\" ${spelled}","path":"a.ts"}]}`),
        async ({ client }) => {
          const text = JSON.stringify(await client.getReview('r1', signal));
          assert.match(text, /It \\"is\\" \[key\]/);
          assert.equal(text.includes(sent), false);
        },
        { key: () => Promise.resolve(sent) },
      );
    }
  });

  for (const [status, body, wait] of [
    [529, { retry_after: 12.5 }, '12.5'],
    [402, {}, undefined],
    [403, { message: 'You have exceeded a secondary rate limit' }, undefined],
    [400, { errors: [{ extensions: { code: 'RATELIMITED' } }] }, undefined],
    [429, { error: { details: { retry_after: 30, reset_at: '2026-11-21T06:00:00Z' } } }, '30'],
    [429, { details: { reset_at: '2126-11-21T06:00:00Z' } }, '2126-11-21T06:00:00Z'],
  ] as const) {
    it(`tells all requests of a limit that is said by ${status} and ${JSON.stringify(body)}`, async () => {
      const learned: unknown[] = [];
      const permits: Permits = {
        take: () => Promise.resolve(),
        giveBack: () => assert.fail('it was sent'),
        learn: ({ status: told, headers }) => learned.push([told, headers['retry-after']]),
      };
      await serving(
        (_, response) => json(response, status, body),
        async ({ client }) => {
          const error = await failure(client.triggerReview({ repository: 'acme/app', number: 7 }, signal));
          assert.equal(error.kind, 'rateLimit');
          assert.deepEqual(learned, [[429, wait]]);
        },
        { permits },
      );
    });
  }

  it('knows until when a limit holds', async () => {
    await serving(
      (_, response) => json(response, 429, {}, { 'retry-after': '120' }),
      async ({ client }) => {
        const before = Date.now();
        const { details } = await failure(client.listRepositories(signal));
        const asked = (details.until ?? 0) - 120_000;
        assert.ok(asked >= before - 1_000 && asked <= Date.now() + 1_000);
      },
    );
  });

  it('tells a web page from an API', async () => {
    await serving(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hi</title>'),
      async ({ client }) =>
        assert.match(
          displayMessage(await failure(client.listRepositories(signal))),
          /answered a web page instead of data/,
        ),
    );
  });

  it('says what came instead of a review, and to check the address, also where it was asked for', async () => {
    const answers: readonly (readonly [body: string, sentence: RegExp, unread: string])[] = [
      ['<!doctype html><title>Hi</title>', /answered a web page instead of data\. Check that the address is/, 'page'],
      ['[]', /answered an empty list, which is not a review\. Check that the address is/, 'malformed'],
      ['{}', /answered an empty object, which is not a review\. Check that the address is/, 'malformed'],
      ['{"hello":1}', /answered something that is not a review\. Check that the address is/, 'malformed'],
    ];
    for (const [body, sentence, unread] of answers)
      await serving(
        (_, response) => void response.writeHead(200).end(body),
        async ({ client }) => {
          const looked = await failure(client.getReview('rev_1', signal));
          assert.match(displayMessage(looked), sentence);
          assert.equal(looked.details.unread, unread);
          const asked = await failure(client.triggerReview({ repository: 'acme/app', number: 7 }, signal));
          assert.match(displayMessage(asked), sentence);
          assert.match(displayMessage(asked), /it may count twice/);
        },
      );
  });

  it('does not read an answer of 50 MB', async () => {
    await serving(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(1 << 20, 32);
        for (let count = 0; count < 50; count++) response.write(chunk);
        response.end();
      },
      async ({ client }) =>
        assert.match(
          displayMessage(await failure(client.listRepositories(signal))),
          /longer than 8 MB and was not read/,
        ),
    );
  });

  it('calls a POST that may have arrived unclear, and a GET that broke a network failure', async () => {
    await serving(
      (_, response) => void response.destroy(),
      async ({ client }) => {
        assert.equal(
          (await failure(client.triggerReview({ repository: 'acme/app', number: 7 }, signal))).kind,
          'unclear',
        );
        assert.equal((await failure(client.listRepositories(signal))).kind, 'network');
      },
    );
  });

  it('ends a request that nobody answers', async () => {
    await serving(
      () => undefined,
      async ({ client }) => assert.equal((await failure(client.listRepositories(signal))).kind, 'timeout'),
    );
  });

  it('says that nothing answers, after which a POST can be sent again', async () => {
    const transport = createTransport({ userAgent: 'unit-test' });
    const options = { key: () => Promise.resolve(key), transport, log: () => undefined, random: () => 0 };
    // Nothing listens at the port for discarding.
    const client = new ApiClient({ ...options, baseUrl: parseBaseUrl('http://127.0.0.1:9') });
    const error = await failure(client.triggerReview({ repository: 'acme/app', number: 7 }, signal));
    assert.deepEqual([error.kind, error.message], ['network', 'Nothing answers at 127.0.0.1:9.']);
    await transport.close();
  });

  it('stops at once when it is told to', async () => {
    await serving(
      () => undefined,
      async ({ client }) => {
        const stop = new AbortController();
        const listing = failure(client.listRepositories(stop.signal));
        stop.abort();
        assert.equal((await listing).kind, 'cancelled');
      },
    );
  });

  it('says nothing of the key, whoever says it', async () => {
    await serving(
      (_, response) =>
        json(response, 401, { message: `${key}\u0000is no key, Bearer ${key}\u202e` }, { 'x-request-id': key }),
      async ({ client }) => {
        const error = await failure(client.listRepositories(signal));
        assert.match(error.message, /It says: “\[key\] is no key, Bearer \[key\]”/);
        assert.doesNotMatch(JSON.stringify(error.details), new RegExp(key));
      },
    );
  });

  it('takes no other review for the one that it asked for', async () => {
    await serving(
      (_, response) => json(response, 200, { id: 'other', status: 'completed', comments: [] }),
      async ({ client }) =>
        assert.match((await failure(client.getReview('r1', signal))).message, /a different review than requested/),
    );
  });

  it('does not know whether a review was triggered where the answer to it cannot be read', async () => {
    for (const [status, body] of [
      [200, 'OK'],
      [201, { data: [] }],
      [206, { id: 'r1', status: 'pending' }],
      [502, 'bad gateway'],
      [504, {}],
    ] as const) {
      await serving(
        (_, response) => json(response, status, body),
        async ({ client, seen }) => {
          const error = await failure(client.triggerReview({ repository: 'acme/app', number: 7 }, signal));
          assert.deepEqual([status, error.kind, seen.length], [status, 'unclear', 1]);
          assert.match(error.advice, /Look at the pull request before you trigger it again/);
        },
      );
    }
  });

  it('reads no data that could not be written down again', async () => {
    await serving(
      (_, response) =>
        void response.end(`{"id":"r1","status":"completed","x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`),
      async ({ client }) => assert.match((await failure(client.getReview('r1', signal))).message, /nested too deep/),
    );
  });

  it('tells a response that has come and cannot be read from a service that fails', async () => {
    const unreadAs = async (status: number, body: string): Promise<string | undefined> => {
      let unread: string | undefined;
      await serving(
        (_, response) => void response.writeHead(status).end(body),
        async ({ client }) => void (unread = (await failure(client.getReview('r1', signal))).details.unread),
      );
      return unread;
    };
    assert.equal(await unreadAs(200, `{"id":"r1","status":"${'x'.repeat(9 << 20)}"}`), 'tooLarge');
    assert.equal(await unreadAs(200, `{"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`), 'tooLarge');
    assert.equal(await unreadAs(200, '<!doctype html><p>Sign in</p>'), 'page');
    for (const body of ['{"id":"r1","sta', '[1]', '{"id":"r2","status":"pending"}'])
      assert.equal(await unreadAs(200, body), 'malformed', body);
    assert.equal(await unreadAs(404, '<!doctype html><p>Not found</p>'), undefined);
    assert.equal(await unreadAs(302, ''), undefined);
  });

  it('sends no key that could break out of its header', async () => {
    await serving(
      (_, response) => json(response, 200, { data: [] }),
      async ({ client, seen }) => {
        assert.equal((await failure(client.listRepositories(signal))).kind, 'auth');
        assert.equal(seen.length, 0);
      },
      { key: () => Promise.resolve('line\r\nx-evil: 1') },
    );
  });
});
