import assert from 'node:assert/strict';
import { parseBaseUrl } from '../../../src/api/baseUrl.ts';
import { CodeReviewError, sentenceFor } from '../../../src/core/errors.ts';

describe('the address of a service', () => {
  it('is taken as people paste it', () => {
    for (const [typed, href] of [
      ['https://review.example.com', 'https://review.example.com'],
      [' https://review.example.com/ ', 'https://review.example.com'],
      ['https://review.example.com/api/v1/', 'https://review.example.com/api'],
      ['https://review.example.com/v1/repositories', 'https://review.example.com'],
      ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
      ['http://localhost:4000/', 'http://localhost:4000'],
    ] as const) {
      assert.equal(parseBaseUrl(typed).href, href);
    }
  });

  it('is refused in a sentence that says what to do', () => {
    for (const [typed, sentence] of [
      ['review.example.com', /Type it with https/],
      ['', /not the address/],
      ['https://user:pass@review.example.com', /user name or a password/],
      ['http://review.example.com', /has to begin with https/],
      ['ftp://review.example.com', /has to begin with https/],
      ['https://review.example.com?key=1', /query or a fragment/],
      ['https://review.example.com/#x', /query or a fragment/],
    ] as const) {
      assert.throws(
        () => parseBaseUrl(typed),
        (error: unknown) => CodeReviewError.is(error, 'input') && sentence.test(sentenceFor(error)),
        typed,
      );
    }
  });
});
