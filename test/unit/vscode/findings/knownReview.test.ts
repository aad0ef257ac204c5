import assert from 'node:assert/strict';
import { Decisions } from '../../../../src/reviews/decisions/decisions.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/editor.ts';

describe('what is known of a review', () => {
  const review = aReview({ comments: [aComment({})] });
  const times = { triggeredAt: 0, settledAt: 1 };
  const record: SettledRecord = { state: 'completed', reviewId: review.id, review, subject: aSubject({}), ...times };
  const lines = ['one();', 'two();', 'three();', 'four();'];
  const unread = { record, placed: { linesOf: () => undefined } };
  const read = { record, placed: { linesOf: () => lines } };

  before(() => standInForEditor());

  it('stays while the files of the review are read, unless something was decided that depends on their lines', async () => {
    const { KnownReview } = await import('../../../../src/vscode/findings/knownReview.ts');
    const first = new KnownReview(unread, new Decisions([]), undefined);
    assert.equal(first.isOf(read), true);
    const decided = first.findings.map(({ fingerprint }) => fingerprint);
    const kept = new Decisions([]).deciding(first.findings, new Set(decided), { state: 'done', at: 5 });
    const early = new KnownReview(unread, new Decisions(kept), undefined);
    assert.deepEqual([early.isOf(unread), early.isOf(read)], [true, false]);
    const late = new KnownReview(read, new Decisions(kept), undefined);
    assert.deepEqual([late.isOf(read), late.isOf({ ...read, placed: { linesOf: () => lines } })], [true, true]);
  });
});
