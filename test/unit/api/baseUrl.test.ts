import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { CodeReviewError, displayMessage } from '../../../src/core/base/errors.ts';

describe('the address of a service', () => {
  it('is taken as people paste it', () => {
    for (const [typed, href] of [
      ['https://review.example.com', 'https://review.example.com'],
      [' https://review.example.com/ ', 'https://review.example.com'],
      ['https://review.example.com/api/v1/', 'https://review.example.com/api'],
      ['https://review.example.com/v1/repositories', 'https://review.example.com'],
      ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
      ['http://localhost:4000/', 'http://localhost:4000'],
      ['http://[::1]:4000/', 'http://[::1]:4000'],
      ['HTTPS://Review.Example.com:443/v1/reviews/', 'https://review.example.com'],
      ['https://review.example.com/v10', 'https://review.example.com/v10'],
      ['https://review.example.com/?', 'https://review.example.com'],
    ] as const) {
      assert.equal(parseBaseUrl(typed).href, href);
    }
  });

  it('is on this machine only where nothing else can answer', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      assert.equal(parseBaseUrl(`http://${host}:4000`).isLoopback, true, host);
    for (const host of [
      'review.example.com',
      '127.0.0.1.example.com',
      'localhost.example.com',
      '0.0.0.0',
      '10.0.0.1',
    ]) {
      assert.equal(parseBaseUrl(`https://${host}`).isLoopback, false, host);
      assert.throws(() => parseBaseUrl(`http://${host}`), /has to begin with https/, host);
    }
  });

  it('is plain http with a host of the own network only where the user agreed to that', () => {
    const agreed = 'http://host.docker.internal:4000';
    const mayBePlain = (origin: string): boolean => origin === agreed;
    const url = parseBaseUrl(agreed, mayBePlain);
    assert.deepEqual([url.href, url.isLoopback], [agreed, false]);
    for (const address of ['http://host.docker.internal:4001', 'http://192.168.1.2:4000', agreed])
      assert.throws(() => parseBaseUrl(address), /https/, address);
    assert.throws(() => parseBaseUrl('http://192.168.1.2:4000', mayBePlain), { advice: /sign in with that address/ });
    // No agreement makes plain http of what is no host of the own network.
    assert.throws(() => parseBaseUrl('http://review.example.com', () => true), /has to begin with https/);
  });

  it('is refused in a sentence that says what to do', () => {
    for (const [typed, sentence] of [
      ['review.example.com', /Type it with https/],
      ['', /not the address/],
      ['https://user:pass@review.example.com', /user name or a password/],
      ['http://review.example.com', /has to begin with https/],
      ['ftp://review.example.com', /has to begin with https/],
      ['ftp://127.0.0.1', /has to begin with https/],
      ['https://:pass@review.example.com', /user name or a password/],
      ['http://127.0.0.1@review.example.com', /user name or a password/],
      ['https://review.example.com?key=1', /query or a fragment/],
      ['https://review.example.com/#x', /query or a fragment/],
    ] as const) {
      assert.throws(
        () => parseBaseUrl(typed),
        (error: unknown) => CodeReviewError.is(error, 'input') && sentence.test(displayMessage(error)),
        typed,
      );
    }
  });

  it('is one that requests can be put behind, or refused, whatever is typed', () => {
    const typed = fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), fc.webPath());
    fc.assert(
      fc.property(typed, fc.constantFrom('', 'https://', 'http://localhost/'), (text, head) => {
        try {
          const { href, origin } = parseBaseUrl(head + text);
          assert.ok(!href.endsWith('/'));
          assert.equal(new URL(`${href}/v1/repositories`).origin, origin);
          assert.equal(parseBaseUrl(origin).href, origin);
        } catch (error) {
          if (!CodeReviewError.is(error, 'input')) throw error;
        }
      }),
    );
  });
});
