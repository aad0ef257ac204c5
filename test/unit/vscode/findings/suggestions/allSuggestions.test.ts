import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { SettledRecord } from '../../../../../src/reviews/store/reviewRecord.ts';
import type { WorkItem } from '../../../../../src/vscode/findings/workItem.ts';
import { aComment, aReview, aSubject } from '../../../reviews/builders.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';
import { itemsOf } from '../../views/workItems.ts';

describe('all suggestions of what is shown', () => {
  before(standInForEditor);

  beforeEach(() => {
    editor.told = [];
  });

  /** Asks for all of them, where the finding with one is in a file with this URI. */
  async function applyAll(uri: Partial<vscode.Uri> | undefined, suggestion: object | undefined): Promise<void> {
    const { Suggestions } = await import('../../../../../src/vscode/findings/suggestions/suggestions.ts');
    const range = { startLine: 1, endLine: 1 };
    const review = aReview({ comments: [aComment({ path: 'a.ts', range, suggestion: suggestion as never })] });
    const record: SettledRecord = {
      state: 'completed',
      subject: aSubject({ root: undefined }),
      triggeredAt: 1,
      settledAt: 2,
      reviewId: 'r',
      review,
    };
    const items = itemsOf(record).map((item): WorkItem => ({ ...item, uri: uri as vscode.Uri | undefined }));
    const suggestions = new Suggestions(
      {} as never,
      () => items,
      error => assert.fail(String(error)),
    );
    await suggestions.applyAll(items).finally(() => suggestions.dispose());
  }

  it('say why none of them can be applied where none is in a file', async () => {
    const suggestion = { text: 'b', range: { startLine: 1, endLine: 1 }, oldText: 'a' };
    await assert.rejects(applyAll({ scheme: 'code-review-file' }, suggestion), /This pull request is not checked out/);
    await assert.rejects(applyAll(undefined, suggestion), /in no file that is open here/);
    assert.deepEqual(editor.told, []);
    await applyAll({ scheme: 'code-review-file' }, undefined);
    assert.deepEqual(editor.told, ['There is no suggestion to apply.']);
  });
});
