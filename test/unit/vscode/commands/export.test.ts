import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ReviewSubject } from '../../../../src/reviews/store/reviewRecord.ts';
import { findingId } from '../../../../src/reviews/current/shownReviews.ts';
import type { Decision } from '../../../../src/reviews/decisions/decisions.ts';
import { aComment, aRecord, aReview, aSubject } from '../../reviews/builders.ts';
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
    const { window } = await import('vscode');
    let name: string | undefined;
    const showSaveDialog = ({ defaultUri }: vscode.SaveDialogOptions): Promise<undefined> => {
      name = defaultUri?.path.split('/').at(-1);
      return Promise.resolve(undefined);
    };
    Object.assign(window, { showSaveDialog });
    const subject = aSubject(about);
    await exportReview(
      { state: 'completed', subject, triggeredAt: 1, settledAt: 2, reviewId: 'r', review: aReview({}) },
      { version: '1.0.0', worklist: { decisionsOf: () => assert.fail() } },
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

  describe('says what was decided', () => {
    let written: string;

    async function exported(format: string): Promise<string> {
      const { exportReview } = await import('../../../../src/vscode/commands/export.ts');
      const { window, workspace } = await import('vscode');
      Object.assign(window, { showSaveDialog: () => Promise.resolve({ path: '/work/review' }) });
      const writeFile = (_: unknown, text: Buffer): Promise<void> => {
        written = text.toString();
        return Promise.resolve();
      };
      Object.assign(workspace, { fs: { writeFile } });
      editor.pick = items => items.find(({ label }) => label === format);
      const low = { severity: 'low', severityWord: 'low' } as const;
      const comments = ['Open', 'Fixed', 'False'].map(title => aComment({ title, path: 'a.ts', ...low }));
      const record = aRecord({ review: aReview({ comments }) });
      const decisions: readonly Decision[] = [
        { state: 'open' },
        { state: 'done', at: 1 },
        { state: 'dismissed', at: 2, reason: 'A false alarm' },
      ];
      const decided = new Map(decisions.map((decision, index) => [findingId(record, index), decision]));
      const parts = { version: '1.0.0', worklist: { decisionsOf: () => Promise.resolve(decided) } };
      await exportReview(record, parts);
      return written;
    }

    it('beside each comment for people', async () => {
      const facts = (await exported('Markdown')).match(/^`low`.*$/gm);
      assert.deepEqual(
        facts,
        ['', ' · `done`', ' · `dismissed: A false alarm`'].map(word => `\`low\` · \`a.ts:3\`${word}`),
      );
    });

    it('as suppressed results for other tools', async () => {
      const { runs } = JSON.parse(await exported('SARIF')) as {
        readonly runs: readonly { readonly results: readonly { readonly suppressions?: unknown }[] }[];
      };
      const suppressed = (justification: string): unknown => [{ kind: 'external', status: 'accepted', justification }];
      assert.deepEqual(
        runs[0]?.results.map(({ suppressions }) => suppressions),
        [undefined, suppressed('done'), suppressed('dismissed: A false alarm')],
      );
    });
  });
});
