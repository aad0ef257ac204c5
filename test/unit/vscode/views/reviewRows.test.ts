import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { currentReviews, type WindowState } from '../../../../src/reviews/current/currentReviews.ts';
import type { ReviewRecord, ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { overviewWith } from './workItems.ts';

const root = { root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: 'b'.repeat(40) };

function review(given: Partial<ReviewSubject> = {}): SettledRecord {
  const times = { triggeredAt: 1, settledAt: 1 };
  return { state: 'completed', subject: aSubject(given), ...times, reviewId: 'r1', review: aReview({ id: 'r1' }) };
}

/** What a screen reader says of a row. */
function heard({ accessibilityInformation }: vscode.TreeItem): string | undefined {
  return accessibilityInformation?.label;
}

/** The rows at the top, as they are drawn. */
async function drawn(records: readonly SettledRecord[], given: Partial<WindowState> = {}): Promise<vscode.TreeItem[]> {
  const { topRows } = await import('../../../../src/vscode/views/findingsTree/rows.ts');
  const { treeItemOf } = await import('../../../../src/vscode/views/findingsTree/items.ts');
  const facts = { distance: () => ({ unread: 1, ahead: 0 }), holds: () => false };
  const state = { roots: [root], records, chosen: new Map(), now: 1, ...facts, ...given };
  return topRows(overviewWith(currentReviews(state)), 'file').map(row => treeItemOf(row, 1));
}

describe('the row of a repository', () => {
  before(() => standInForEditor());

  it('names its folder where another working copy of it is open', async () => {
    const [hotfix, stock] = [
      { ...root, root: '/work/orders-hotfix', branch: 'hotfix' },
      { ...root, root: '/work/stock', repository: 'acme/stock' },
    ];
    const records = [root, hotfix, stock].map(({ root: at, branch, repository }) =>
      review({ root: at, branch, pullRequest: { repository, number: 7 } }),
    );
    const items = await drawn(records, { roots: [root, hotfix, stock] });
    const names = ['acme/orders (orders)', 'acme/orders (orders-hotfix)', 'acme/stock'];
    assert.deepEqual([items.map(({ label }) => label), items.map(heard)], [names, names]);
    assert.deepEqual((await drawn(records, { roots: [root, stock] })).map(heard), ['acme/orders', 'acme/stock']);
  });
});

describe('the row of a review', () => {
  before(() => standInForEditor());

  it('says how many commits its pull request does not have when it is hovered', async () => {
    const tooltip = async (unpushed: number): Promise<unknown> =>
      (await drawn([review()], { unpushed: () => unpushed }))[0]?.tooltip;
    const [start, end] = ['acme/orders #7\nReview of acme/orders #7 completed: no issues.', 'By review.example.com.'];
    const commit = 'Commit aaaaaaa.';
    assert.equal(await tooltip(0), `${start} ${end} ${commit}`);
    assert.equal(await tooltip(1), `${start} 1 commit is not pushed, so #7 does not have it. ${end} ${commit}`);
    assert.equal(await tooltip(2), `${start} 2 commits are not pushed, so #7 does not have them. ${end} ${commit}`);
  });

  it('shows by its icon that it is an earlier one or incomplete, which a long name pushes out of sight', async () => {
    const icon = async (records: readonly SettledRecord[], given: Partial<WindowState> = {}): Promise<unknown> => {
      const { iconPath } = (await drawn(records, given))[0] ?? {};
      return (iconPath as vscode.ThemeIcon | undefined)?.id;
    };
    const later = { ...review(), triggeredAt: 2, settledAt: 2, reviewId: 'r2' };
    const part = { ...later, review: { ...later.review, gaps: ['ESLint failed'] } };
    const { seriesKey } = await import('../../../../src/reviews/current/reviewSeries.ts');
    const chosen = new Map([[seriesKey(later.subject), 'r1']]);
    assert.equal(await icon([review(), later]), 'git-pull-request');
    assert.equal(await icon([review(), later], { chosen }), 'history');
    assert.equal(await icon([review(), part]), 'warning');
  });

  it('says of a pull request by its number that it is not checked out only where that is so, and counts no commits', async () => {
    const said = async (unread: number, ahead: number): Promise<unknown> =>
      (await drawn([review({ isOfBranch: false })], { distance: () => ({ unread, ahead }) })).map(heard);
    assert.deepEqual(await said(0, 0), ['#7, by number, no issues, just now']);
    for (const [unread, ahead] of [
      [1, 0],
      [0, 3],
    ] as const)
      assert.deepEqual(await said(unread, ahead), ['#7, not checked out, no issues, just now']);
  });

  it('is not hidden by the folded row above it while it is under way', async () => {
    const { topRows } = await import('../../../../src/vscode/views/findingsTree/rows.ts');
    const { treeItemOf } = await import('../../../../src/vscode/views/findingsTree/items.ts');
    const subject = aSubject({ branch: 'other' });
    const facts = { distance: () => undefined, holds: () => false, chosen: new Map(), now: 1 };
    const heardWith = (record: ReviewRecord): (string | undefined)[] =>
      topRows(overviewWith(currentReviews({ roots: [root], records: [record], ...facts })), 'file').map(row =>
        heard(treeItemOf(row, 1)),
      );
    assert.deepEqual(heardWith({ state: 'triggered', subject, triggeredAt: 1 }), ['Other branches, 1, reviewing']);
    assert.deepEqual(heardWith(review({ branch: 'other' })), ['Other branches, 1']);
  });
});
