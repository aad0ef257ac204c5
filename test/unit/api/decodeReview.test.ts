import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeReview } from '../../../src/api/decodeReview.ts';
import { CodeReviewError } from '../../../src/core/errors.ts';

describe('a review of any service', () => {
  it('is read as the document shows it', () => {
    const review = decodeReview({ id: 'r1', status: 'completed', issues_found: 3, suggestions: 1, comments: [] });
    assert.deepEqual(
      [review.id, review.state, review.issuesFound, review.suggestions, review.comments],
      ['r1', 'completed', 3, 1, []],
    );
  });

  it('is running, ended, or something nobody knows', () => {
    for (const [status, state] of [
      ['pending', 'running'],
      ['IN PROGRESS', 'running'],
      ['completed', 'completed'],
      ['partially_completed', 'completed'],
      ['timed-out', 'failed'],
      ['skipped', 'notRun'],
      ['limit_reached', 'notRun'],
      ['frobnicated', 'unknown'],
    ] as const) {
      assert.equal(decodeReview({ id: 'r1', status }).state, state, status);
    }
  });

  it('says that it is partial', () => {
    assert.match(decodeReview({ id: 'r1', status: 'partial', comments: [] }).notes.join(), /not reviewed/);
  });

  it('has no comments while none were sent, which is not the same as none', () => {
    assert.equal(decodeReview({ id: 'r1', status: 'completed' }).comments, undefined);
  });

  it('finds its comments by file, by severity and in envelopes', () => {
    const byFile = { id: 'r', status: 'done', comments: [{ path: 'a.ts', comments: [{ line: 1, body: 'x' }] }] };
    assert.equal(decodeReview(byFile).comments?.[0]?.path, 'a.ts');
    const bySeverity = { id: 'r', status: 'done', comments: { critical: [{ body: 'x' }] } };
    assert.equal(decodeReview(bySeverity).comments?.[0]?.severity, 'critical');
    assert.equal(decodeReview({ data: { id: 'r', status: 'done', issues: [{ body: 'x' }] } }).comments?.length, 1);
  });

  it('keeps what is no comment at all', () => {
    const review = decodeReview({ id: 'r', status: 'done', comments: [1, null, 'text', { body: 'x' }] });
    assert.deepEqual([review.comments?.length, review.undecoded], [2, [1, null]]);
  });

  it('is refused where it is no review, in one sentence', () => {
    for (const answer of [null, 1, 'x', [], {}, { id: 'r' }, { data: [] }]) {
      assert.throws(
        () => decodeReview(answer),
        (error: unknown) => CodeReviewError.is(error, 'service'),
      );
    }
  });

  it('loses no element, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.integer(), fc.object({ key: fc.string({ maxLength: 3 }), maxDepth: 1 }))),
        comments => {
          const review = decodeReview({ id: 'r', status: 'completed', comments });
          assert.equal((review.comments?.length ?? 0) + review.undecoded.length, comments.length);
        },
      ),
    );
  });
});
