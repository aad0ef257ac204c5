import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { ApiClient } from '../../../src/api/client.ts';
import { nextPage } from '../../../src/api/pagination.ts';
import { decodeReview } from '../../../src/api/decode/review.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../../src/api/transport/transport.ts';
import { keyProblem } from '../../../src/core/review/apiKey.ts';
import { CodeReviewError } from '../../../src/core/base/errors.ts';
import { timeWithin } from '../../host/threadTime.ts';
import { json, key, serving } from '../api/server.ts';
import { anyCharacter } from '../../host/texts/anyCharacter.ts';

const { signal } = new AbortController();

describe('the address of the service', () => {
  it('is refused where the key would travel in the open, whatever it is made to look like', () => {
    for (const typed of [
      'http://review.example.com',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'http://localhost.',
      'http://sub.localhost',
      'http://0.0.0.0',
      'http://[::]',
      'http://[::ffff:127.0.0.1]',
      'http://128.0.0.1',
      'http://192.168.0.1',
      'http://127.0.0.1@evil.example',
      'http://evil.example/127.0.0.1',
      'http://ｌocalhost.evil.example',
      'ws://127.0.0.1',
      'ftp://review.example.com',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/plain,x',
      'command:x',
      'blob:https://review.example.com/x',
      '//review.example.com',
    ])
      assert.throws(
        () => parseBaseUrl(typed),
        (error: unknown) => CodeReviewError.is(error, 'input'),
        typed,
      );
  });

  it('shows the name that is really asked, where letters look like others', () => {
    for (const [typed, host] of [
      ['https://revіew.example.com', 'xn--revew-p2e.example.com'],
      ['https://аpple.example', 'xn--pple-43d.example'],
      ['https://ｒeview.example.com', 'review.example.com'],
      ['https://review。example。com', 'review.example.com'],
      ['https://REVIEW.example.com', 'review.example.com'],
      ['https://review.exa\u00admple.com', 'review.example.com'],
      ['https://review.exam\nple.com', 'review.example.com'],
      ['https:\\\\review.example.com', 'review.example.com'],
      ['https:review.example.com', 'review.example.com'],
      ['https://review.example.com\\@evil.example', 'review.example.com'],
    ] as const) {
      const { origin, href } = parseBaseUrl(typed);
      assert.equal(origin, `https://${host}`, typed);
      assert.match(href, /^[!-~]+$/);
    }
  });

  it('is another one at another port', () => {
    const origins = ['https://a.example', 'https://a.example:443', 'https://a.example:8443'].map(
      each => parseBaseUrl(each).origin,
    );
    assert.deepEqual(origins, ['https://a.example', 'https://a.example', 'https://a.example:8443']);
    for (const port of ['65536', '-1', 'x', '80:80']) assert.throws(() => parseBaseUrl(`https://a.example:${port}`));
  });
});

describe('the key', () => {
  /** A transport that notes where `authorization` goes. */
  function noting(answer: (request: HttpRequest) => Partial<HttpResponse>): {
    transport: Transport;
    asked: HttpRequest[];
  } {
    const asked: HttpRequest[] = [];
    const transport: Transport = {
      send: request => {
        asked.push(request);
        return Promise.resolve({ status: 200, headers: {}, body: '{"data":[]}', ...answer(request) });
      },
      close: () => Promise.resolve(),
    };
    return { transport, asked };
  }

  function clientOf(base: string, transport: Transport): ApiClient {
    return new ApiClient({
      baseUrl: parseBaseUrl(base),
      key: () => Promise.resolve(key),
      transport,
      log: () => undefined,
      random: () => 0,
    });
  }

  const base = fc.constantFrom(
    'https://review.example.com',
    'https://review.example.com:8443',
    'https://review.example.com/api',
    'https://xn--revew-p2e.example.com',
    'http://127.0.0.1:4000',
    'http://localhost:4000/api',
    'http://[::1]:4000',
  );
  const place = fc.constantFrom(
    'evil.example',
    'review.example.com',
    'review.example.com:8443',
    'review.example.com.evil.example',
    'review.example.com@evil.example',
    'user:pass@review.example.com',
    'evil.example#review.example.com',
    'evil.example?review.example.com',
    'evil.example\\review.example.com',
    'review.example.com:443@evil.example',
    '127.0.0.1:4000',
    '127.0.0.1:4001',
    '127.0.0.1:4000@evil.example',
    'localhost:4000',
    '[::1]:4000',
    '[::1]:4000.evil.example',
  );
  const start = fc.constantFrom(
    'https://',
    'http://',
    '//',
    '/\\',
    '\\\\',
    '/',
    '',
    'https:/',
    'https:',
    'HTTPS://',
    'ftp://',
    '\thttps://',
    '?',
    '#',
    '../',
    'javascript:',
    'file://',
  );
  const link = fc
    .tuple(start, place, fc.constantFrom('', '/v1/repositories?page=2', '?cursor=x', '/%2e%2e/'))
    .map(parts => parts.join(''));
  const header = (target: string): string => target.replace(/[^\x20-\x7e]/g, '');

  it('goes to the origin that it is bound to and nowhere else, whatever page the service names next', async () => {
    const answers = fc.constantFrom<(target: string) => Partial<HttpResponse>>(
      target => ({ headers: { link: `<${header(target)}>; rel="next"` } }),
      target => ({ body: JSON.stringify({ data: [{ full_name: `a/${Math.random()}` }], next: target }) }),
      target => ({
        body: JSON.stringify({ data: [{ full_name: `a/${Math.random()}` }], links: { next: { href: target } } }),
      }),
      target => ({
        body: JSON.stringify({ data: [{ full_name: `a/${Math.random()}` }], next_cursor: target, has_more: true }),
      }),
      target => ({ headers: { 'x-next-page': header(target) } }),
      target => ({ status: 307, headers: { location: header(target) } }),
      target => ({
        status: 401,
        headers: { location: header(target), 'www-authenticate': `Bearer realm="${header(target)}"` },
      }),
    );
    await fc.assert(
      fc.asyncProperty(base, link, answers, async (address, target, answer) => {
        let pages = 0;
        const { transport, asked } = noting(() => {
          const body = JSON.stringify({ data: [{ full_name: `a/${pages}` }] });
          return pages++ > 2 ? {} : { body, ...answer(target) };
        });
        await clientOf(address, transport)
          .listRepositories(signal)
          .catch((error: unknown) => {
            if (!CodeReviewError.is(error)) throw error;
          });
        assert.ok(asked.length > 0);
        for (const { url, headers } of asked) {
          assert.equal(new URL(url).origin, parseBaseUrl(address).origin, `${target} ${url}`);
          assert.equal(new URL(url).username, '');
          assert.equal(headers['authorization'], `Bearer ${key}`);
          assert.ok(!url.includes(key));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('goes along with no redirect', async () => {
    const seen: string[] = [];
    const other = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers));
      json(response, 200, { data: [] });
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/repositories`;
    for (const status of [301, 302, 303, 307, 308]) {
      await serving(
        (_, response) => response.writeHead(status, { location: target, refresh: `0; url=${target}` }).end(),
        async ({ client }) => {
          await assert.rejects(client.listRepositories(signal), /redirects to http:\/\/127\.0\.0\.1:\d+\./);
          await assert.rejects(client.triggerReview({ repository: 'acme/app', number: 7 }, signal));
        },
      );
    }
    other.close();
    assert.deepEqual(seen, []);
  });

  it('cannot bring headers along', () => {
    for (const typed of [
      `${key}\r\nx: y`,
      `${key}\n`,
      `${key}\0`,
      `${key}\u2028`,
      `${key}\u00e9`,
      ` ${key}`,
      `${key}\t`,
    ])
      assert.notEqual(keyProblem(typed), undefined, JSON.stringify(typed));
  });
});

describe('the id of a review', () => {
  it('is one segment of a path, whatever the service calls it', async () => {
    const ids = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 600 }),
      fc.constantFrom(
        '.',
        '..',
        '../..',
        '..%2f..',
        '%2e%2e',
        '/',
        '//evil.example',
        '\\',
        '?x',
        '#x',
        '@evil.example',
        ':80',
        '\0',
        '\ud800',
      ),
    );
    await fc.assert(
      fc.asyncProperty(ids, async id => {
        let review;
        try {
          review = decodeReview({ id, status: 'pending' });
        } catch (error) {
          assert.ok(CodeReviewError.is(error, 'service'));
          return;
        }
        const asked: string[] = [];
        const transport: Transport = {
          send: ({ url }) => {
            asked.push(url);
            return Promise.resolve({ status: 200, headers: {}, body: '{"status":"pending"}' });
          },
          close: () => Promise.resolve(),
        };
        const options = {
          baseUrl: parseBaseUrl('https://a.example/api'),
          key: () => Promise.resolve(key),
          log: () => undefined,
        };
        await new ApiClient({ ...options, transport }).getReview(review.id, signal).catch((error: unknown) => {
          assert.ok(CodeReviewError.is(error, 'service'));
        });
        for (const url of asked) {
          const { origin, pathname, search, hash } = new URL(url);
          assert.equal(origin, 'https://a.example');
          assert.match(pathname, /^\/api\/v1\/reviews\/[^/]+$/, url);
          assert.deepEqual([search, hash], ['', '']);
          assert.equal(decodeURIComponent(pathname.slice('/api/v1/reviews/'.length)), review.id);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the headers of the service', () => {
  it('are read in no time, whatever they are made of', async () => {
    for (const link of [
      '<>;'.repeat(2_000) + ' rel='.repeat(1_500) + ' '.repeat(2_000),
      '<'.repeat(16_000),
      '<>;'.repeat(2_500) + 'rel= '.repeat(1_600),
      'rel="next"'.repeat(1_600),
    ]) {
      const response = { status: 200, headers: { link }, body: '' };
      const read = (): unknown => nextPage(response, {}, 'https://a.example/v1/repositories');
      assert.ok((await timeWithin(200, read)) < 200);
    }
  });

  it('are one line in a sentence, and control nothing', async () => {
    await serving(
      (_, response) => {
        response.setHeader('x-request-id', 'x'.repeat(5_000));
        response.setHeader('retry-after', '-1e999');
        response.setHeader('ratelimit-reset', '9'.repeat(400));
        json(response, 400, { message: 'one\ntwo\u202e\u001b[2J\u200b<b>' });
      },
      async ({ client }) => {
        await assert.rejects(client.listRepositories(signal), (error: unknown) => {
          assert.ok(CodeReviewError.is(error, 'refused'));
          assert.match(error.message, /“one two \[2J <b>”/);
          assert.ok((error.details.requestId?.length ?? 0) <= 80);
          return true;
        });
      },
    );
  });
});
