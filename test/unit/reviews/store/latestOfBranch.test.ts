import assert from 'node:assert/strict';
import { latestOfBranch, type ReviewRecord, type ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { aReview, aSubject } from '../builders.ts';

function ended(reviewId: string, given: Partial<ReviewSubject> = {}): ReviewRecord {
  const times = { triggeredAt: 0, settledAt: 1 };
  return { state: 'completed', subject: aSubject(given), ...times, reviewId, review: aReview({ id: reviewId }) };
}

describe('the review that the pushes to a branch are counted from', () => {
  const own = ended('own');
  const byNumber = ended('by number', { isOfBranch: false });

  it('is the latest of its commits, not one by number or of uncommitted work', () => {
    assert.equal(latestOfBranch([byNumber, own, ended('earlier')]), own);
    assert.equal(latestOfBranch([byNumber]), undefined);
  });

  it('is none while a newer one is under way', () => {
    const pending: ReviewRecord = { state: 'triggered', subject: aSubject({}), triggeredAt: 2 };
    assert.equal(latestOfBranch([pending, own]), undefined);
  });
});
