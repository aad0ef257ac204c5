import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as vscode from 'vscode';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { root } from '../../../host/cache.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { overviewWith } from './workItems.ts';

const title = '**Unused:** `times`, see [the docs](https://example.com/a)';
const plain = 'Unused: ‘times’, see the docs';
const subject = aSubject({ title: 'Pay `refunds` **back**' });

function review(reviewId: string, settledAt: number, comments = [aComment({ title })]): SettledRecord {
  const read = aReview({ id: reviewId, comments, notes: [title] });
  return { state: 'completed', subject, triggeredAt: settledAt, settledAt, reviewId, review: read };
}

/** All rows of a window with these reviews, as they are drawn. */
async function drawn(...records: readonly SettledRecord[]): Promise<readonly vscode.TreeItem[]> {
  const { topRows } = await import('../../../../src/vscode/views/findingsTree/rows.ts');
  const { rowsIn } = await import('../../../../src/vscode/views/findingsTree/rowOrder.ts');
  const { treeItemOf } = await import('../../../../src/vscode/views/findingsTree/items.ts');
  const roots = [{ root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: undefined }];
  const facts = { distance: () => ({ unread: 0, ahead: 0 }), holds: () => false };
  const overview = overviewWith(currentReviews({ roots, records, chosen: new Map(), now: 3, ...facts }));
  return rowsIn(topRows(overview, 'file')).map((row: Row) => treeItemOf(row, 3));
}

describe('the title of a comment', () => {
  before(() => standInForEditor());

  it('is plain text in the rows of the tree, seen, heard and in hovers', async () => {
    const items = await drawn(review('r2', 2, [aComment({ title: `${title}!` })]), review('r1', 1));
    const labels = items.map(({ label }) => label as string);
    for (const expected of [`${plain}!`, plain, '#7 Pay ‘refunds’ back'])
      assert.ok(
        labels.some(label => label.startsWith(expected)),
        `${expected} in ${labels.join()}`,
      );
    for (const { label, tooltip, accessibilityInformation } of items)
      assert.doesNotMatch(`${label as string} ${tooltip as string} ${accessibilityInformation?.label}`, /[`*]|\]\(/);
  });

  it('is never shortened as it is where the editor shows plain text', () => {
    const source = path.join(root, 'src/vscode');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
    const raw = files.filter(file =>
      /plain(?:Line|Message)\([^;\n]*comment\.title/.test(readFileSync(path.join(source, file), 'utf8')),
    );
    assert.deepEqual(raw, []);
  });
});
