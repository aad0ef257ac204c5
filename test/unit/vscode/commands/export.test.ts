import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { aReview, aSubject } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('the file of an exported review', () => {
  before(() => {
    standInForEditor();
    editor.folders = ['/work/orders'];
    editor.pick = items => items.find(({ label }) => label === 'SARIF');
  });

  after(() => {
    [editor.folders, editor.pick] = [[], undefined];
  });

  /** The name that is offered for a review of this. */
  async function offered(about: Partial<ReviewSubject>): Promise<string | undefined> {
    const { exportReview } = await import('../../../../src/vscode/commands/export.ts');
    const { window, Uri } = await import('vscode');
    let name: string | undefined;
    const showSaveDialog = ({ defaultUri }: vscode.SaveDialogOptions): Promise<undefined> => {
      name = defaultUri?.path.split('/').at(-1);
      return Promise.resolve(undefined);
    };
    Object.assign(window, { showSaveDialog });
    Object.assign(Uri, { joinPath: (_folder: unknown, file: string) => ({ path: `/work/orders/${file}` }) });
    const subject = aSubject(about);
    await exportReview(
      { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId: 'r', review: aReview({}) },
      '1.0.0',
    );
    return name;
  }

  it('is named after the pull request, the branch or the work, and not after a number that only the service knows', async () => {
    const pullRequest = { repository: 'acme/orders', number: 7 };
    const local = { pullRequest: { repository: 'acme/orders', number: 1_000_001 }, branch: 'feature/refunds' };
    assert.equal(await offered({ pullRequest }), 'review-acme-orders-7.sarif');
    assert.equal(await offered({ ...local, kind: 'branch' }), 'review-acme-orders-feature-refunds.sarif');
    assert.equal(await offered({ ...local, kind: 'uncommitted' }), 'review-acme-orders-uncommitted.sarif');
    assert.equal(await offered({ ...local, kind: 'staged' }), 'review-acme-orders-staged.sarif');
    assert.equal(await offered({ ...local, kind: 'branch', branch: undefined }), 'review-acme-orders-branch.sarif');
  });
});
