import assert from 'node:assert/strict';
import type { Review } from '../../../../src/core/review/review.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { remainingSentence, summarise } from '../../../../src/reviews/summary/reviewSummary.ts';
import { aComment, aReview, aSubject } from '../builders.ts';

function ended(state: SettledRecord['state'], review: Partial<Review>): string {
  return summarise({
    state,
    subject: aSubject({}),
    triggeredAt: 0,
    settledAt: 1,
    reviewId: 'rev_1',
    review: aReview(review),
  });
}

describe('the sentence for a review', () => {
  it("gives the service's own counts", () => {
    const comments = [aComment({}), aComment({})];
    assert.equal(
      ended('completed', { issuesFound: 2, suggestions: 1, comments }),
      'Review of acme/orders #7 completed: 2 issues, 1 suggestion.',
    );
  });

  it('says so where the counts are not what was received', () => {
    assert.match(ended('completed', { issuesFound: 3, comments: [aComment({})] }), /3 issues \(1 comment received\)/);
    assert.match(ended('completed', { issuesFound: 0, comments: [aComment({})] }), /0 issues \(1 comment received\)/);
    assert.match(ended('completed', { comments: [], undecoded: ['?'] }), /1 issue\./);
  });

  it('says "no issues" of a completed review only', () => {
    assert.match(ended('completed', { issuesFound: 0, comments: [] }), /no issues/);
    for (const state of ['failed', 'notRun', 'unknown', 'gaveUp'] as const) {
      const sentence = ended(state, { issuesFound: 0, comments: [], status: 'odd', reason: 'it broke' });
      assert.doesNotMatch(sentence, /no issues/i);
    }
    assert.match(ended('failed', { reason: 'it broke' }), /failed: it broke\. .*no all-clear/);
  });

  it('says that nothing was reviewed, and why', () => {
    assert.equal(
      ended('notRun', { status: 'skipped', reason: 'Draft pull request.' }),
      'Review of acme/orders #7 was not run (skipped): Draft pull request. This is no all-clear.',
    );
    assert.equal(
      ended('notRun', { status: 'completed', reason: 'no lines were added', comments: [] }),
      'Nothing was reviewed of acme/orders #7: no lines were added. This is no all-clear.',
    );
  });

  it('says in a few words what a completed review lacks', () => {
    const gaps = ['the language model did not run', 'eslint failed'];
    assert.equal(
      ended('completed', { comments: [], gaps }),
      'Review of acme/orders #7 completed: no issues in what was reviewed. Incomplete: the language model did not run, eslint failed.',
    );
    assert.match(ended('completed', { gaps: ['a', 'b', 'c', 'd', 'e'] }), /Incomplete: a, b, c and 2 more\.$/);
    assert.doesNotMatch(ended('completed', { gaps: [] }), /Incomplete/);
  });

  it('does not take a completed review without comments for a clean one', () => {
    assert.doesNotMatch(ended('completed', { comments: undefined }), /no issues/);
    assert.match(ended('completed', { comments: undefined }), /sent no comments/);
  });
});

describe('the sentence for what is left of a review', () => {
  const subject = aSubject({});
  const done = (...titles: string[]): SettledRecord => ({
    state: 'completed',
    subject,
    triggeredAt: 1,
    reviewId: 'rev_1',
    settledAt: 2,
    review: aReview({ comments: titles.map(title => aComment({ title, quotedCode: title })) }),
  });

  it('gives the numbers of the window where they are not those of the service', () => {
    assert.equal(remainingSentence(undefined, done('a', 'b', 'c'), { open: 2, new: undefined }), '2 open.');
    assert.equal(remainingSentence(undefined, done('a', 'b'), { open: 2, new: undefined }), '');
  });

  it('tells what is new and what is gone since the review before', () => {
    const said = (now: SettledRecord, counts: { open: number; new: number }): string =>
      remainingSentence(done('a', 'b'), now, counts);
    assert.equal(said(done('a', 'c'), { open: 2, new: 1 }), '1 new since the last review, 1 gone.');
    assert.equal(said(done('a', 'c'), { open: 1, new: 0 }), '1 open, none new since the last review, 1 gone.');
    assert.equal(said(done('c', 'd'), { open: 2, new: 2 }), '2 new since the last review, 2 gone.');
  });

  it('calls nothing gone that a review with gaps has not told', () => {
    const now = done('a');
    const part = { ...now, review: { ...now.review, gaps: ['ESLint failed'] } };
    const counts = { open: 1, new: 0 };
    assert.equal(remainingSentence(done('a', 'b'), part, counts), 'None new since the last review, 1 not found again.');
  });
});
