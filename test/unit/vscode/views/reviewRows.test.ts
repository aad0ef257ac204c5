import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { currentReviews, type WindowState } from '../../../../src/reviews/current/currentReviews.ts';
import type { ReviewSubject, SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
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
    const [start, end] = ['acme/orders #7 Review of acme/orders #7 completed: no issues.', 'By review.example.com.'];
    const commit = 'Commit aaaaaaa.';
    assert.equal(await tooltip(0), `${start} ${end} ${commit}`);
    assert.equal(await tooltip(1), `${start} 1 commit is not pushed, so #7 does not have it. ${end} ${commit}`);
    assert.equal(await tooltip(2), `${start} 2 commits are not pushed, so #7 does not have them. ${end} ${commit}`);
  });
});
