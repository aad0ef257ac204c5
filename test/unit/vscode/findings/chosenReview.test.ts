import assert from 'node:assert/strict';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import type * as Chosen from '../../../../src/vscode/findings/chosenReview.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

function settled(number: number): SettledRecord {
  const subject = aSubject({ pullRequest: { repository: 'acme/orders', number } });
  const reviewId = `rev_${number}`;
  return { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId, review: aReview({ id: reviewId }) };
}

const [one, two] = [settled(7), settled(8)];
const running = { state: 'triggered', subject: settled(9).subject, triggeredAt: 3 } as const;

describe('the review that a command is about', () => {
  let chosen: typeof Chosen;

  before(async () => {
    standInForEditor();
    chosen = await import('../../../../src/vscode/findings/chosenReview.ts');
  });

  afterEach(() => {
    [editor.pick, editor.typed] = [undefined, ''];
  });

  /** Chooses in a window that shows some reviews, the finding `f` of the first, and `p` of one under way. */
  function choose(about: Chosen.ReviewArgument, shown: readonly SettledRecord[] = [one, two]) {
    const counts = { open: 1, new: 0, outdated: 0, hidden: 0, closed: 0 };
    const reviews = shown.map(record => ({ review: { shown: record }, counts }));
    const byId = (id: string): unknown => (id === 'f' ? { record: one } : id === 'p' ? { record: running } : undefined);
    return chosen.chosenReview({ overview: { repositories: [{ reviews }] }, byId } as never, about);
  }

  it('is that of the record, the finding or the thread that it is called with', async () => {
    assert.equal(await choose({ record: two }), two);
    for (const about of ['f', { findingId: 'f' }]) assert.equal(await choose(about), one);
  });

  it('is no other one where a finding or its thread is gone, or the review has not ended', async () => {
    // A mere handle is what the editor hands over for a thread that is gone.
    const handle: object = { $mid: 7 };
    for (const shown of [[one], [one, two]]) {
      for (const gone of ['g', { findingId: 'g' }, handle])
        await assert.rejects(choose(gone, shown), /This finding is no longer shown/);
      for (const about of ['p', { findingId: 'p' }, { record: running }])
        await assert.rejects(choose(about, shown), error => {
          assert.ok(CodeReviewError.is(error, 'input'));
          assert.match(error.message, /The review of acme\/orders #9 has no result yet/);
          return true;
        });
    }
  });

  it('is the only one, or the one that is picked', async () => {
    assert.equal(await choose(undefined, [two]), two);
    editor.pick = items => items[1];
    assert.equal(await choose(null), two);
    editor.pick = () => undefined;
    assert.equal(await choose(undefined), undefined);
    await assert.rejects(choose(undefined, []), /No review is shown/);
  });

  it('is found by its service where two have reviewed the same', async () => {
    const other = { ...two, subject: { ...one.subject, service: 'https://other.example.com' } };
    [editor.pick, editor.typed] = [([first]) => first, 'other.example.com'];
    assert.equal(await choose(undefined, [one, other]), other);
  });

  it('is told from those of other repositories and clones where it has no pull request', async () => {
    const workIn = (repository: string, root: string): SettledRecord => {
      const subject = aSubject({ kind: 'uncommitted', pullRequest: { repository, number: 1_000_001 }, root });
      return { ...one, subject };
    };
    const works = [workIn('acme/orders', '/work/orders'), workIn('acme/orders', '/work/clone')];
    let offered: readonly (string | undefined)[] = [];
    editor.pick = items => void (offered = items.map(({ description }) => description));
    await choose(undefined, [...works, workIn('acme/billing', '/work/billing')]);
    const facts = '1 open · review.example.com';
    assert.deepEqual(offered, [
      `acme/orders (orders) · ${facts}`,
      `acme/orders (clone) · ${facts}`,
      `acme/billing · ${facts}`,
    ]);
    await choose(undefined, [one, two]);
    assert.deepEqual(offered, [facts, facts]);
  });

  it('is that of the row in focus in the title of the tree, if it has one', async () => {
    assert.equal(await choose({ kind: 'earlier', record: two }), two);
    editor.pick = items => items[0];
    for (const other of [{ kind: 'group' }, { kind: 'review', review: { shown: undefined }, record: running }] as const)
      assert.equal(await choose(other), one);
  });

  it('is that of the row, and no other one where that has not ended', () => {
    const { reviewOf } = chosen;
    assert.equal(reviewOf({ kind: 'review', review: { shown: two }, record: running }), two);
    assert.equal(reviewOf({ kind: 'earlier', record: two }), two);
    assert.throws(() => reviewOf({ kind: 'review', review: { shown: undefined }, record: running }), /no result yet/);
  });
});
