import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ReviewComment } from '../../../../src/core/review/review.ts';
import { aComment, aRecord, aReview, aSubject } from '../../reviews/builders.ts';
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

  it('says that it is experimental where its service does', async () => {
    assert.equal((await drawn({ experimental: true, ...anywhere })).description, 'experimental');
    assert.equal(await heard({ severity: 'high', experimental: true, ...anywhere }), 'high, A title, experimental');
  });

  it('has a mark for what is new and for what is experimental, which a long title does not push out of sight', async () => {
    const { FindingDecorations } = await import('../../../../src/vscode/views/findingDecorations.ts');
    const never = (): { dispose(): void } => ({ dispose: () => undefined });
    const decorations = new FindingDecorations({ of: () => [], onDidChange: never } as never, error =>
      assert.fail(String(error)),
    );
    const mark = async (...of: Parameters<typeof drawn>): Promise<unknown> => {
      const { resourceUri } = await drawn(...of);
      const found = resourceUri && decorations.provideFileDecoration(resourceUri);
      return found && [found.badge, found.tooltip];
    };
    const title = 'long '.repeat(100);
    assert.deepEqual(await mark({ title }, { novelty: 'new' }), ['●', 'New since the last review']);
    assert.deepEqual(await mark({ title, experimental: true }), ['β', 'experimental']);
    const both = ['●β', 'New since the last review · experimental'];
    assert.deepEqual(await mark({ title, experimental: true }, { novelty: 'new' }), both);
    assert.equal(await mark({ title }, { novelty: 'still' }), undefined);
    assert.equal(await mark({ title }, { ...closed, novelty: 'new' }), undefined);
    decorations.dispose();
  });

  it('says of a severity that is not known nothing, or the word that the service gave', async () => {
    assert.equal(await heard({ severity: 'unknown', severityWord: undefined, ...anywhere }), 'A title');
    assert.equal(await heard({ severity: 'unknown', severityWord: 'P9', ...anywhere }), 'P9, A title');
  });

  it('is in the file that was renamed since, by the name that this has now', async () => {
    const { findingRows } = await import('../../../../src/vscode/views/findingsTree/findingRows.ts');
    const { findingItem } = await import('../../../../src/vscode/views/findingsTree/findingItem.ts');
    const place = { path: 'src/old.ts', range: { startLine: 3, endLine: 3 } };
    const now: ItemState = { path: 'src/new.ts' };
    assert.equal(await heard({ severity: 'high', ...place }, now), 'high, A title, src/new.ts line 3');
    const comments = ['src/old.ts', 'src/new.ts', 'src/other.ts'].map(path => aComment({ path }));
    const items = itemsOf(aRecord({ review: aReview({ comments }) }), index => (index === 0 ? now : {}));
    const files = findingRows('series', items, 'file', []).map(row => [
      row.kind === 'file' && row.file,
      row.rows().length,
    ]);
    assert.deepEqual(files, [
      ['src/new.ts', 2],
      ['src/other.ts', 1],
    ]);
    const [bySeverity] = findingRows('series', items.slice(0, 1), 'severity', []);
    const [row] = bySeverity?.rows() ?? [];
    assert.match(String(row?.kind === 'finding' && findingItem(row).description), /^new\.ts/);
  });

  it('has no line where it has no file', async () => {
    const range = { startLine: 3, endLine: 3 };
    assert.equal((await drawn({ path: undefined, range })).description, '');
  });
});
