import assert from 'node:assert/strict';
import { findingId } from '../../../../src/reviews/current/shownReviews.ts';
import { Decisions } from '../../../../src/reviews/decisions/decisions.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';

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

  it('has nothing new in a file that was renamed', async () => {
    const { KnownReview } = await import('../../../../src/vscode/findings/knownReview.ts');
    const { ShownRules } = await import('../../../../src/vscode/findings/shownRules.ts');
    const comment = aComment({ path: 'renamed.ts' });
    const later = { ...record, triggeredAt: 2, review: aReview({ id: 'rev_2', comments: [comment] }) };
    const noveltyIn = (shown: SettledRecord): string | undefined => {
      const known = new KnownReview({ ...read, record: shown }, undefined, record);
      const finding = { id: findingId(shown, 0), comment, state: 'current', range: undefined } as const;
      return known.itemOf(finding, undefined, new ShownRules()).novelty;
    };
    assert.equal(noveltyIn(later), 'new');
    const paths = [['renamed.ts', 'src/app.ts']] as const;
    assert.equal(noveltyIn({ ...later, renamed: { paths, ids: [] } }), 'still');
  });
});
