import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf, type ItemState } from './workItems.ts';

describe('the row of a finding', () => {
  before(() => standInForEditor());

  async function drawn(comment: Partial<ReviewComment>, state: ItemState = {}): Promise<vscode.TreeItem> {
    const { findingItem } = await import('../../../../src/vscode/views/findingsTree/findingItem.ts');
    const review = aReview({ comments: [aComment({ title: 'A title', ...comment })] });
    const subject = aSubject({});
    const times = { triggeredAt: 1, settledAt: 1 };
    const [item] = itemsOf({ state: 'completed', subject, ...times, reviewId: 'r1', review }, () => state);
    assert.ok(item);
    return findingItem({ kind: 'finding', id: 'row', item, isInFile: true, rows: () => [] });
  }

  const heard = async (...of: Parameters<typeof drawn>): Promise<string | undefined> =>
    (await drawn(...of)).accessibilityInformation?.label;

  const closed: ItemState = { decision: { state: 'dismissed', at: 1, reason: 'as meant' } };
  const anywhere = { path: undefined, range: undefined };

  it('is heard with all that is seen, once, also where it is in no file', async () => {
    const place = { path: 'src/a.ts', range: { startLine: 3, endLine: 3 } };
    const isNew: ItemState = { novelty: 'new' };
    const inFile = 'high, A title, src/a.ts line 3, New since the last review';
    assert.equal(await heard({ severity: 'high', ...place }, isNew), inFile);
    const anywhereNew = 'high, A title, New since the last review';
    assert.equal(await heard({ severity: 'high', ...anywhere }, isNew), anywhereNew);
    assert.equal(await heard({ severity: 'high', ...anywhere }, closed), 'high, A title, dismissed: as meant');
    assert.equal((await drawn({ severity: 'high', ...anywhere }, closed)).description, 'dismissed: as meant');
  });

  it('says of a severity that is not known nothing, or the word that the service gave', async () => {
    assert.equal(await heard({ severity: 'unknown', severityWord: undefined, ...anywhere }), 'A title');
    assert.equal(await heard({ severity: 'unknown', severityWord: 'P9', ...anywhere }), 'P9, A title');
  });

  it('has no line where it has no file', async () => {
    const range = { startLine: 3, endLine: 3 };
    assert.equal((await drawn({ path: undefined, range })).description, '');
  });
});
