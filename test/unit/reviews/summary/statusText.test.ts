import assert from 'node:assert/strict';
import type { Review } from '../../../../src/core/review/review.ts';
import { statusText } from '../../../../src/reviews/summary/statusText.ts';
import { aComment, aReview, aSubject } from '../builders.ts';

function completed(review: Partial<Review>, done = 0): string {
  const times = { triggeredAt: 0, settledAt: 1 };
  return statusText(
    { state: 'completed', subject: aSubject({}), ...times, reviewId: 'rev_1', review: aReview(review) },
    done,
  );
}

const comments = [aComment({}), aComment({})];
const gaps = ['ESLint failed'];

describe('a review in short', () => {
  it('passes only where there is nothing to do and nothing is missing', () => {
    assert.equal(completed({}), '$(pass) #7: no issues');
    assert.equal(completed({ comments }, 2), '$(pass) #7: all done');
    assert.equal(completed({ gaps }), '$(warning) #7: incomplete');
    assert.equal(completed({ comments, gaps }, 2), '$(warning) #7: all done, incomplete');
    assert.equal(completed({ undecoded: ['?'] }), '$(comment-discussion) #7: 1 issue');
    assert.equal(completed({ comments, undecoded: ['?'] }, 2), '$(warning) #7: all done, incomplete');
    assert.equal(completed({ comments: undefined }), '$(warning) #7: no comments sent');
    assert.equal(completed({ issuesFound: 3 }), '$(comment-discussion) #7: 3 issues');
  });

  it('says how much is left', () => {
    assert.equal(completed({ comments }), '$(comment-discussion) #7: 2 issues');
    assert.equal(completed({ comments }, 1), '$(comment-discussion) #7: 1 of 2 open');
  });
});
