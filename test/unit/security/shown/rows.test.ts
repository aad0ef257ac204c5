import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { currentReviews } from '../../../../src/reviews/current/currentReviews.ts';
import type { SettledRecord } from '../../../../src/reviews/store/reviewRecord.ts';
import type { Row } from '../../../../src/vscode/views/findingsTree/row.ts';
import { aComment, aReview, aSubject } from '../../reviews/builders.ts';
import { overviewWith } from '../../vscode/views/workItems.ts';
import { editor, standInForEditor } from './editor.ts';

/** Text that turns others around, ends them, hides in them and is too long for a row. */
const hostile = `\u202Eevil\u0000\u200B\u001B[31m\n<img src=x onerror=y>\u2066${'w'.repeat(20_000)}`;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unsafe = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2066-\u2069]/u;

const states = ['completed', 'failed', 'notRun', 'unknown', 'gaveUp'] as const;

/** A review of which the service says nothing but hostile text. */
function hostileReview(state: SettledRecord['state'], reviewId: string, settledAt: number): SettledRecord {
  const comment = aComment({
    ...{ id: hostile, path: `src/${hostile}`, title: hostile, body: hostile, severityWord: hostile },
    ...{ rule: hostile, category: hostile, suggestion: { text: hostile }, quotedCode: hostile, url: hostile },
  });
  const review = aReview({
    ...{ id: reviewId, status: hostile, reason: hostile, stage: hostile, commit: hostile, notes: [hostile] },
    comments: [comment, aComment({ ...comment, path: undefined })],
    gaps: [hostile],
    undecoded: [hostile],
  });
  const subject = aSubject({ title: hostile, service: `https://${hostile}`, url: `https://${hostile}` });
  return { state, subject, triggeredAt: settledAt - 1, settledAt, reviewId, review };
}

async function drawn(records: readonly SettledRecord[]): Promise<readonly vscode.TreeItem[]> {
  const { topRows } = await import('../../../../src/vscode/views/findingsTree/rows.ts');
  const { rowsIn } = await import('../../../../src/vscode/views/findingsTree/rowOrder.ts');
  const { treeItemOf } = await import('../../../../src/vscode/views/findingsTree/items.ts');
  const roots = [{ root: '/work/orders', repository: 'acme/orders', branch: 'feature', head: undefined }];
  const facts = { distance: () => ({ unread: 0, ahead: 0 }), holds: () => false };
  const overview = overviewWith(currentReviews({ roots, records, chosen: new Map(), now: 30, ...facts }));
  return rowsIn(topRows(overview, 'file')).map((row: Row) => treeItemOf(row, 30));
}

describe('what a service says of a review', () => {
  before(() => standInForEditor());

  for (const state of states)
    it(`is plain and short in rows, their hovers and what is spoken of them, where it is ${state}`, async () => {
      const items = await drawn([hostileReview(state, 'r2', 20), hostileReview(state, 'r1', 10)]);
      assert.ok(items.length > 3, `${items.length} rows`);
      for (const { label, description, tooltip, accessibilityInformation } of items)
        for (const shown of [label, description, tooltip, accessibilityInformation?.label]) {
          assert.ok(shown === undefined || typeof shown === 'string', typeof shown);
          assert.doesNotMatch(shown ?? '', unsafe);
          assert.ok((shown ?? '').length <= 2_000, `${shown?.length} characters`);
        }
    });

  for (const state of states)
    it(`is plain and short in the message at the end, where it is ${state}`, async () => {
      const { notifyEnd } = await import('../../../../src/vscode/review/reviewEnd.ts');
      editor.told = [];
      const record = hostileReview(state, 'r1', 10);
      const none = { row: undefined, open: undefined, unpushed: [], models: [] };
      notifyEnd({ record, ...none, tree: { reveal: () => Promise.resolve(true) } });
      const [message, ...others] = editor.told;
      assert.deepEqual(others, []);
      assert.doesNotMatch(message ?? assert.fail(), unsafe);
      assert.ok((message ?? '').length <= 2_000);
    });
});
