import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

describe('an error that is told', () => {
  const log = { error: () => undefined, debug: () => undefined };

  before(() => standInForEditor());

  /** The command that a button of the error runs; undefined where it has no button with that title. */
  async function pressed(button: string, error: unknown): Promise<unknown> {
    const { notifyError } = await import('../../../../src/vscode/platform/notify.ts');
    [editor.press, editor.ran] = [button, []];
    notifyError(log as never, 'reviewing', error);
    await Promise.resolve();
    editor.press = undefined;
    return editor.ran[0]?.[0];
  }

  it('offers what its advice names, and else the log', async () => {
    const noFolder = new CodeReviewError('git', 'No folder is open.', 'Open one.', { next: 'openFolder' });
    const noCommit = new CodeReviewError('git', 'Nothing is committed.', 'Review it.', { next: 'reviewChanges' });
    const other = new CodeReviewError('git', 'git failed.');
    assert.equal(await pressed('Open Folder…', noFolder), 'vscode.openFolder');
    assert.equal(await pressed('Review Changes…', noCommit), 'codeReview.reviewChanges');
    for (const error of [other, new Error('Oh.')])
      assert.equal(await pressed('Show Output', error), 'codeReview.showOutput');
    for (const error of [noFolder, noCommit]) assert.equal(await pressed('Show Output', error), undefined);
  });

  it('offers to sign in where the configured address is that of no service', async () => {
    const { Connections } = await import('../../../../src/vscode/connection/connections.ts');
    const connections = new Connections(
      ...([{}, {}, {}, {}, {}, {}] as never as ConstructorParameters<typeof Connections>),
    );
    editor.settings.user = { 'codeReview.baseUrl': 'review.example.com' };
    const error = await Promise.resolve()
      .then(() => connections.hosted)
      .catch((thrown: unknown) => thrown);
    editor.settings.user = {};
    assert.equal(await pressed('Sign In', error), 'codeReview.signIn');
  });
});
