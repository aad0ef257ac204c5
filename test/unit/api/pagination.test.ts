import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextPage } from '../../../src/api/pagination.ts';

const current = 'https://review.example.com/v1/repositories?per_page=50';

function next(answer: unknown, headers: Record<string, string> = {}): string | undefined {
  return nextPage({ status: 200, headers, body: '' }, answer, current);
}

describe('the next page of a list', () => {
  it('is where the Link header says', () => {
    for (const [link, expected] of [
      ['<https://review.example.com/v1/repositories?page=2>; rel="next"', '/v1/repositories?page=2'],
      ['</v1/repositories?page=2>; rel=next', '/v1/repositories?page=2'],
      ['<?page=2>; rel="next"', '/v1/repositories?page=2'],
      ['<repositories?page=2>; rel="next"', '/v1/repositories?page=2'],
      ['<?page=1>; rel="prev", <?page=3>; rel="next", <?page=9>; rel="last"', '/v1/repositories?page=3'],
      ['<?ids=1,2>; title="x"; rel="next"', '/v1/repositories?ids=1,2'],
    ] as const) {
      assert.equal(next([], { link }), `https://review.example.com${expected}`, link);
    }
    // Behind a gateway that ends TLS.
    assert.equal(next([], { link: '<http://review.example.com/v1/x>; rel="next"' }), 'https://review.example.com/v1/x');
    assert.equal(next([], { link: '<?page=3>; rel="last next"' }), 'https://review.example.com/v1/repositories?page=3');
    assert.equal(next([], { link: '<?page=1>; rel="prev"' }), undefined);
    assert.equal(next([], { link: '<?page=1>; rel="next-archive"' }), undefined);
  });

  it('is where the answer says', () => {
    for (const answer of [
      { next: '/v1/repositories?page=2' },
      { next_url: 'https://review.example.com/v1/repositories?page=2' },
      { links: { next: '?page=2' } },
      { links: { next: { href: '?page=2' } } },
      { paging: { next: '?page=2' } },
    ]) {
      assert.equal(next(answer), 'https://review.example.com/v1/repositories?page=2', JSON.stringify(answer));
    }
  });

  it('follows a cursor and keeps the rest of the question', () => {
    for (const answer of [
      { nextCursor: 'c/2' },
      { next_cursor: 'c/2', has_more: true },
      { NextToken: 'c/2' },
      { meta: { pagination: { next_cursor: 'c/2' } } },
      { pageInfo: { hasNextPage: true, endCursor: 'c/2' } },
    ]) {
      assert.equal(next(answer), `${current}&cursor=c%2F2`, JSON.stringify(answer));
    }
  });

  it('counts on where the service only says that there is more', () => {
    assert.equal(next({ has_more: true }), `${current}&page=2`);
    const answer = nextPage({ status: 200, headers: {}, body: '' }, { hasMore: true }, `${current}&page=4`);
    assert.equal(answer, `${current}&page=5`);
    assert.equal(next([], { 'x-next-page': '3' }), `${current}&page=3`);
  });

  it('is none after the last one', () => {
    for (const answer of [
      [],
      {},
      null,
      { data: [] },
      { next: null },
      { next: '' },
      { has_more: false },
      { next_cursor: 'c', has_more: false },
      { pageInfo: { hasNextPage: false, endCursor: 'c' } },
    ]) {
      assert.equal(next(answer, { 'x-next-page': '' }), undefined, JSON.stringify(answer));
    }
  });

  it('never leads to another origin, since the key would go along', () => {
    for (const url of [
      'https://evil.example/v1/repositories',
      'http://review.example.com:8080/v1/repositories',
      'https://review.example.com:8443/v1/repositories',
      '//evil.example/x',
      '/\\evil.example/x',
      'https://review.example.com@evil.example/',
      'https://user@review.example.com/',
      'https://:word@review.example.com/',
    ]) {
      assert.equal(next({ next: url }), undefined, url);
      assert.equal(next([], { link: `<${url}>; rel="next"` }), undefined, url);
    }
  });

  it('is on the same origin, whatever the answer holds', () => {
    const url = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom('//', '/\\', '?', 'https:', '@').chain(head => fc.string().map(tail => head + tail)),
    );
    fc.assert(
      fc.property(url, fc.constantFrom('next', 'next_url', 'next_cursor', 'link'), (text, name) => {
        const page = next({ [name]: text }, { link: `<${text}>; rel="next"` });
        if (page !== undefined) assert.equal(new URL(page).origin, 'https://review.example.com');
      }),
      { numRuns: 500 },
    );
  });
});
